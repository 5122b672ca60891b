//! Which registers still matter: those that some path may read before it writes them.
//!
//! A register that does not matter is left out of fingerprints, so that states which differ only in leftovers are
//! one state. On programs with loops this is worth more than any other reduction.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::code::{Code, Op, Specs, Src};
use crate::layout::Layouts;
use crate::node::Observation;

/// Fills in [`Code::live_before`] and [`Code::live_sets`], by the usual backward iteration to a fixed point.
pub(crate) fn annotate(code: &mut Code, specs: &Specs, layouts: &Layouts) {
    let registers = code.frame as usize;
    let count = code.ops.len();
    let mut before: Vec<FixedBitSet> = vec![FixedBitSet::with_capacity(registers); count];
    let mut reads: Vec<Vec<(u32, u32)>> = Vec::with_capacity(count);
    let mut writes: Vec<Vec<(u32, u32)>> = Vec::with_capacity(count);
    for op in &code.ops {
        let (mut read, mut written) = (Vec::new(), Vec::new());
        effects(op, code, specs, layouts, &mut read, &mut written);
        reads.push(read);
        writes.push(written);
    }
    loop {
        let mut changed = false;
        for index in (0..count).rev() {
            let mut live = FixedBitSet::with_capacity(registers);
            for_each_successor(&code.ops[index], index, code, |next| {
                if let Some(set) = before.get(next) {
                    live.union_with(set);
                }
            });
            for &(from, n) in &writes[index] {
                live.remove_range(from as usize..((from + n) as usize).min(registers));
            }
            for &(from, n) in &reads[index] {
                live.insert_range(from as usize..((from + n) as usize).min(registers));
            }
            if live != before[index] {
                before[index] = live;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let mut ids: FxHashMap<Box<[u64]>, u32> = FxHashMap::default();
    for set in before {
        let words: Box<[u64]> = set.as_slice().iter().map(|&word| word as u64).collect();
        let next = code.live_sets.len() as u32;
        let id = *ids.entry(words.clone()).or_insert(next);
        if id == next {
            code.live_sets.push(words);
        }
        code.live_before.push(id);
    }
}

fn for_each_successor(op: &Op, index: usize, code: &Code, mut visit: impl FnMut(usize)) {
    match op {
        Op::Jump { to } => visit(*to as usize),
        Op::Branch { yes, no, .. } | Op::BranchCompare { yes, no, .. } => {
            visit(*yes as usize);
            visit(*no as usize);
        }
        Op::Return { .. } | Op::Panic { .. } | Op::RangePanic { .. } | Op::Unreachable => {}
        Op::IfUnknown { .. } => {
            visit(index + 1);
            visit(index + 2);
        }
        _ => visit(index + 1),
    }
    // Whatever can panic may go on at the recover block.
    if let Some(recover) = code.recover
        && !matches!(op, Op::Move { .. } | Op::MoveN { .. } | Op::Jump { .. } | Op::Return { .. })
    {
        visit(recover as usize);
    }
}

/// The registers that an instruction reads and writes.
pub(crate) fn effects(
    op: &Op,
    code: &Code,
    specs: &Specs,
    layouts: &Layouts,
    reads: &mut Vec<(u32, u32)>,
    writes: &mut Vec<(u32, u32)>,
) {
    let mut read = |src: Src, n: u32| {
        if let Ok(register) = src.split() {
            reads.push((register as u32, n));
        }
    };
    let mut write = |dst: u32, n: u32| writes.push((dst, n));
    match *op {
        Op::Move { dst, src } => {
            read(src, 1);
            write(dst, 1);
        }
        Op::MoveN { dst, src, n } => {
            read(src, n);
            write(dst, n);
        }
        Op::AddInt { dst, a, b }
        | Op::Int { dst, a, b, .. }
        | Op::Divide { dst, a, b, .. }
        | Op::Shift { dst, a, b, .. }
        | Op::Float { dst, a, b, .. }
        | Op::Concat { dst, a, b }
        | Op::Compare { dst, a, b, .. } => {
            read(a, 1);
            read(b, 1);
            write(dst, 1);
        }
        Op::Complex { dst, a, b, .. } => {
            read(a, 2);
            read(b, 2);
            write(dst, 2);
        }
        Op::Equal { ty, dst, a, b, .. } => {
            read(a, layouts.size(ty));
            read(b, layouts.size(ty));
            write(dst, 1);
        }
        Op::Not { dst, a } | Op::Negate { dst, a, .. } | Op::Complement { dst, a, .. } => {
            read(a, 1);
            write(dst, 1);
        }
        Op::NegateFloat { dst, a, n } => {
            read(a, n);
            write(dst, n);
        }
        Op::Jump { .. } | Op::RunDefers | Op::Unreachable => {}
        Op::Branch { condition, .. } => read(condition, 1),
        Op::BranchCompare { a, b, .. } => {
            read(a, 1);
            read(b, 1);
        }
        Op::Alloc { dst, .. } | Op::MakeMap { dst, .. } => write(dst, 1),
        Op::Load { dst, pointer, n, .. } => {
            read(pointer, 1);
            write(dst, n);
        }
        Op::Store { pointer, src, n } => {
            read(pointer, 1);
            read(src, n);
        }
        Op::FieldAddr { dst, pointer, .. } => {
            read(pointer, 1);
            write(dst, 1);
        }
        Op::IndexSlice { dst, slice, index, .. } => {
            read(slice, 2);
            read(index, 1);
            write(dst, 1);
        }
        Op::IndexArray { dst, pointer, index, .. } => {
            read(pointer, 1);
            read(index, 1);
            write(dst, 1);
        }
        Op::IndexValue { dst, src, index, len, size } => {
            read(src, len * size);
            read(index, 1);
            write(dst, size);
        }
        Op::IndexString { dst, src, index, .. } => {
            read(src, 1);
            read(index, 1);
            write(dst, 1);
        }
        Op::MakeInterface { dst, src, n, .. } => {
            read(src, n);
            write(dst, 2);
        }
        Op::TypeAssert { spec } => {
            let spec = &specs.asserts[spec as usize];
            read(spec.src, 2);
            write(spec.dst, layouts.size(spec.to) + spec.ok as u32);
        }
        Op::MakeClosure { dst, list, .. } => {
            specs.lists[list as usize].iter().for_each(|&(src, n)| read(src, n));
            write(dst, 1);
        }
        Op::MakeChan { dst, size, .. } => {
            read(size, 1);
            write(dst, 1);
        }
        Op::MakeSlice { spec } => {
            let spec = &specs.make_slices[spec as usize];
            read(spec.len, 1);
            read(spec.cap, 1);
            write(spec.dst, 2);
        }
        Op::Slice { spec } => {
            let spec = &specs.slices[spec as usize];
            let is_slice = matches!(spec.of, crate::code::Sliced::Slice { .. });
            read(spec.src, if is_slice { 2 } else { 1 });
            [spec.low, spec.high, spec.max].into_iter().flatten().for_each(|src| read(src, 1));
            write(spec.dst, if matches!(spec.of, crate::code::Sliced::String) { 1 } else { 2 });
        }
        Op::ArrayPointer { dst, src, .. } => {
            read(src, 2);
            write(dst, 1);
        }
        Op::Convert { dst, src, from, to } => {
            read(src, layouts.size(from));
            write(dst, layouts.size(to));
        }
        // Keys and values of maps: their sizes are those of the map type's parts, which the caller's `ty` names.
        Op::Lookup { dst, map, key, ty, ok } => {
            let (k, v) = layouts.map_sizes(ty);
            read(map, 1);
            read(key, k);
            write(dst, v + ok as u32);
        }
        Op::MapUpdate { map, key, value, ty } => {
            let (k, v) = layouts.map_sizes(ty);
            read(map, 1);
            read(key, k);
            read(value, v);
        }
        Op::RangeMap { dst, map } => {
            read(map, 1);
            write(dst, 2);
        }
        Op::RangeString { dst, src } => {
            read(src, 1);
            write(dst, 2);
        }
        Op::NextString { dst, iterator } => {
            read(Src::register(iterator), 2);
            write(dst, 3);
        }
        Op::NextMap { dst, iterator, ty } => {
            read(Src::register(iterator), 2);
            write(dst, layouts.size(ty));
        }
        Op::Call { spec } | Op::Go { spec } | Op::Defer { spec, .. } => {
            let call = &specs.calls[spec as usize];
            match call.target {
                crate::code::Target::Dynamic(src) => read(src, 1),
                crate::code::Target::Method(src, _) => read(src, 2),
                crate::code::Target::Code(_) => {}
            }
            call.arguments.iter().for_each(|&(src, n)| read(src, n));
            if let Op::Defer { stack, .. } = *op {
                read(stack, 1);
            }
            write(call.dst, call.results);
        }
        Op::Return { list } => specs.lists[list as usize].iter().for_each(|&(src, n)| read(src, n)),
        Op::Panic { src } => read(src, 2),
        Op::Send { channel, src, n } => {
            read(channel, 1);
            read(src, n);
        }
        Op::Receive { dst, channel, element, ok } => {
            read(channel, 1);
            write(dst, layouts.size(element) + ok as u32);
        }
        Op::Select { spec } => {
            let spec = &specs.selects[spec as usize];
            write(spec.dst, 2);
            for case in &spec.cases {
                read(case.channel, 1);
                match case.send {
                    Some((src, n)) => read(src, n),
                    None => write(case.dst, layouts.size(case.element)),
                }
            }
        }
        Op::LenSlice { dst, src } | Op::CapSlice { dst, src } => {
            read(src, 2);
            write(dst, 1);
        }
        Op::LenString { dst, src } => {
            read(src, 1);
            write(dst, 1);
        }
        Op::Close { channel } => read(channel, 1),
        Op::RangePanic { state } => read(state, 1),
        Op::Recover { dst } => write(dst, 2),
        Op::Mark { .. } => {}
        Op::Observe { observation } => match &specs.observations[observation as usize] {
            Observation::Node { name, id } => {
                name.err().into_iter().chain(*id).for_each(|src| read(src, 1));
            }
            Observation::Watch { pointer, .. } => read(*pointer, 1),
            Observation::Passed { name } => name.err().into_iter().for_each(|src| read(src, 1)),
        },
        Op::Builtin { spec } => {
            let spec = &specs.builtins[spec as usize];
            spec.arguments.iter().for_each(|&(src, ty)| read(src, layouts.size(ty)));
            if let Some(ty) = spec.result {
                write(spec.dst, layouts.size(ty));
            }
        }
        // Nothing is written if everything is known; and then nothing of that is read.
        Op::IfUnknown { .. } => read(Src::register(0), code.parameters),
        Op::Begin | Op::Native { .. } | Op::External { .. } | Op::Behave { .. } | Op::Opaque { .. } => {
            read(Src::register(0), code.parameters);
            write(code.parameters, code.results);
        }
    }
}
