//! The binary form of an image.
//!
//! Eight bytes of magic, the schema number, then the tables, each preceded by its length: strings, files, types,
//! methods, constants, globals, functions, entries. Numbers are LEB128, signed ones in zigzag; strings are indices into
//! the first table. `frontend/internal/image` writes it; the two change together, and with them [`SCHEMA`].
//!
//! Decoding checks everything that it needs to build the tables, and never allocates more than a small multiple of
//! the input, whatever that says. That indices point into their tables is for [`verify`](crate::verify) to say.

use crate::{
    Basic, BinaryOp, Block, BlockId, Builtin, Call, Callee, Constant, ConstantId, Direction, Entry,
    EntryKind, Field, File, FileId, Function, FunctionFlags, FunctionId, Global, GlobalId, Image,
    Instruction, Kind, Literal, Local, LocalId, Method, MethodEntry, MethodId, Operand, Position, SelectCase,
    Shape, Type, TypeId, UnaryOp,
};

/// The number of the form that this crate reads; the front-end writes it first.
pub const SCHEMA: u32 = 3;

/// What every image begins with.
pub const MAGIC: &[u8; 8] = b"vtraceIM";

/// Why an image could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The magic is missing.
    #[error("not a program image")]
    NotAnImage,
    /// Another version of the front-end wrote it.
    #[error("the program image has schema {found}, but this vtrace reads schema {SCHEMA}")]
    Schema {
        /// The number in the image.
        found: u64,
    },
    /// The image stops short.
    #[error("the program image ends at byte {at}, in the middle of {what}")]
    Truncated {
        /// Where it ends.
        at: usize,
        /// What was being read.
        what: &'static str,
    },
    /// Something that the front-end never writes.
    #[error("the program image is damaged at byte {at}: bad {what}")]
    Malformed {
        /// Where.
        at: usize,
        /// What was being read.
        what: &'static str,
    },
}

type Result<T> = std::result::Result<T, DecodeError>;

impl Image {
    /// Reads an image.
    pub fn decode(bytes: &[u8]) -> Result<Image> {
        if bytes.len() < MAGIC.len() || &bytes[..MAGIC.len()] != MAGIC {
            return Err(DecodeError::NotAnImage);
        }
        let mut reader = Reader { bytes, at: MAGIC.len(), strings: Vec::new() };
        let found = reader.number("schema")?;
        if found != u64::from(SCHEMA) {
            return Err(DecodeError::Schema { found });
        }
        reader.strings = reader.list("strings", Reader::raw_string)?;
        let image = Image {
            go_version: reader.string()?,
            files: reader.list("files", |r| Ok(File { path: r.string()?, user: r.flag()? }))?,
            types: reader.list("types", Reader::ty)?,
            methods: reader.list("methods", |r| {
                let (name, package) = (r.string()?, r.string()?);
                Ok(Method { name, package, signature: r.option("signature")?.map(TypeId) })
            })?,
            constants: reader.list("constants", Reader::constant)?,
            globals: reader.globals()?,
            functions: reader.list("functions", Reader::function)?,
            entries: reader.list("entries", Reader::entry)?,
        };
        if reader.at != bytes.len() {
            return Err(reader.bad("end"));
        }
        Ok(image)
    }
}

/// A cursor over the bytes.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    strings: Vec<&'a str>,
}

impl<'a> Reader<'a> {
    fn bad(&self, what: &'static str) -> DecodeError {
        DecodeError::Malformed { at: self.at, what }
    }

    fn byte(&mut self, what: &'static str) -> Result<u8> {
        let byte = *self.bytes.get(self.at).ok_or(DecodeError::Truncated { at: self.at, what })?;
        self.at += 1;
        Ok(byte)
    }

    fn slice(&mut self, length: usize, what: &'static str) -> Result<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        if rest.len() < length {
            return Err(DecodeError::Truncated { at: self.bytes.len(), what });
        }
        self.at += length;
        Ok(&rest[..length])
    }

    fn flag(&mut self) -> Result<bool> {
        match self.byte("flag")? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(self.bad("flag")),
        }
    }

    fn number(&mut self, what: &'static str) -> Result<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte(what)?;
            if shift == 63 && byte > 1 {
                break;
            }
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(self.bad(what))
    }

    fn signed(&mut self, what: &'static str) -> Result<i64> {
        let value = self.number(what)?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    fn index(&mut self, what: &'static str) -> Result<u32> {
        let value = self.number(what)?;
        u32::try_from(value).map_err(|_| self.bad(what))
    }

    /// An index plus one, or 0 for none.
    fn option(&mut self, what: &'static str) -> Result<Option<u32>> {
        Ok(self.index(what)?.checked_sub(1))
    }

    fn float(&mut self) -> Result<f64> {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(self.slice(8, "float")?);
        Ok(f64::from_le_bytes(bytes))
    }

    /// A length and that many items, each of at least one byte: so the length can't exceed what is left.
    fn list<T>(
        &mut self,
        what: &'static str,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let length = self.number(what)?;
        let left = self.bytes.len() - self.at;
        let length = usize::try_from(length).ok().filter(|&n| n <= left).ok_or_else(|| self.bad(what))?;
        // A table of large items takes many bytes for each: reserve little, lest a false length costs memory.
        let mut items = Vec::with_capacity(length.min(left / size_of::<T>().max(1) + 16));
        for _ in 0..length {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn raw_bytes(&mut self, what: &'static str) -> Result<&'a [u8]> {
        let length = self.number(what)?;
        let length = usize::try_from(length).map_err(|_| self.bad(what))?;
        self.slice(length, what)
    }

    fn raw_string(&mut self) -> Result<&'a str> {
        let bytes = self.raw_bytes("string")?;
        std::str::from_utf8(bytes).map_err(|_| self.bad("string"))
    }

    fn str(&mut self) -> Result<&'a str> {
        let index = self.index("string")?;
        self.strings.get(index as usize).copied().ok_or_else(|| self.bad("string"))
    }

    fn string(&mut self) -> Result<String> {
        self.str().map(str::to_owned)
    }

    fn ty_id(&mut self) -> Result<TypeId> {
        self.index("type").map(TypeId)
    }

    fn method_id(&mut self) -> Result<MethodId> {
        self.index("method").map(MethodId)
    }

    fn function_id(&mut self) -> Result<FunctionId> {
        self.index("function").map(FunctionId)
    }

    fn ty(&mut self) -> Result<Type> {
        Ok(Type {
            name: self.string()?,
            package: self.string()?,
            named: self.flag()?,
            underlying: self.ty_id()?,
            size: self.number("size")?,
            comparable: self.flag()?,
            methods: self.list("method table", |r| {
                Ok(MethodEntry { method: r.method_id()?, function: r.function_id()? })
            })?,
            shape: self.shape()?,
        })
    }

    fn shape(&mut self) -> Result<Shape> {
        Ok(match self.byte("shape")? {
            0 => Shape::Basic(self.one_of("basic type", &BASICS)?),
            1 => Shape::Pointer(self.ty_id()?),
            2 => Shape::Slice(self.ty_id()?),
            3 => Shape::Array(self.number("array length")?, self.ty_id()?),
            4 => Shape::Struct(self.list("fields", |r| {
                Ok(Field {
                    name: r.string()?,
                    ty: r.ty_id()?,
                    embedded: r.flag()?,
                    package: r.string()?,
                    tag: r.string()?,
                })
            })?),
            5 => Shape::Map(self.ty_id()?, self.ty_id()?),
            6 => Shape::Chan(self.one_of("direction", &DIRECTIONS)?, self.ty_id()?),
            7 => Shape::Signature(
                self.list("parameters", Self::ty_id)?,
                self.list("results", Self::ty_id)?,
                self.flag()?,
            ),
            8 => Shape::Interface(self.list("methods", Self::method_id)?),
            9 => Shape::Tuple(self.list("tuple", Self::ty_id)?),
            10 => Shape::Iterator,
            _ => return Err(self.bad("shape")),
        })
    }

    /// A byte that numbers one of the values.
    fn one_of<T: Copy>(&mut self, what: &'static str, values: &[T]) -> Result<T> {
        let index = self.byte(what)?;
        values.get(usize::from(index)).copied().ok_or_else(|| self.bad(what))
    }

    fn constant(&mut self) -> Result<Constant> {
        let ty = self.ty_id()?;
        let value = match self.byte("constant")? {
            0 => Literal::Zero,
            1 => Literal::Bool(self.flag()?),
            2 => Literal::Int(self.signed("integer")?),
            3 => Literal::Float(self.float()?),
            4 => Literal::Complex(self.float()?, self.float()?),
            5 => Literal::String(self.raw_bytes("string constant")?.to_vec()),
            _ => return Err(self.bad("constant")),
        };
        Ok(Constant { ty, value })
    }

    fn globals(&mut self) -> Result<Vec<Global>> {
        let mut at = Positions::default();
        self.list("globals", |r| {
            Ok(Global { name: r.string()?, ty: r.ty_id()?, position: at.read(r)?, cut: r.flag()? })
        })
    }

    fn entry(&mut self) -> Result<Entry> {
        Ok(Entry {
            name: self.string()?,
            package: self.string()?,
            kind: self.one_of("entry", &ENTRY_KINDS)?,
            init: self.function_id()?,
            function: self.function_id()?,
            runner: self.option("runner")?.map(FunctionId),
            godebug: self.string()?,
        })
    }

    fn function(&mut self) -> Result<Function> {
        let mut at = Positions::default();
        let name = self.string()?;
        let ssa_name = self.string()?;
        let package = self.string()?;
        let flags = self.byte("function flags")?;
        if flags > 7 {
            return Err(self.bad("function flags"));
        }
        let signature = self.ty_id()?;
        let results = self.list("results", Self::ty_id)?;
        let position = at.read(self)?;
        let parent = self.option("parent")?.map(FunctionId);
        let reached_from = match self.option("caller")? {
            Some(caller) => Some((FunctionId(caller), at.read(self)?)),
            None => None,
        };
        let parameters = self.index("parameters")?;
        let free_variables = self.index("free variables")?;
        let locals = self.list("locals", |r| {
            let ty = r.ty_id()?;
            let name = match r.option("name")? {
                Some(index) => Some(r.strings.get(index as usize).ok_or_else(|| r.bad("name"))?.to_string()),
                None => None,
            };
            Ok(Local { ty, name })
        })?;
        let first = parameters.checked_add(free_variables).ok_or_else(|| self.bad("parameters"))?;
        let mut body = Body { at, next: first, count: locals.len() };
        let blocks = self.list("blocks", |r| body.block(r))?;
        let recover = if blocks.is_empty() { None } else { self.option("recover block")?.map(BlockId) };
        Ok(Function {
            name,
            ssa_name,
            package,
            signature,
            parameters,
            free_variables,
            results,
            locals,
            blocks,
            recover,
            position,
            parent,
            reached_from,
            flags: FunctionFlags { synthetic: flags & 1 != 0, atomic: flags & 2 != 0, user: flags & 4 != 0 },
        })
    }

    fn operand(&mut self) -> Result<Operand> {
        let tagged = self.number("operand")?;
        self.tagged(tagged)
    }

    fn optional(&mut self) -> Result<Option<Operand>> {
        match self.number("operand")?.checked_sub(1) {
            None => Ok(None),
            Some(tagged) => self.tagged(tagged).map(Some),
        }
    }

    fn tagged(&mut self, tagged: u64) -> Result<Operand> {
        let index = u32::try_from(tagged >> 2).map_err(|_| self.bad("operand"))?;
        Ok(match tagged & 3 {
            0 => Operand::Local(LocalId(index)),
            1 => Operand::Constant(ConstantId(index)),
            2 => Operand::Global(GlobalId(index), self.ty_id()?),
            _ => Operand::Function(FunctionId(index)),
        })
    }

    fn operands(&mut self) -> Result<Vec<Operand>> {
        self.list("operands", Self::operand)
    }

    fn call(&mut self) -> Result<Call> {
        let callee = match self.byte("callee")? {
            0 => Callee::Static(self.function_id()?),
            1 => Callee::Dynamic(self.operand()?),
            2 => Callee::Method(self.operand()?, self.method_id()?),
            3 => Callee::Builtin(self.one_of("builtin", &BUILTINS)?),
            _ => return Err(self.bad("callee")),
        };
        Ok(Call { callee, arguments: self.operands()? })
    }

    fn kind(&mut self, code: u8, at: &mut Positions) -> Result<Kind> {
        Ok(match code {
            0 => Kind::Alloc { element: self.ty_id()?, heap: self.flag()? },
            1 => Kind::Phi { edges: self.operands()? },
            2 => Kind::Binary {
                op: self.one_of("operator", &BINARY_OPS)?,
                x: self.operand()?,
                y: self.operand()?,
            },
            3 => Kind::Unary {
                op: self.one_of("operator", &UNARY_OPS)?,
                x: self.operand()?,
                comma_ok: self.flag()?,
            },
            4 => Kind::ChangeType { x: self.operand()? },
            5 => Kind::Convert { x: self.operand()? },
            6 => Kind::ChangeInterface { x: self.operand()? },
            7 => Kind::SliceToArrayPointer { x: self.operand()? },
            8 => Kind::MakeInterface { x: self.operand()? },
            9 => Kind::MakeClosure { function: self.function_id()?, bindings: self.operands()? },
            10 => Kind::MakeMap { reserve: self.optional()? },
            11 => Kind::MakeChan { size: self.operand()? },
            12 => Kind::MakeSlice { len: self.operand()?, cap: self.operand()? },
            13 => Kind::Slice {
                x: self.operand()?,
                low: self.optional()?,
                high: self.optional()?,
                max: self.optional()?,
            },
            14 => Kind::FieldAddr { x: self.operand()?, field: self.index("field")? },
            15 => Kind::Field { x: self.operand()?, field: self.index("field")? },
            16 => Kind::IndexAddr { x: self.operand()?, index: self.operand()? },
            17 => Kind::Index { x: self.operand()?, index: self.operand()? },
            18 => Kind::Lookup { x: self.operand()?, index: self.operand()?, comma_ok: self.flag()? },
            19 => Kind::Range { x: self.operand()? },
            20 => Kind::Next { iterator: self.operand()?, is_string: self.flag()? },
            21 => Kind::TypeAssert { x: self.operand()?, asserted: self.ty_id()?, comma_ok: self.flag()? },
            22 => Kind::Extract { tuple: self.operand()?, index: self.index("component")? },
            23 => Kind::Jump,
            24 => Kind::If { condition: self.operand()? },
            25 => Kind::Return { results: self.operands()? },
            26 => Kind::RunDefers,
            27 => Kind::Panic { x: self.operand()? },
            28 => Kind::Call(self.call()?),
            29 => Kind::Defer { call: self.call()?, stack: self.optional()? },
            30 => Kind::Go(self.call()?),
            31 => Kind::Send { channel: self.operand()?, x: self.operand()? },
            32 => Kind::Store { address: self.operand()?, x: self.operand()? },
            33 => Kind::MapUpdate { map: self.operand()?, key: self.operand()?, value: self.operand()? },
            34 => Kind::Select {
                cases: self.list("select", |r| {
                    Ok(SelectCase { channel: r.operand()?, send: r.optional()?, position: at.read(r)? })
                })?,
                blocking: self.flag()?,
            },
            _ => return Err(self.bad("instruction")),
        })
    }
}

/// Positions are differences to the one before.
#[derive(Default)]
struct Positions {
    file: Option<FileId>,
    line: i64,
}

impl Positions {
    fn read(&mut self, reader: &mut Reader<'_>) -> Result<Position> {
        let file = match reader.index("position")? {
            0 => return Ok(Position::NONE),
            1 => self.file.ok_or_else(|| reader.bad("position"))?,
            n => FileId(n - 2),
        };
        self.file = Some(file);
        let line = self.line.checked_add(reader.signed("line")?).ok_or_else(|| reader.bad("line"))?;
        self.line = line;
        Ok(Position {
            file,
            line: u32::try_from(line).map_err(|_| reader.bad("line"))?,
            column: reader.index("column")?,
        })
    }
}

/// What is known while the blocks of a function are read.
struct Body {
    at: Positions,
    /// The register of the next result.
    next: u32,
    /// How many registers there are.
    count: usize,
}

impl Body {
    fn block(&mut self, reader: &mut Reader<'_>) -> Result<Block> {
        Ok(Block {
            predecessors: reader.list("predecessors", |r| r.index("block").map(BlockId))?,
            successors: reader.list("successors", |r| r.index("block").map(BlockId))?,
            instructions: reader.list("instructions", |r| self.instruction(r))?,
        })
    }

    fn instruction(&mut self, reader: &mut Reader<'_>) -> Result<Instruction> {
        let code = reader.byte("instruction")?;
        let position = self.at.read(reader)?;
        let result = if code & 0x80 != 0 {
            let local = LocalId(self.next);
            if local.index() >= self.count {
                return Err(reader.bad("register"));
            }
            self.next += 1;
            Some(local)
        } else {
            None
        };
        let kind = reader.kind(code & 0x7f, &mut self.at)?;
        Ok(Instruction { result, kind, position })
    }
}

const BASICS: [Basic; 20] = [
    Basic::Bool,
    Basic::Int,
    Basic::Int8,
    Basic::Int16,
    Basic::Int32,
    Basic::Int64,
    Basic::Uint,
    Basic::Uint8,
    Basic::Uint16,
    Basic::Uint32,
    Basic::Uint64,
    Basic::Uintptr,
    Basic::Float32,
    Basic::Float64,
    Basic::Complex64,
    Basic::Complex128,
    Basic::String,
    Basic::UnsafePointer,
    Basic::UntypedNil,
    Basic::Invalid,
];

const DIRECTIONS: [Direction; 3] = [Direction::Both, Direction::SendOnly, Direction::ReceiveOnly];

const ENTRY_KINDS: [EntryKind; 7] = [
    EntryKind::Main,
    EntryKind::Test,
    EntryKind::Benchmark,
    EntryKind::Example,
    EntryKind::Fuzz,
    EntryKind::Function,
    EntryKind::Caller,
];

const BINARY_OPS: [BinaryOp; 17] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Quo,
    BinaryOp::Rem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::AndNot,
    BinaryOp::Equal,
    BinaryOp::NotEqual,
    BinaryOp::Less,
    BinaryOp::LessEqual,
    BinaryOp::Greater,
    BinaryOp::GreaterEqual,
];

const UNARY_OPS: [UnaryOp; 5] =
    [UnaryOp::Not, UnaryOp::Negate, UnaryOp::Complement, UnaryOp::Load, UnaryOp::Receive];

const BUILTINS: [Builtin; 23] = [
    Builtin::Append,
    Builtin::Cap,
    Builtin::Clear,
    Builtin::Close,
    Builtin::Complex,
    Builtin::Copy,
    Builtin::Delete,
    Builtin::Imag,
    Builtin::Len,
    Builtin::Max,
    Builtin::Min,
    Builtin::Panic,
    Builtin::Print,
    Builtin::Println,
    Builtin::Real,
    Builtin::Recover,
    Builtin::WrapNilCheck,
    Builtin::DeferStack,
    Builtin::UnsafeAdd,
    Builtin::UnsafeSlice,
    Builtin::UnsafeSliceData,
    Builtin::UnsafeString,
    Builtin::UnsafeStringData,
];
