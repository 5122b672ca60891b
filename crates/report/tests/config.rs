//! `vtrace.toml`.

use std::fs;
use std::path::Path;
use std::time::Duration;

use vtrace_report::config::{TimeMode, bytes, duration};
use vtrace_report::{Config, Kind, Kinds};

fn parse(text: &str) -> Result<Config, String> {
    Config::parse(text, Path::new("/p/vtrace.toml")).map_err(|error| error.to_string())
}

#[test]
fn everything_can_be_said() {
    let config = parse(
        r#"
[check]
time = "1m30s"
memory = "2GB"
states = 1_000_000
depth = 10000
preemptions = 2
only = ["deadlock", "race"]
skip = ["livelock"]
threads = 4
time-mode = "virtual"
entries = ["main", "TestPool"]

[[ignore]]
kind = "leak"
path = "legacy/..."
function = "legacy.*"
reason = "goes away with the old server"
"#,
    )
    .expect("it is well-formed");
    let check = config.check;
    assert_eq!(check.time, Some(Duration::from_secs(90)));
    assert_eq!(check.memory, Some(2_000_000_000));
    assert_eq!((check.states, check.depth), (Some(1_000_000), Some(10_000)));
    assert_eq!((check.preemptions, check.threads), (Some(2), Some(4)));
    assert_eq!(check.only, [Kind::Deadlock, Kind::Race]);
    assert_eq!(check.skip, [Kind::Livelock]);
    assert_eq!(check.time_mode, Some(TimeMode::Virtual));
    assert_eq!(check.entries, ["main", "TestPool"]);
    let rule = &config.ignore[0];
    assert_eq!(rule.kind, Kinds::Some(vec![Kind::Leak]));
    assert_eq!((rule.base.to_str(), rule.line), (Some("/p"), 14));
}

#[test]
fn an_empty_file_says_nothing() {
    assert_eq!(parse("").expect("it is well-formed").check, Config::default().check);
}

#[test]
fn errors_name_the_file_and_the_line() {
    for (text, says) in [
        ("[check]\ntimes = '1s'", "/p/vtrace.toml:2: unknown field `times`, expected one of `time`"),
        ("[chekc]\n", "/p/vtrace.toml:1: unknown field `chekc`"),
        ("[check]\n\ntime = 'soon'", "/p/vtrace.toml:3: `soon` is not a time: write it like 90s"),
        ("[check]\ntime = 60", "/p/vtrace.toml:2: invalid type: integer `60`, expected a string"),
        ("[check]\nmemory = '2 pounds'", "/p/vtrace.toml:2: `2 pounds` is not an amount of memory"),
        ("[check]\nonly = ['races']", "/p/vtrace.toml:2: unknown variant `races`"),
        ("[check]\nthreads = -1", "/p/vtrace.toml:2: invalid value: integer `-1`"),
        (
            "[check]\ntime-mode = 'real'",
            "/p/vtrace.toml:2: unknown variant `real`, expected `any` or `virtual`",
        ),
        ("[[ignore]]\nkind = 'leak'", "/p/vtrace.toml:1: missing field `reason`"),
        ("[[ignore]]\nkind = 'leak'\nreason = ' '", "/p/vtrace.toml:3: an ignore needs a reason"),
        ("[[ignore]]\nkind = 'leek'\nreason = 'x'", "/p/vtrace.toml:2: there is no kind of finding `leek`"),
        ("[check\n", "/p/vtrace.toml:1: "),
    ] {
        let error = parse(text).expect_err("it is wrong");
        assert!(error.starts_with(says), "{text:?}: {error}");
    }
}

#[test]
fn times_and_amounts() {
    assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
    assert_eq!(duration("1.5h"), Ok(Duration::from_secs(5400)));
    assert_eq!(duration("1h 2m"), Ok(Duration::from_secs(3720)));
    assert_eq!(bytes("512MiB"), Ok(512 << 20));
    assert_eq!(bytes("1.5 gb"), Ok(1_500_000_000));
    assert_eq!(bytes("4096"), Ok(4096));
    for wrong in ["", "s", "1", "-1s", "1x", "1..2s", "1e400s", "99999999999999999999999h"] {
        assert!(duration(wrong).is_err(), "{wrong:?}");
    }
    for wrong in ["", "GB", "0", "-1", "1.2.3", "1PB", "99999999999999999999TB"] {
        assert!(bytes(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn the_nearest_file_up_to_the_root_of_the_repository_is_found() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let root = directory.path().canonicalize().expect("it is there");
    let deep = root.join("repository/module/pool");
    fs::create_dir_all(&deep).expect("it can be made");
    let write = |path: &str, text: &str| fs::write(root.join(path), text).expect("it can be written");
    let threads = || Config::find(&deep).expect("it is well-formed").check.threads;
    write("vtrace.toml", "[check]\nthreads = 1");
    assert_eq!(threads(), None, "without a root, only the directory itself");
    write("repository/module/go.mod", "module m");
    write("repository/vtrace.toml", "[check]\nthreads = 2");
    assert_eq!(threads(), None, "outside of the module");
    write("repository/module/vtrace.toml", "[check]\nthreads = 3");
    assert_eq!(threads(), Some(3));
    fs::remove_file(root.join("repository/module/vtrace.toml")).expect("it is there");
    fs::create_dir(root.join("repository/.git")).expect("it can be made");
    assert_eq!(threads(), Some(2), "the module is part of a repository");
    write("repository/module/vtrace.toml", "threads = 3");
    let error = Config::find(&deep).expect_err("it is wrong").to_string();
    assert!(error.contains("vtrace.toml:1: unknown field `threads`"), "{error}");
    assert_eq!(Config::find(Path::new("/nowhere/at/all")).expect("there is none"), Config::default());
}

#[test]
fn the_example_in_the_manual_is_well_formed() {
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/check.md");
    let manual = fs::read_to_string(manual).expect("there is a manual");
    let mut blocks = manual.split("```toml\n").skip(1).filter_map(|block| block.split_once("```"));
    let (example, _) = blocks.find(|(block, _)| block.contains("[check]")).expect("it has an example");
    let config = parse(example).expect("it is well-formed");
    assert_eq!(config.check.memory, Some(2_000_000_000));
    assert_eq!(config.ignore.len(), 1);
}
