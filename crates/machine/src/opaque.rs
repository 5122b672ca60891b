//! Functions and interfaces of which nothing is known: what a caller might pass.
//!
//! An opaque interface value has a type of its own, and its payload says which input it is. An opaque function is code
//! that the machine makes, one for each signature; its environment says which input it is. Calling either gives unknown
//! results, named after the call, so that the same call with the same arguments gives the same. What a function does before it
//! returns is a matter of [`crate::behave`].

use vtrace_program::{
    Basic, EntryKind, Function, FunctionFlags, FunctionId, Image, MethodId, Position, Shape, Type, TypeId,
};

use crate::code::{Code, Op, Src};

/// The name of the type of opaque interface values.
const TYPE: &str = "some type";

/// What was made for opaque values.
#[derive(Default)]
pub(crate) struct Opaque {
    /// The dynamic type of opaque interface values.
    pub ty: Option<TypeId>,
    /// Functions are among the entries: somebody calls them, and holds what they return.
    pub called: bool,
    /// The function that stands for all of them in traces.
    pub function: Option<FunctionId>,
    /// The code of an opaque function, by signature.
    functions: rustc_hash::FxHashMap<TypeId, u32>,
    /// The code of a method of an opaque interface value.
    methods: rustc_hash::FxHashMap<MethodId, u32>,
}

impl Opaque {
    /// Adds what opaque values need to an image.
    pub(crate) fn prepare(image: &mut Image) -> Opaque {
        let Some(signature) = image.functions.first().map(|f| f.signature) else {
            return Opaque::default();
        };
        let ty = TypeId(image.types.len() as u32);
        image.types.push(Type {
            name: TYPE.to_string(),
            package: String::new(),
            named: true,
            underlying: ty,
            shape: Shape::Basic(Basic::Int),
            size: 8,
            comparable: true,
            methods: Vec::new(),
        });
        let function = FunctionId(image.functions.len() as u32);
        image.functions.push(Function {
            name: "some function".to_string(),
            ssa_name: "vtrace.some".to_string(),
            package: String::new(),
            signature,
            parameters: 0,
            free_variables: 0,
            results: Vec::new(),
            locals: Vec::new(),
            blocks: Vec::new(),
            recover: None,
            position: Position::NONE,
            parent: None,
            reached_from: None,
            flags: FunctionFlags { synthetic: true, ..FunctionFlags::default() },
        });
        let called = image.entries.iter().any(|entry| entry.kind == EntryKind::Function);
        Opaque { ty: Some(ty), function: Some(function), called, ..Opaque::default() }
    }

    /// The code of an opaque function of this type.
    pub(crate) fn function(&self, image: &Image, ty: TypeId) -> Option<u32> {
        self.functions.get(&image.ty(ty).underlying).or_else(|| self.functions.get(&ty)).copied()
    }

    /// The code of a method of an opaque value.
    pub(crate) fn method(&self, method: MethodId) -> Option<u32> {
        self.methods.get(&method).copied()
    }
}

/// Makes the code. `list` gives the index of a list of results.
pub(crate) fn lower(
    image: &Image,
    size: impl Fn(TypeId) -> u32,
    mut list: impl FnMut(Src, u32) -> u32,
    opaque: &mut Opaque,
    codes: &mut Vec<Code>,
) {
    let Some(function) = opaque.function else { return };
    let mut make = |signature: TypeId, method: Option<MethodId>| -> Option<u32> {
        let Shape::Signature(parameters, results, _) = &image.ty(signature).shape else { return None };
        let slots = |types: &[TypeId]| types.iter().map(|&ty| size(ty)).sum::<u32>();
        // Of a method, the receiver's payload comes first; of a function, what its environment holds comes last.
        let parameters = slots(parameters) + 1;
        let results = slots(results);
        let list = list(Src::register(parameters), results);
        let behave = method.is_none().then_some(Op::Behave { signature });
        let ops: Vec<Op> =
            behave.into_iter().chain([Op::Opaque { signature, method }, Op::Return { list }]).collect();
        codes.push(Code {
            positions: vec![Position::NONE; ops.len()],
            ops,
            function,
            frame: parameters + results,
            parameters,
            results,
            recover: None,
            atomic: false,
            synthetic: true,
            live_before: Vec::new(),
            live_sets: Vec::new(),
        });
        Some(codes.len() as u32 - 1)
    };
    for index in 0..image.types.len() {
        let ty = TypeId(index as u32);
        if let Some(code) = make(ty, None) {
            opaque.functions.insert(ty, code);
        }
    }
    for (index, method) in image.methods.iter().enumerate() {
        let id = MethodId(index as u32);
        if let Some(code) = method.signature.and_then(|signature| make(signature, Some(id))) {
            opaque.methods.insert(id, code);
        }
    }
}
