//! Loads the packages that the arguments name, and says how long it took: `cargo run --example load -- DIR PATTERN…`.

use std::process::ExitCode;

use vtrace_load::{Loader, Request};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let dir = arguments.next().unwrap_or(".".into());
    let mut request = Request::new(dir, ".");
    let patterns: Vec<String> = arguments.collect();
    if !patterns.is_empty() {
        request.patterns = patterns;
    }
    match Loader::new().on_progress(|progress| eprintln!("{progress}")).load(&request) {
        Ok(loaded) => {
            let image = &loaded.image;
            let instructions: usize =
                image.functions.iter().flat_map(|f| &f.blocks).map(|block| block.instructions.len()).sum();
            println!(
                "{} entries, {} functions, {instructions} instructions in {:.1?}{}",
                image.entries.len(),
                image.functions.len(),
                loaded.duration,
                if loaded.from_cache { ", from the cache" } else { "" }
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
