//! What calls of functions that the machine does not execute are to return, so that a run of the real program goes the same way.

use std::collections::BTreeMap;

use vtrace_program::{Basic, Function, Shape};

use crate::machine::Machine;
use crate::state::State;
use crate::unknown::Input;
use crate::value::Value;

/// A result of a call, and the value that a run has chosen for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Given {
    /// The function's name, without its package or type: `Stat`.
    pub function: String,
    /// The line of the call's parenthesis.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// Which result, from 0.
    pub result: usize,
    /// How many the function has.
    pub results: usize,
    /// The value: `n` for nil, `e` for an error, and otherwise the kind and the value: `i-3`, `f0.5`, `sabc`. A boolean is a number; `l2:8` is a
    /// slice of two elements of eight bytes each.
    pub value: String,
}

impl Machine {
    /// The results of external calls that were chosen in a run, as far as they are simple values. Where calls at one place are to give
    /// different ones, none is given.
    pub fn given(&self, state: &State) -> Vec<Given> {
        let mut all: BTreeMap<(u32, u32, usize), Option<Given>> = BTreeMap::new();
        for (id, values) in state.bindings.iter().filter(|(id, _)| !self.program.terms.is_usual(*id)) {
            if let Some(given) = self.given_result(*id, values) {
                let known = all.entry((given.line, given.column, given.result));
                known
                    .and_modify(|known| *known = known.take().filter(|known| *known == given))
                    .or_insert(Some(given));
            }
        }
        all.into_values().flatten().collect()
    }

    /// The result that an input is, if it is one of an external call.
    pub(crate) fn given_result(&self, id: u32, values: &[Value]) -> Option<Given> {
        let input = self.program.terms.input_at(id)?;
        let externals = self.program.image.functions.iter().filter(|function| !function.has_body());
        externals.into_iter().find_map(|function| self.result_of(function, input, values))
    }

    /// The result that an input is, if it is one of this function's: inputs are named after calls.
    fn result_of(&self, function: &Function, input: &Input, values: &[Value]) -> Option<Given> {
        let (_, at) = input.name.strip_prefix(&function.ssa_name)?.strip_prefix('(')?.rsplit_once(")@")?;
        let (at, result) = match at.split_once('#') {
            Some((at, result)) => (at, result.parse().ok()?),
            None => (at, 0),
        };
        let (line, column) = at.split_once(':')?;
        let plain = function.name.rsplit('.').next().unwrap_or(&function.name);
        Some(Given {
            function: plain.to_string(),
            line: line.parse().ok()?,
            column: column.parse().ok()?,
            result,
            results: function.results.len(),
            value: self.in_short(input, values)?,
        })
    }

    fn in_short(&self, input: &Input, values: &[Value]) -> Option<String> {
        let ty = self.program.image.ty(input.ty);
        Some(match (&ty.shape, values) {
            (Shape::Basic(Basic::String), [Value::Str(s)]) => format!("s{}", self.program.strings.text(*s)),
            (Shape::Basic(_), [Value::Int(i)]) => format!("i{i}"),
            (Shape::Basic(_), [Value::Float(bits)]) => format!("f{}", f64::from_bits(*bits)),
            (Shape::Interface(_), [Value::Type(of), _])
                if ty.name == "error" && Some(*of) == self.program.opaque.ty =>
            {
                "e".to_string()
            }
            (Shape::Slice(of), [_, Value::Len(len, _)]) if *len > 0 => {
                format!("l{len}:{}", self.program.image.ty(*of).size)
            }
            (Shape::Interface(_) | Shape::Pointer(_) | Shape::Slice(_) | Shape::Map(..), values)
                if values.first() == Some(&Value::Nil) =>
            {
                "n".to_string()
            }
            _ => return None,
        })
    }
}
