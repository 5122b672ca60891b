//! Where a run starts: which of the program's entries the user means.

use anyhow::bail;
use vtrace_program::{Entry, EntryKind, Image};

/// The index of the entry named `name`, or of the only `main` if there is no name.
pub fn choose(image: &Image, name: Option<&str>) -> anyhow::Result<usize> {
    let named = |entry: &Entry| match name {
        Some(name) => is_called(entry, name),
        None => entry.kind == EntryKind::Main,
    };
    let found: Vec<usize> = (0..image.entries.len()).filter(|&i| named(&image.entries[i])).collect();
    match (found[..].as_ref(), name) {
        ([one], _) => Ok(*one),
        ([], Some(name)) => {
            bail!("there is no function {name} to start at{}", candidates(&image.entries, |_| true))
        }
        ([], None) => {
            bail!(
                "there is no main function: name a function with --entry{}",
                candidates(&image.entries, |_| true)
            )
        }
        (_, Some(name)) => {
            bail!(
                "several functions are called {name}: name the package too{}",
                candidates(&image.entries, named)
            )
        }
        (_, None) => bail!(
            "there are several main packages: name one of them, or use --entry{}",
            candidates(&image.entries, named)
        ),
    }
}

/// Whether the user may call `entry` by this name: plain, with the package's path, or with its last element.
fn is_called(entry: &Entry, name: &str) -> bool {
    let last = entry.package.rsplit('/').next().unwrap_or(&entry.package);
    // `T.Method` will do for `(*T).Method`.
    let plain = entry.name.replace("(*", "").replace(')', "");
    if plain != entry.name && is_called(&Entry { name: plain, ..entry.clone() }, name) {
        return true;
    }
    entry.name == name
        || name.strip_suffix(&entry.name).and_then(|rest| rest.strip_suffix('.')).is_some_and(|package| {
            package == entry.package
                || package == last
                || (package == "main" && entry.kind == EntryKind::Main)
                // External tests are in a package of their own.
                || Some(package) == entry.package.strip_suffix("_test")
        })
}

/// How to name an entry so that it can be told from all others.
pub fn full_name(entry: &Entry) -> String {
    format!("{}.{}", entry.package, entry.name)
}

/// The entries among which to choose, for a message.
fn candidates(entries: &[Entry], which: impl Fn(&Entry) -> bool) -> String {
    const SHOWN: usize = 20;
    let names: Vec<String> = entries.iter().filter(|entry| which(entry)).map(full_name).collect();
    if names.is_empty() {
        return String::new();
    }
    let mut text = "; there are:".to_string();
    for name in names.iter().take(SHOWN) {
        text += &format!("\n  {name}");
    }
    if names.len() > SHOWN {
        text += &format!("\n  … and {} more", names.len() - SHOWN);
    }
    text
}

#[cfg(test)]
mod tests {
    use vtrace_program::FunctionId;

    use super::*;

    fn entry(name: &str, package: &str, kind: EntryKind) -> Entry {
        Entry {
            name: name.into(),
            package: package.into(),
            kind,
            init: FunctionId(0),
            function: FunctionId(0),
            runner: None,
            godebug: Default::default(),
        }
    }

    fn image(entries: Vec<Entry>) -> Image {
        Image { entries, ..Image::default() }
    }

    #[test]
    fn the_only_main_is_taken() {
        let image = image(vec![
            entry("TestMain2", "example.com/a", EntryKind::Test),
            entry("main", "example.com/a", EntryKind::Main),
        ]);
        assert_eq!(choose(&image, None).unwrap(), 1);
        assert_eq!(choose(&image, Some("main")).unwrap(), 1);
        assert_eq!(choose(&image, Some("a.TestMain2")).unwrap(), 0);
        assert_eq!(choose(&image, Some("example.com/a.TestMain2")).unwrap(), 0);
    }

    #[test]
    fn of_several_mains_one_must_be_named() {
        let image = image(vec![
            entry("main", "example.com/a", EntryKind::Main),
            entry("main", "example.com/b", EntryKind::Main),
        ]);
        let error = choose(&image, None).unwrap_err().to_string();
        assert_eq!(
            error,
            "there are several main packages: name one of them, or use --entry; there are:\n  \
             example.com/a.main\n  example.com/b.main"
        );
        assert_eq!(choose(&image, Some("b.main")).unwrap(), 1);
    }

    #[test]
    fn without_a_main_the_candidates_are_listed() {
        let image = image(vec![entry("TestX", "example.com/a", EntryKind::Test)]);
        let error = choose(&image, None).unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no main function: name a function with --entry; there are:\n  example.com/a.TestX"
        );
    }
}
