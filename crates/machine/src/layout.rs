//! How Go values lie in slots.
//!
//! | type | slots |
//! |---|---|
//! | boolean, number, string, pointer, channel, map, function | 1 |
//! | complex number | 2: real, imaginary |
//! | slice | 2: address of the first element, length and capacity |
//! | interface | 2: dynamic type, value (if it takes other than one slot: the address of an immutable copy) |
//! | struct, array, tuple | those of its parts, one after the other; an empty struct takes none |
//! | iterator | 2: the string or iterator object, the position |

use vtrace_program::{Basic, Image, Shape, TypeId};

use crate::value::Value;

/// The layouts of all types of an image.
pub struct Layouts {
    sizes: Vec<u32>,
    /// The components' offsets of structs and tuples; of a map type, the sizes of its key and value.
    offsets: Vec<Box<[u32]>>,
}

/// A type that cannot lie in memory.
#[derive(Debug, thiserror::Error)]
#[error("type {name} is too large for the machine: it takes more than {limit} slots", limit = MAX_SLOTS)]
pub struct TooLarge {
    name: String,
}

/// The largest object, in slots of 16 bytes: 1 GiB.
pub const MAX_SLOTS: u64 = 1 << 26;

/// An array of more elements than this is in hardly any program's memory: there are only pointers to it, made of others by package unsafe. It
/// takes no room here, and whoever follows such a pointer beyond what it really points to is told so.
const IMPOSSIBLE: u64 = (1 << 31) - 2;

impl Layouts {
    /// Computes the layout of every type of `image`.
    pub fn new(image: &Image) -> Result<Layouts, TooLarge> {
        let mut layouts = Layouts {
            sizes: vec![u32::MAX; image.types.len()],
            offsets: vec![Box::default(); image.types.len()],
        };
        for index in 0..image.types.len() {
            layouts.compute(image, TypeId(index as u32))?;
        }
        for (index, ty) in image.types.iter().enumerate() {
            if let Shape::Map(key, value) = ty.shape {
                layouts.offsets[index] = [layouts.size(key), layouts.size(value)].into();
            }
        }
        Ok(layouts)
    }

    /// How many slots a value of type `ty` takes.
    pub fn size(&self, ty: TypeId) -> u32 {
        self.sizes[ty.index()]
    }

    /// The slot at which a struct's or tuple's component starts.
    pub fn offset(&self, ty: TypeId, component: u32) -> u32 {
        self.offsets[ty.index()][component as usize]
    }

    /// The sizes of a map type's key and value.
    pub fn map_sizes(&self, ty: TypeId) -> (u32, u32) {
        match *self.offsets[ty.index()] {
            [key, value] => (key, value),
            _ => (0, 0),
        }
    }

    fn compute(&mut self, image: &Image, ty: TypeId) -> Result<u64, TooLarge> {
        let known = self.sizes[ty.index()];
        if known != u32::MAX {
            return Ok(known as u64);
        }
        let size = match &image.ty(ty).shape {
            Shape::Basic(Basic::Complex64 | Basic::Complex128) => 2,
            Shape::Basic(_) | Shape::Pointer(_) | Shape::Map(..) | Shape::Chan(..) | Shape::Signature(..) => {
                1
            }
            Shape::Slice(_) | Shape::Interface(_) | Shape::Iterator => 2,
            Shape::Array(len, element) => match self.compute(image, *element)?.saturating_mul(*len) {
                size if size > IMPOSSIBLE => 0,
                size => size,
            },
            Shape::Struct(fields) => {
                self.sequence(image, ty, &fields.iter().map(|f| f.ty).collect::<Vec<_>>())?
            }
            Shape::Tuple(parts) => self.sequence(image, ty, parts)?,
        };
        if size > MAX_SLOTS {
            return Err(TooLarge { name: image.ty(ty).name.clone() });
        }
        self.sizes[ty.index()] = size as u32;
        Ok(size)
    }

    fn sequence(&mut self, image: &Image, ty: TypeId, parts: &[TypeId]) -> Result<u64, TooLarge> {
        let mut at = 0u64;
        let mut offsets = Vec::with_capacity(parts.len());
        for &part in parts {
            offsets.push(at as u32);
            at = at.saturating_add(self.compute(image, part)?);
        }
        self.offsets[ty.index()] = offsets.into();
        Ok(at)
    }

    /// Appends the zero value of `ty` to `out`.
    pub fn zero(&self, image: &Image, ty: TypeId, out: &mut Vec<Value>) {
        match &image.ty(ty).shape {
            Shape::Basic(basic) => match basic {
                Basic::String => out.push(Value::EMPTY),
                Basic::Float32 | Basic::Float64 => out.push(Value::float(0.0)),
                Basic::Complex64 | Basic::Complex128 => out.extend([Value::float(0.0); 2]),
                Basic::UnsafePointer | Basic::UntypedNil | Basic::Invalid => out.push(Value::Nil),
                _ => out.push(Value::ZERO),
            },
            Shape::Pointer(_) | Shape::Map(..) | Shape::Chan(..) | Shape::Signature(..) => {
                out.push(Value::Nil)
            }
            Shape::Slice(_) => out.extend([Value::Nil, Value::Len(0, 0)]),
            Shape::Interface(_) | Shape::Iterator => out.extend([Value::Nil; 2]),
            Shape::Array(len, element) => {
                let start = out.len();
                if *len > 0 && self.size(ty) > 0 {
                    self.zero(image, *element, out);
                    let one = out.len() - start;
                    // Elements of no size may be very many.
                    for _ in 1..if one == 0 { 0 } else { *len } {
                        out.extend_from_within(start..start + one);
                    }
                }
            }
            Shape::Struct(fields) => fields.iter().for_each(|field| self.zero(image, field.ty, out)),
            Shape::Tuple(parts) => parts.iter().for_each(|&part| self.zero(image, part, out)),
        }
    }
}

#[cfg(test)]
mod tests {
    use vtrace_program::Type;

    use super::*;

    fn ty(name: &str, shape: Shape) -> Type {
        Type {
            name: name.to_string(),
            package: String::new(),
            named: false,
            underlying: TypeId(0),
            shape,
            size: 0,
            comparable: true,
            methods: Vec::new(),
        }
    }

    #[test]
    fn an_array_that_fits_into_no_memory_takes_no_room() {
        let types = |len| {
            let array = Shape::Array(len, TypeId(0));
            vec![
                ty("byte", Shape::Basic(Basic::Uint8)),
                ty("array", array),
                ty("p", Shape::Pointer(TypeId(1))),
            ]
        };
        let image = Image { types: types(1 << 48), ..Image::default() };
        let layouts = Layouts::new(&image).unwrap();
        let mut zero = Vec::new();
        layouts.zero(&image, TypeId(1), &mut zero);
        assert_eq!((layouts.size(TypeId(1)), layouts.size(TypeId(2)), zero.len()), (0, 1, 0));
        let large = Image { types: types(1 << 30), ..Image::default() };
        assert!(Layouts::new(&large).is_err());
    }
}
