//! Loading the user's program, and telling what takes long.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use vtrace_load::{LoadError, Loaded, Loader, Request};
use vtrace_machine::{Program, TooLarge};
use vtrace_program::Image;

use crate::entry;
use crate::interrupt::Interrupt;

/// Which program. The same for every command that takes Go packages.
#[derive(Args)]
pub struct Source {
    /// Go packages or files, as for `go build`: a directory, ./..., main.go
    #[arg(value_name = "PATTERN", default_value = ".")]
    pub patterns: Vec<String>,

    /// Additional build tags
    #[arg(long, value_name = "TAGS", value_delimiter = ',')]
    pub tags: Vec<String>,

    /// Load everything anew, and keep nothing
    #[arg(long)]
    pub no_cache: bool,
}

impl Source {
    /// What to ask the loader for.
    pub fn request(&self) -> anyhow::Result<Request> {
        let cwd = std::env::current_dir().context("the current directory")?;
        // Go's own message for a file that is not there speaks of modules.
        if let Some(missing) = self.patterns.iter().find(|p| p.ends_with(".go") && !cwd.join(p).exists()) {
            anyhow::bail!("{missing}: no such file");
        }
        let (dir, patterns) = locate(&cwd, &self.patterns);
        let mut request = Request::new(dir, "");
        request.patterns = patterns;
        request.tags = self.tags.clone();
        request.cache = !self.no_cache;
        Ok(request)
    }
}

/// Loads a program. What takes long is announced on standard error, and so is what the front-end remarks.
pub fn load(request: &Request, interrupt: &Interrupt) -> anyhow::Result<Loaded> {
    let loaded = loader(interrupt).load(request).map_err(|error| outside_of_modules(error, &request.dir))?;
    loaded.warnings.iter().for_each(|warning| tell(warning));
    Ok(loaded)
}

/// A loader that announces on standard error what takes long.
pub fn loader(interrupt: &Interrupt) -> Loader {
    Loader::new().with_interrupt(interrupt.for_loader()).on_progress(|progress| tell(&progress.to_string()))
}

/// Go asks for a module where the name of a file would do, too.
fn outside_of_modules(error: LoadError, dir: &Path) -> LoadError {
    let files = || std::fs::read_dir(dir).into_iter().flatten().flatten().map(|file| file.path());
    let mut files = files().filter(|path| path.extension().is_some_and(|extension| extension == "go"));
    match (error, files.next().as_deref().and_then(Path::file_name)) {
        (LoadError::PackageErrors { diagnostics, text }, Some(file))
            if text.contains("go.mod file not found") =>
        {
            let file = file.display();
            let text =
                format!("{text}\nwithout a module, name the files: {file}; or make one: go mod init example");
            LoadError::PackageErrors { diagnostics, text }
        }
        (error, _) => error,
    }
}

/// Loads a program with the entries that the user named, besides mains and tests. If it lacks one, the message lists those
/// that there are.
pub fn load_entries(mut request: Request, names: &[String], interrupt: &Interrupt) -> anyhow::Result<Loaded> {
    let is_test = |name: &String| {
        let plain = name.rsplit('.').next().unwrap_or(name);
        ["Test", "Benchmark", "Example", "Fuzz"].iter().any(|prefix| plain.starts_with(prefix))
    };
    request.tests |= names.iter().any(is_test);
    request.entries = names.to_vec();
    let error = match load(&request, interrupt) {
        Ok(loaded) => return Ok(loaded),
        Err(error) => error,
    };
    if let Some(LoadError::PackageErrors { text, .. }) = error.downcast_ref()
        && text.starts_with("no function ")
    {
        request.tests = true;
        request.entries.clear();
        if let Ok(all) = load(&request, interrupt) {
            for name in names {
                entry::choose(&all.image, Some(name))?;
            }
        }
    }
    Err(error)
}

/// Prepares an image. If all entries are functions, what is computed from unknown values stays unknown.
pub fn program(image: Image) -> Result<Program, TooLarge> {
    match image.entries.iter().all(|entry| entry.kind.is_function()) {
        true => Program::of_functions(image),
        false => Program::new(image),
    }
}

/// A remark on standard error.
pub fn tell(text: &str) {
    // If nobody reads it, nobody misses it.
    let _ = writeln!(anstream::stderr(), "vtrace: {text}");
}

/// In which directory to load, and which patterns.
///
/// Go wants `./` before a directory, and looks for packages of the module of the current directory only. Here a
/// directory's name suffices, and one that belongs to another module is loaded there.
pub fn locate(cwd: &Path, patterns: &[String]) -> (PathBuf, Vec<String>) {
    if let [pattern] = patterns {
        let (path, rest) = match pattern.strip_suffix("/...") {
            Some(path) => (path, "./..."),
            None => (pattern.as_str(), "."),
        };
        let dir = cwd.join(path);
        if dir.is_dir() && module(&dir) != module(cwd) {
            return (dir, vec![rest.to_string()]);
        }
    }
    let named = |pattern: &String| {
        let path = pattern.strip_suffix("/...").unwrap_or(pattern);
        let plain = !path.starts_with('.') && Path::new(path).is_relative();
        match plain && cwd.join(path).is_dir() {
            true => format!("./{pattern}"),
            false => pattern.clone(),
        }
    };
    (cwd.to_path_buf(), patterns.iter().map(named).collect())
}

/// The directory of the go.mod that `dir` belongs to.
fn module(dir: &Path) -> Option<PathBuf> {
    let dir = dir.canonicalize().ok()?;
    dir.ancestors().find(|dir| dir.join("go.mod").is_file()).map(Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(list: &[&str]) -> Vec<String> {
        list.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_directory_needs_no_dot() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("cmd")).unwrap();
        let located = |patterns: &[&str]| locate(root.path(), &strings(patterns));
        let here = root.path().to_path_buf();
        assert_eq!(located(&["cmd"]), (here.clone(), strings(&["./cmd"])));
        assert_eq!(located(&["cmd/..."]), (here.clone(), strings(&["./cmd/..."])));
        assert_eq!(located(&["./cmd"]), (here.clone(), strings(&["./cmd"])));
        assert_eq!(located(&["errors", "main.go"]), (here, strings(&["errors", "main.go"])));
    }

    #[test]
    fn a_directory_of_another_module_is_loaded_there() {
        let root = tempfile::tempdir().unwrap();
        let dir = root.path().join("example");
        std::fs::create_dir(&dir).unwrap();
        std::fs::write(dir.join("go.mod"), "module example\n").unwrap();
        assert_eq!(locate(root.path(), &strings(&["example"])), (dir.clone(), strings(&["."])));
        assert_eq!(
            locate(root.path(), &strings(&["./example/..."])),
            (root.path().join("./example"), strings(&["./..."]))
        );
    }
}
