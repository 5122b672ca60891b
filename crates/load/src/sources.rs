//! The sources of the Go front-end, carried inside the binary.
//!
//! A prebuilt front-end would break with every Go release, because it must be at least as new as the program it
//! loads; building it from here with the user's own Go always fits.

use std::io;
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

/// Path relative to the module's root, with slashes, and content.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/frontend.rs"));

/// A hash of all sources: two vtrace binaries with the same front-end share one build.
pub fn fingerprint() -> u128 {
    let mut hash = Xxh3::new();
    for (name, content) in FILES {
        hash.update(&(name.len() as u64).to_le_bytes());
        hash.update(name.as_bytes());
        hash.update(&(content.len() as u64).to_le_bytes());
        hash.update(content);
    }
    hash.digest128()
}

/// The oldest Go that can build the front-end, as its `go.mod` says: `1.26`.
pub fn minimum_go() -> &'static str {
    FILES
        .iter()
        .find(|(name, _)| *name == "go.mod")
        .and_then(|(_, content)| std::str::from_utf8(content).ok())
        .and_then(|text| text.lines().find_map(|line| line.strip_prefix("go ")))
        .map_or("1.26", |version| version.trim().trim_end_matches(".0"))
}

/// Writes all files below `dir`.
pub fn extract(dir: &Path) -> io::Result<()> {
    for (name, content) in FILES {
        let path = dir.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, content)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_is_embedded_without_its_tests() {
        assert!(FILES.iter().any(|(name, _)| *name == "go.mod"));
        assert!(FILES.iter().any(|(name, _)| *name == "go.sum"));
        assert!(FILES.iter().all(|(name, _)| !name.contains("testdata/")));
    }

    #[test]
    fn the_oldest_go_comes_from_go_mod() {
        assert!(minimum_go().starts_with("1."), "{}", minimum_go());
    }
}
