//! The standard library, as functions with unknown arguments see it.
//!
//! Executing it on unknown values would try their values one by one, only to find out how they look in decimal. What it
//! computes from what is not known is not known either; that is all that a search needs.

use vtrace_program::Function;

/// Packages whose functions compute something and do nothing else.
const PURE: &[&str] = &[
    "bytes",
    "encoding/base64",
    "encoding/binary",
    "encoding/hex",
    "encoding/json",
    "errors",
    "fmt",
    "hash/crc32",
    "hash/fnv",
    "html",
    "maps",
    "math",
    "math/bits",
    "net/url",
    "path",
    "path/filepath",
    "regexp",
    "slices",
    "sort",
    "strconv",
    "strings",
    "unicode",
    "unicode/utf8",
];

/// Whether a function gives something unknown if it is given something unknown.
pub(crate) fn is_pure(function: &Function) -> bool {
    // Closures, methods with wrappers and so on are called by others of these.
    PURE.contains(&function.package.as_str()) && function.free_variables == 0 && !function.flags.synthetic
}

/// Whether a function only prints.
pub(crate) fn is_silenced(function: &Function) -> bool {
    let name = function.ssa_name.as_str();
    let method = name.strip_prefix("(*log.Logger).").or_else(|| name.strip_prefix("log."));
    let printer = method.or_else(|| name.strip_prefix("fmt."));
    let printing = |name: &str| {
        matches!(name, "Print" | "Printf" | "Println" | "Output" | "Fprint" | "Fprintf" | "Fprintln")
    };
    printer.is_some_and(printing)
}

/// Whether a function never gives nil: it makes something.
pub(crate) fn makes_something(function: &Function) -> bool {
    let plain = function.name.rsplit('.').next().unwrap_or_default();
    matches!(function.ssa_name.as_str(), "fmt.Errorf" | "errors.New" | "errors.Join")
        || plain.starts_with("New") && function.results.len() == 1
}
