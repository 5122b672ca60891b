//! What an image was made from, and whether that is still so.
//!
//! The front-end lists the files it read and the directories it looked into. Checking that list is one `stat` per
//! file and one listing per directory: about a millisecond for a program of some hundred files. Around the
//! program there are files that the go command looks for and may not have found; those are the [`Surroundings`].

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::environment::Environment;
use crate::stamp::{Stamp, nanoseconds};

/// The inputs of one run of the front-end, as it writes them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Deps {
    /// Files that were read.
    #[serde(default)]
    pub files: Vec<FileDep>,
    /// Directories that were searched for files.
    #[serde(default)]
    pub dirs: Vec<DirDep>,
}

/// A file that was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileDep {
    /// The absolute path.
    pub path: PathBuf,
    /// What it looked like.
    #[serde(flatten)]
    pub stamp: Stamp,
}

/// A directory that was searched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DirDep {
    /// The absolute path.
    pub path: PathBuf,
    /// The files in it that matter to Go, see [`is_input`].
    pub names: BTreeSet<String>,
    /// The directories in it, if `...` in a pattern looked for packages there.
    #[serde(default)]
    pub subdirs: Option<BTreeSet<String>>,
}

impl Deps {
    /// Marks directories that `...` in a pattern looked into and found no directories in, which the front-end writes
    /// like those that it did not look into. `roots` are where the patterns begin.
    pub fn mark_searched(&mut self, roots: &[PathBuf]) {
        let mut searched: BTreeSet<PathBuf> = roots.iter().cloned().collect();
        self.dirs.sort_by(|a, b| a.path.cmp(&b.path)); // parents first
        for dir in &mut self.dirs {
            let below = dir.path.parent().is_some_and(|parent| searched.contains(parent));
            let entered = dir.path.file_name().and_then(|name| name.to_str()).is_some_and(pattern_enters);
            if searched.contains(&dir.path) || (below && entered) {
                dir.subdirs.get_or_insert_default();
                searched.insert(dir.path.clone());
            }
        }
    }

    /// Whether every file and directory is as it was.
    pub fn hold(&self) -> bool {
        self.files.iter().all(|file| Stamp::of(&file.path).is_ok_and(|stamp| stamp == file.stamp))
            && self.dirs.iter().all(|dir| DirDep::of(&dir.path, dir.subdirs.is_some()).as_ref() == Some(dir))
    }

    /// The last change of any of them. If it is not well before the front-end started, then a file may have
    /// changed again after it was read without its time showing that.
    pub fn newest(&self) -> i64 {
        let files = self.files.iter().map(|file| file.stamp.mtime);
        let dirs =
            self.dirs.iter().filter_map(|dir| Some(nanoseconds(dir.path.metadata().ok()?.modified().ok()?)));
        files.chain(dirs).max().unwrap_or(i64::MIN)
    }
}

impl DirDep {
    /// The directory as it is now.
    fn of(path: &Path, with_subdirs: bool) -> Option<Self> {
        let mut names = BTreeSet::new();
        let mut subdirs = with_subdirs.then(BTreeSet::new);
        for entry in fs::read_dir(path).ok()? {
            let entry = entry.ok()?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if entry.file_type().ok()?.is_dir() {
                if let Some(subdirs) = subdirs.as_mut().filter(|_| pattern_enters(&name)) {
                    subdirs.insert(name);
                }
            } else if is_input(&name) {
                names.insert(name);
            }
        }
        Some(Self { path: path.to_owned(), names, subdirs })
    }
}

/// Whether the presence of a file of this name can change what a Go package is. The front-end has the same rule.
fn is_input(name: &str) -> bool {
    name.ends_with(".go") || matches!(name, "go.mod" | "go.sum" | "go.work" | "modules.txt")
}

/// Whether `...` matches directories of this name. The front-end has the same rule.
fn pattern_enters(name: &str) -> bool {
    !name.starts_with(['.', '_']) && !matches!(name, "testdata" | "vendor")
}

/// The directory in which a pattern with `...` begins to look, if it is one that names directories.
pub fn search_root(dir: &Path, pattern: &str) -> Option<PathBuf> {
    let (root, _) = pattern.split_once("...")?;
    if !root.starts_with('.') && !Path::new(root).is_absolute() {
        return None;
    }
    let mut clean = PathBuf::new();
    for part in dir.join(root).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(clean.pop()),
            part => clean.push(part),
        }
    }
    Some(clean)
}

/// Files that decide how the go command sees a directory, wherever they may appear: the module, the workspace, and
/// the user's own settings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Surroundings(Vec<(PathBuf, Stamp)>);

impl Surroundings {
    /// Those of `dir` now.
    pub fn of(dir: &Path, environment: &Environment) -> Self {
        let names = ["go.mod", "go.sum", "go.work", "go.work.sum", "vendor/modules.txt"];
        let around = dir.ancestors().flat_map(|dir| names.map(|name| dir.join(name)));
        let present = around.chain(go_env_file(environment)).filter_map(|path| {
            let stamp = Stamp::of(&path).ok()?;
            Some((path, stamp))
        });
        Self(present.collect())
    }

    /// See [`Deps::newest`].
    pub fn newest(&self) -> i64 {
        self.0.iter().map(|(_, stamp)| stamp.mtime).max().unwrap_or(i64::MIN)
    }
}

/// Where `go env -w` writes: `os.UserConfigDir` of Go.
fn go_env_file(environment: &Environment) -> Option<PathBuf> {
    if let Some(explicit) = environment.get("GOENV") {
        return Some(explicit.into()).filter(|path: &PathBuf| path != Path::new("off"));
    }
    let config = if cfg!(windows) {
        PathBuf::from(environment.get("AppData")?)
    } else if cfg!(target_os = "macos") {
        Path::new(environment.get("HOME")?).join("Library/Application Support")
    } else if let Some(config) = environment.get("XDG_CONFIG_HOME") {
        config.into()
    } else {
        Path::new(environment.get("HOME")?).join(".config")
    };
    Some(config.join("go/env"))
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    fn deps_of(dir: &Path) -> Deps {
        let listing = DirDep::of(dir, true).unwrap();
        let file =
            |name: &String| FileDep { path: dir.join(name), stamp: Stamp::of(&dir.join(name)).unwrap() };
        Deps { files: listing.names.iter().map(file).collect(), dirs: vec![listing] }
    }

    #[test]
    fn any_change_shows() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        fs::write(path("a.go"), "package a").unwrap();
        fs::write(path("go.mod"), "module a").unwrap();
        let deps = deps_of(dir.path());
        assert!(deps.hold());

        fs::write(path("notes.txt"), "").unwrap();
        fs::create_dir(path("testdata")).unwrap();
        assert!(deps.hold(), "files that Go ignores do not matter");
        fs::create_dir(path("sub")).unwrap();
        assert!(!deps.hold(), "an added directory may hold a package");
        fs::remove_dir(path("sub")).unwrap();
        fs::write(path("b.go"), "package a").unwrap();
        assert!(!deps.hold(), "an added file");
        fs::remove_file(path("b.go")).unwrap();
        assert!(deps.hold());
        fs::write(path("a.go"), "package b").unwrap();
        File::options().append(true).open(path("a.go")).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
        assert!(!deps.hold(), "a changed file of the same size");
        fs::remove_file(path("a.go")).unwrap();
        assert!(!deps.hold(), "a removed file");
    }

    #[test]
    fn a_pattern_begins_at_its_directory() {
        let root = |pattern| search_root(Path::new("/a/b"), pattern);
        assert_eq!(root("./..."), Some("/a/b".into()));
        assert_eq!(root("../c/..."), Some("/a/c".into()));
        assert_eq!(root("/x/..."), Some("/x".into()));
        assert_eq!(root("example.com/..."), None);
        assert_eq!(root("./c"), None);
    }

    #[test]
    fn directories_below_a_pattern_are_searched_and_others_are_not() {
        let dir = |path: &str| DirDep { path: path.into(), names: BTreeSet::new(), subdirs: None };
        let mut deps = Deps { files: vec![], dirs: ["/a", "/a/b", "/a/b/c", "/a/b/vendor"].map(dir).into() };
        deps.mark_searched(&["/a/b".into()]);
        let searched: Vec<_> = deps.dirs.iter().map(|dir| dir.subdirs.is_some()).collect();
        assert_eq!(searched, [false, true, true, false]);
    }

    #[test]
    fn a_workspace_around_the_module_is_seen() {
        let outer = tempfile::tempdir().unwrap();
        let dir = outer.path().join("module/package");
        fs::create_dir_all(&dir).unwrap();
        let environment = Environment::default();
        let before = Surroundings::of(&dir, &environment);
        fs::write(outer.path().join("go.work"), "go 1.26").unwrap();
        assert_ne!(Surroundings::of(&dir, &environment), before);
    }
}
