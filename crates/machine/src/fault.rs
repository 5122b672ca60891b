//! Why an operation did not simply succeed: it panics, it needs a value that nobody knows, or the machine can't do it.

/// The ways in which executing an operation can fail to give a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A run-time panic.
    Panic(RuntimePanic),
    /// `fatal error: …`: the whole program ends, and no deferred function runs.
    Fatal(String),
    /// The value of this term is needed.
    Unknown(u32),
    /// The machine has no way to do it; says what.
    Unsupported(String),
}

/// A panic that the runtime, not the program, raises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuntimePanic {
    /// Which of the runtime's error types the panic value has.
    pub class: PanicClass,
    /// The text, without the prefix `runtime error: ` that some classes add.
    pub text: String,
}

/// The runtime's error types, as the `runtime` shim declares them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PanicClass {
    /// `runtime.errorString`: prints with the prefix `runtime error: `.
    Error,
    /// `runtime.boundsError`: the same.
    Bounds,
    /// `runtime.plainError`: no prefix.
    Plain,
    /// `*runtime.TypeAssertionError`.
    Assertion,
    /// `*runtime.PanicNilError`.
    NilPanic,
    /// A plain string: what the standard library panics with.
    String,
    /// `maps.unhashableTypeError`: no prefix.
    Unhashable,
    /// A nil dereference: an errorString, printed with a line about the signal.
    Memory,
}

impl Fault {
    /// A panic with `runtime.errorString`.
    pub fn error(text: impl Into<String>) -> Fault {
        Fault::Panic(RuntimePanic { class: PanicClass::Error, text: text.into() })
    }

    /// A panic with `runtime.plainError`.
    pub fn plain(text: impl Into<String>) -> Fault {
        Fault::Panic(RuntimePanic { class: PanicClass::Plain, text: text.into() })
    }

    /// A panic with `runtime.boundsError`.
    pub fn bounds(text: impl Into<String>) -> Fault {
        Fault::Panic(RuntimePanic { class: PanicClass::Bounds, text: text.into() })
    }

    /// A panic with a string.
    pub fn string(text: impl Into<String>) -> Fault {
        Fault::Panic(RuntimePanic { class: PanicClass::String, text: text.into() })
    }

    /// A map key of a type without `==`.
    pub fn unhashable(name: &str) -> Fault {
        Fault::Panic(RuntimePanic {
            class: PanicClass::Unhashable,
            text: format!("hash of unhashable type: {name}"),
        })
    }

    /// A nil dereference.
    pub fn nil() -> Fault {
        let text = "invalid memory address or nil pointer dereference".to_string();
        Fault::Panic(RuntimePanic { class: PanicClass::Memory, text })
    }

    /// Division by zero.
    pub fn divide() -> Fault {
        Fault::error("integer divide by zero")
    }
}
