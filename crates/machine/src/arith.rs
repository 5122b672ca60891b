//! Arithmetic and comparison, with Go's widths, wrap-around, shifts and divisions.

use vtrace_program::{Basic, BinaryOp, Image, Shape, TypeId};

use crate::code::{Comparison, FloatOp, IntOp, Op, Ordered, Src, Width};
use crate::fault::Fault;

/// The basic type that underlies `ty`, if one does.
pub(crate) fn basic(image: &Image, ty: TypeId) -> Option<Basic> {
    match image.ty(ty).shape {
        Shape::Basic(basic) => Some(basic),
        _ => None,
    }
}

/// The width of an integer type.
pub(crate) fn width(image: &Image, ty: TypeId) -> Option<Width> {
    Some(match basic(image, ty)? {
        Basic::Int | Basic::Int64 => Width::I64,
        Basic::Int8 => Width::I8,
        Basic::Int16 => Width::I16,
        Basic::Int32 => Width::I32,
        Basic::Uint | Basic::Uint64 | Basic::Uintptr => Width::U64,
        Basic::Uint8 => Width::U8,
        Basic::Uint16 => Width::U16,
        Basic::Uint32 => Width::U32,
        _ => return None,
    })
}

/// Whether a type is a float, and then whether it is single precision.
pub(crate) fn float_kind(image: &Image, ty: TypeId) -> Option<bool> {
    match basic(image, ty)? {
        Basic::Float32 => Some(true),
        Basic::Float64 => Some(false),
        _ => None,
    }
}

/// Whether a type is complex, and then whether it is single precision.
pub(crate) fn complex_kind(image: &Image, ty: TypeId) -> Option<bool> {
    match basic(image, ty)? {
        Basic::Complex64 => Some(true),
        Basic::Complex128 => Some(false),
        _ => None,
    }
}

/// How values of a type are ordered, if by a simple comparison of one slot.
pub(crate) fn ordered(image: &Image, ty: TypeId) -> Option<Ordered> {
    match basic(image, ty)? {
        Basic::Float32 | Basic::Float64 => Some(Ordered::Float),
        Basic::String => Some(Ordered::String),
        Basic::Bool => Some(Ordered::Signed),
        _ => Some(match width(image, ty)? {
            Width::I8 | Width::I16 | Width::I32 | Width::I64 => Ordered::Signed,
            Width::U8 | Width::U16 | Width::U32 | Width::U64 => Ordered::Unsigned,
        }),
    }
}

/// The comparison that an operator is.
pub(crate) fn comparison(op: BinaryOp) -> Option<Comparison> {
    Some(match op {
        BinaryOp::Equal => Comparison::Equal,
        BinaryOp::NotEqual => Comparison::NotEqual,
        BinaryOp::Less => Comparison::Less,
        BinaryOp::LessEqual => Comparison::LessEqual,
        BinaryOp::Greater => Comparison::Greater,
        BinaryOp::GreaterEqual => Comparison::GreaterEqual,
        _ => return None,
    })
}

/// The instruction for a binary operator on operands of type `ty`; `count` is the type of a shift's right operand.
pub(crate) fn binary_op(
    image: &Image,
    op: BinaryOp,
    ty: TypeId,
    count: TypeId,
    dst: u32,
    a: Src,
    b: Src,
) -> Op {
    if let Some(comparison) = comparison(op) {
        return match ordered(image, ty) {
            Some(kind) => Op::Compare { op: comparison, kind, dst, a, b },
            None => Op::Equal { negate: op == BinaryOp::NotEqual, ty, dst, a, b },
        };
    }
    if let (Some(single), Some(op)) = (float_kind(image, ty), float_op(op)) {
        return Op::Float { op, single, dst, a, b };
    }
    if let (Some(single), Some(op)) = (complex_kind(image, ty), float_op(op)) {
        return Op::Complex { op, single, dst, a, b };
    }
    let Some(width) = width(image, ty) else { return Op::Concat { dst, a, b } };
    let int = |op| Op::Int { op, width, dst, a, b };
    match op {
        BinaryOp::Add if matches!(width, Width::I64 | Width::U64) => Op::AddInt { dst, a, b },
        BinaryOp::Add => int(IntOp::Add),
        BinaryOp::Sub => int(IntOp::Sub),
        BinaryOp::Mul => int(IntOp::Mul),
        BinaryOp::And => int(IntOp::And),
        BinaryOp::Or => int(IntOp::Or),
        BinaryOp::Xor => int(IntOp::Xor),
        BinaryOp::AndNot => int(IntOp::AndNot),
        BinaryOp::Quo => Op::Divide { remainder: false, width, dst, a, b },
        BinaryOp::Rem => Op::Divide { remainder: true, width, dst, a, b },
        _ => {
            let count = self::width(image, count).unwrap_or(Width::U64);
            Op::Shift { left: op == BinaryOp::Shl, width, count, dst, a, b }
        }
    }
}

fn float_op(op: BinaryOp) -> Option<FloatOp> {
    Some(match op {
        BinaryOp::Add => FloatOp::Add,
        BinaryOp::Sub => FloatOp::Sub,
        BinaryOp::Mul => FloatOp::Mul,
        BinaryOp::Quo => FloatOp::Quo,
        _ => return None,
    })
}

/// Cuts a number to its width, extending it again as its type says.
#[inline(always)]
pub(crate) fn wrap(width: Width, value: i64) -> i64 {
    match width {
        Width::I8 => value as i8 as i64,
        Width::I16 => value as i16 as i64,
        Width::I32 => value as i32 as i64,
        Width::U8 => value as u8 as i64,
        Width::U16 => value as u16 as i64,
        Width::U32 => value as u32 as i64,
        Width::I64 | Width::U64 => value,
    }
}

/// Whether a width is that of a signed type.
pub(crate) fn is_signed(width: Width) -> bool {
    matches!(width, Width::I8 | Width::I16 | Width::I32 | Width::I64)
}

fn bits(width: Width) -> u32 {
    match width {
        Width::I8 | Width::U8 => 8,
        Width::I16 | Width::U16 => 16,
        Width::I32 | Width::U32 => 32,
        Width::I64 | Width::U64 => 64,
    }
}

#[inline(always)]
pub(crate) fn int(op: IntOp, width: Width, a: i64, b: i64) -> i64 {
    let result = match op {
        IntOp::Add => a.wrapping_add(b),
        IntOp::Sub => a.wrapping_sub(b),
        IntOp::Mul => a.wrapping_mul(b),
        IntOp::And => a & b,
        IntOp::Or => a | b,
        IntOp::Xor => a ^ b,
        IntOp::AndNot => a & !b,
    };
    wrap(width, result)
}

pub(crate) fn divide(remainder: bool, width: Width, a: i64, b: i64) -> Result<i64, Fault> {
    if b == 0 {
        return Err(Fault::divide());
    }
    let result = match (is_signed(width), remainder) {
        (true, false) => a.wrapping_div(b),
        (true, true) => a.wrapping_rem(b),
        (false, false) => ((a as u64) / (b as u64)) as i64,
        (false, true) => ((a as u64) % (b as u64)) as i64,
    };
    Ok(wrap(width, result))
}

pub(crate) fn shift(left: bool, width: Width, count: Width, a: i64, b: i64) -> Result<i64, Fault> {
    if is_signed(count) && b < 0 {
        return Err(Fault::error("negative shift amount"));
    }
    let by = b as u64;
    let result = match (left, is_signed(width)) {
        (true, _) if by >= bits(width) as u64 => 0,
        (true, _) => a.wrapping_shl(by as u32),
        (false, true) => a >> by.min(63),
        (false, false) if by >= bits(width) as u64 => 0,
        (false, false) => ((a as u64) >> by) as i64,
    };
    Ok(wrap(width, result))
}

#[inline(always)]
pub(crate) fn float(op: FloatOp, single: bool, a: f64, b: f64) -> f64 {
    let result = match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Quo => a / b,
    };
    // Rounding the exact-enough double result to single gives the correctly rounded single result for the four
    // basic operations (Figueroa, "When is double rounding innocuous?", 1995).
    round(single, result)
}

/// Rounds to the precision of the type.
pub(crate) fn round(single: bool, value: f64) -> f64 {
    if single { value as f32 as f64 } else { value }
}

/// Complex arithmetic as the Go runtime does it.
pub(crate) fn complex(op: FloatOp, single: bool, a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    let (re, im) = match op {
        FloatOp::Add => (a.0 + b.0, a.1 + b.1),
        FloatOp::Sub => (a.0 - b.0, a.1 - b.1),
        FloatOp::Mul if single => {
            let r = |x: f64| x as f32 as f64;
            (r(a.0 * b.0) - r(a.1 * b.1), r(a.0 * b.1) + r(a.1 * b.0))
        }
        FloatOp::Mul => (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0),
        FloatOp::Quo => divide_complex(a, b),
    };
    (round(single, re), round(single, im))
}

/// Division with scaling (Smith's method), and with the infinities that C99's Annex G asks for.
fn divide_complex(n: (f64, f64), m: (f64, f64)) -> (f64, f64) {
    let (e, f) = if m.0.abs() >= m.1.abs() {
        let ratio = m.1 / m.0;
        let denominator = m.0 + ratio * m.1;
        ((n.0 + n.1 * ratio) / denominator, (n.1 - n.0 * ratio) / denominator)
    } else {
        let ratio = m.0 / m.1;
        let denominator = m.1 + ratio * m.0;
        ((n.0 * ratio + n.1) / denominator, (n.1 * ratio - n.0) / denominator)
    };
    if !e.is_nan() || !f.is_nan() {
        return (e, f);
    }
    let (mut a, mut b, mut c, mut d) = (n.0, n.1, m.0, m.1);
    let unit = |x: f64| (if x.is_infinite() { 1.0f64 } else { 0.0 }).copysign(x);
    if c == 0.0 && d == 0.0 && (!a.is_nan() || !b.is_nan()) {
        let infinity = f64::INFINITY.copysign(c);
        (infinity * a, infinity * b)
    } else if (a.is_infinite() || b.is_infinite()) && c.is_finite() && d.is_finite() {
        (a, b) = (unit(a), unit(b));
        (f64::INFINITY * (a * c + b * d), f64::INFINITY * (b * c - a * d))
    } else if (c.is_infinite() || d.is_infinite()) && a.is_finite() && b.is_finite() {
        (c, d) = (unit(c), unit(d));
        (0.0 * (a * c + b * d), 0.0 * (b * c - a * d))
    } else {
        (e, f)
    }
}

#[inline(always)]
pub(crate) fn compare<T: PartialOrd>(op: Comparison, a: T, b: T) -> bool {
    match op {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterEqual => a >= b,
    }
}

/// A float converted to an integer of some width, as amd64 does it where the language leaves it open.
pub(crate) fn float_to_int(width: Width, value: f64) -> i64 {
    const MINIMUM: i64 = i64::MIN;
    let truncated = |f: f64| if f >= -(2f64.powi(63)) && f < 2f64.powi(63) { f as i64 } else { MINIMUM };
    match width {
        Width::U64 => {
            if value < 2f64.powi(63) {
                truncated(value)
            } else {
                truncated(value - 2f64.powi(63)) ^ MINIMUM
            }
        }
        Width::I64 => truncated(value),
        // Narrow types go through 32 bits (signed) or 64 bits, then are cut.
        Width::I8 | Width::I16 | Width::I32 => {
            let wide =
                if value > -2147483649.0 && value < 2147483648.0 { value as i64 } else { i32::MIN as i64 };
            wrap(width, wide)
        }
        Width::U8 | Width::U16 => {
            let wide =
                if value > -2147483649.0 && value < 2147483648.0 { value as i64 } else { i32::MIN as i64 };
            wrap(width, wide)
        }
        Width::U32 => wrap(width, truncated(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_wraps_at_the_smallest_integer() {
        assert_eq!(divide(false, Width::I64, i64::MIN, -1), Ok(i64::MIN));
        assert_eq!(divide(true, Width::I64, i64::MIN, -1), Ok(0));
        assert_eq!(divide(false, Width::I8, -128, -1), Ok(-128));
        assert_eq!(divide(false, Width::U64, -1, 2), Ok(i64::MAX));
        assert_eq!(divide(false, Width::U8, 1, 0), Err(Fault::divide()));
    }

    #[test]
    fn shifts_by_more_than_the_width_empty_the_number() {
        assert_eq!(shift(true, Width::U8, Width::U64, 255, 8), Ok(0));
        assert_eq!(shift(false, Width::I8, Width::U64, -1, 200), Ok(-1));
        assert_eq!(shift(false, Width::U32, Width::U64, 0xffff_ffff, 32), Ok(0));
        assert_eq!(shift(true, Width::I64, Width::I64, 1, 63), Ok(i64::MIN));
        assert!(shift(true, Width::I64, Width::I64, 1, -1).is_err());
    }
}
