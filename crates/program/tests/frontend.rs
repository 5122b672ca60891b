//! The front-end's images of real programs decode, verify, and hold what the programs say. They need Go.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use vtrace_program::{DecodeError, EntryKind, Image, Kind, Shape};

/// Builds the front-end once for all tests.
fn frontend() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let executable = Path::new(env!("CARGO_TARGET_TMPDIR")).join("frontend");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend");
        let output = Command::new("go")
            .args(["build", "-o"])
            .arg(&executable)
            .arg(".")
            .current_dir(&source)
            .env("GOFLAGS", "-buildvcs=false")
            .env("GOWORK", "off")
            .output()
            .expect("the go command runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        executable
    })
}

/// Exports a program of `frontend/testdata` and gives the image's bytes.
fn export(name: &str, arguments: &[&str]) -> Vec<u8> {
    let image = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.img", name.replace('/', "-")));
    let output = run(name, &image, arguments);
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    std::fs::read(image).expect("the image was written")
}

fn run(name: &str, image: &Path, arguments: &[&str]) -> Output {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend/testdata").join(name);
    Command::new(frontend())
        .args(["export", "-check", "-o"])
        .arg(image)
        .args(arguments)
        .current_dir(directory)
        .output()
        .expect("the front-end runs")
}

fn load(name: &str, arguments: &[&str]) -> Image {
    let image = Image::decode(&export(name, arguments)).expect("the image decodes");
    if let Err(errors) = image.verify() {
        panic!("{name}: {}", errors.join("\n"));
    }
    image
}

#[test]
fn programs_decode_and_verify() {
    for name in ["channels", "generics", "library", "order", "names"] {
        let image = load(name, &["main.go"]);
        assert_eq!(image.entries.len(), 1, "{name}");
        assert_eq!(image.entries[0].kind, EntryKind::Main, "{name}");
        assert!(image.to_string().contains("func main.main (main.main)"), "{name}");
    }
}

#[test]
fn an_image_holds_all_entries() {
    let image = load("module", &["-tests", "./..."]);
    let names =
        image.entries.iter().map(|entry| format!("{:?} {}", entry.kind, entry.name)).collect::<Vec<_>>();
    assert_eq!(
        names,
        [
            "Main main",
            "Test TestDouble",
            "Benchmark BenchmarkDouble",
            "Fuzz FuzzDouble",
            "Example ExampleDouble",
            "Test TestOutside"
        ]
    );
}

#[test]
fn every_image_has_the_types_of_run_time_panics() {
    let image = load("channels", &["main.go"]);
    for (name, methods) in [
        ("runtime.errorString", 2),
        ("*runtime.errorString", 2),
        ("runtime.boundsError", 2),
        ("runtime.plainError", 2),
        ("*runtime.TypeAssertionError", 2),
        ("*runtime.PanicNilError", 2),
    ] {
        let ty = image.types.iter().find(|ty| ty.name == name).unwrap_or_else(|| panic!("{name} is there"));
        assert_eq!(ty.methods.len(), methods, "{name}");
        for entry in &ty.methods {
            assert!(image.function(entry.function).has_body(), "{name}");
        }
    }
}

#[test]
fn locals_and_functions_have_the_names_of_the_source() {
    let image = load("names", &["main.go"]);
    let functions = image.functions.iter().map(|function| function.name.as_str()).collect::<Vec<_>>();
    for name in [
        "main.main",
        "main.main.func1",
        "main.main.func1.1",
        "main.main.func2",
        "main.main-range1",
        "main.(*T).Pointer",
        "main.T.Value",
        "main.Generic[...]",
        "main.(*Box[...]).Get",
        "main.init.0",
        "main.init.1",
        "main.init.func1",
    ] {
        assert!(functions.contains(&name), "{name} is not in {functions:#?}");
    }
    let types = image.types.iter().map(|ty| ty.name.as_str()).collect::<Vec<_>>();
    for name in [
        "main.Box[int]",
        "main.Box[main.T]",
        "main.Pair[string,main.T]",
        "struct { A int; b string \"tag\" }",
    ] {
        assert!(types.contains(&name), "{name} is not in {types:#?}");
    }
    let main = image.functions.iter().find(|function| function.name == "main.main").expect("main is there");
    let locals = main.locals.iter().filter_map(|local| local.name.as_deref()).collect::<Vec<_>>();
    assert!(locals.contains(&"answer"), "{locals:?}");
}

#[test]
fn visible_operations_have_positions() {
    let image = load("channels", &["main.go"]);
    let mut seen = 0;
    for function in image.functions.iter().filter(|function| function.flags.user) {
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            let visible = matches!(
                instruction.kind,
                Kind::Send { .. } | Kind::Select { .. } | Kind::Go(_) | Kind::Call(_) | Kind::Defer { .. }
            );
            if visible {
                seen += 1;
                assert!(instruction.position.is_known(), "{}: {instruction:?}", function.name);
                assert!(image.files[instruction.position.file.index()].user);
            }
        }
    }
    assert!(seen > 10);
}

#[test]
fn types_are_in_the_table_once() {
    let image = load("generics", &["main.go"]);
    let mut seen = std::collections::HashSet::new();
    for ty in image.types.iter().filter(|ty| !ty.named && !matches!(ty.shape, Shape::Iterator)) {
        assert!(seen.insert(format!("{:?}", ty.shape)), "{} is there twice", ty.name);
    }
}

#[test]
fn broken_invariants_are_told() {
    let image = load("channels", &["main.go"]);
    let main =
        image.functions.iter().position(|function| function.name == "main.main").expect("main is there");
    let broken = |change: &dyn Fn(&mut Image)| {
        let mut copy = image.clone();
        change(&mut copy);
        copy.verify().expect_err("the image is broken").join("\n")
    };
    type Damage<'a> = &'a dyn Fn(&mut Image);
    let cases: [(&str, Damage); 7] = [
        ("is not in the table", &|image| image.entries[0].function = vtrace_program::FunctionId(1 << 20)),
        ("is not in the table", &|image| {
            image.functions[main].locals[0].ty = vtrace_program::TypeId(1 << 20)
        }),
        ("does not end with", &|image| {
            image.functions[main].blocks[0].instructions.pop();
        }),
        ("disagree", &|image| image.functions[main].blocks[0].successors.clear()),
        ("results are not those of its type", &|image| {
            image.functions[main].results.push(vtrace_program::TypeId(0))
        }),
        ("methods are not sorted", &|image| {
            let ty = image.types.iter_mut().find(|ty| ty.methods.len() > 1).expect("some type has methods");
            ty.methods.reverse();
        }),
        ("has no value yet", &|image| {
            let block = &mut image.functions[main].blocks[0];
            let last = block.instructions.iter().filter_map(|instruction| instruction.result).next_back();
            let operand = vtrace_program::Operand::Local(last.expect("main has registers"));
            block.instructions[0].kind = Kind::MakeChan { size: operand };
        }),
    ];
    for (text, change) in cases {
        let errors = broken(change);
        assert!(errors.contains(text), "{text} is not in:\n{errors}");
    }
}

#[test]
fn a_truncated_image_is_an_error() {
    let bytes = export("channels", &["main.go"]);
    for length in 0..bytes.len() {
        let error = Image::decode(&bytes[..length]).expect_err("a part is not the whole");
        let expected = matches!(
            error,
            DecodeError::NotAnImage | DecodeError::Truncated { .. } | DecodeError::Malformed { .. }
        );
        assert!(expected, "{length}: {error}");
    }
}

#[test]
fn a_damaged_image_is_an_error_or_another_image() {
    let bytes = export("channels", &["main.go"]);
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random as usize
    };
    for _ in 0..3000 {
        let mut damaged = bytes.clone();
        for _ in 0..1 + next() % 4 {
            let at = next() % damaged.len();
            damaged[at] = next() as u8;
        }
        if let Ok(image) = Image::decode(&damaged) {
            let _ = image.verify();
            let _ = image.to_string();
        }
        let noise: Vec<u8> = bytes[..9].iter().copied().chain((0..200).map(|_| next() as u8)).collect();
        let _ = Image::decode(&noise).map(|image| image.verify());
    }
}

#[test]
fn another_schema_is_told() {
    let mut bytes = export("channels", &["main.go"]);
    bytes[8] = 99;
    assert_eq!(Image::decode(&bytes), Err(DecodeError::Schema { found: 99 }));
}
