//! Interfaces: type assertions and what implements what.

use vtrace_program::{Shape, TypeId};

use crate::compare;
use crate::exec::{Exec, Slots, type_name};
use crate::fault::{Fault, PanicClass, RuntimePanic};
use crate::program::Program;
use crate::value::Value;

impl Exec<'_> {
    pub(crate) fn type_assert(&mut self, base: usize, spec: u32) -> Result<(), Fault> {
        let program = self.program;
        let spec = &program.specs.asserts[spec as usize];
        let value =
            [self.resolve(self.slot(base, spec.src)), self.resolve(self.slot(base, spec.src.offset(1)))];
        let dynamic = match value[0] {
            Value::Type(ty) => Some(ty),
            Value::Unknown(term) => return Err(Fault::Unknown(term)),
            _ => None,
        };
        let failure = match dynamic {
            None => Some(String::new()),
            Some(ty) if spec.interface => missing_method(program, ty, spec.to),
            Some(ty) => (ty != spec.to).then(String::new),
        };
        let size = program.layouts.size(spec.to);
        let mut result = Slots::new();
        match (&failure, dynamic) {
            (None, Some(_)) if spec.interface => result.extend_from_slice(&value),
            (None, Some(ty)) => result.extend_from_slice(compare::unbox(program, self.heap, ty, &value[1])),
            _ if spec.ok => {
                let mut zero = Vec::with_capacity(size as usize);
                program.layouts.zero(&program.image, spec.to, &mut zero);
                result.extend_from_slice(&zero);
            }
            (_, None) if spec.check => return Err(Fault::nil()),
            _ => {
                let missing = failure.unwrap_or_default();
                return Err(assertion_fault(program, spec.from, dynamic, spec.to, spec.interface, &missing));
            }
        }
        if spec.ok {
            result.push(Value::bool(failure.is_none()));
        }
        self.set_slots(base, spec.dst, &result);
        Ok(())
    }
}

/// The name of the first method of interface `interface` that the concrete type `ty` lacks.
pub(crate) fn missing_method(program: &Program, ty: TypeId, interface: TypeId) -> Option<String> {
    let Shape::Interface(methods) = &program.image.ty(interface).shape else { return None };
    methods
        .iter()
        .filter(|&&method| program.method(ty, method).is_none())
        .map(|method| program.image.methods[method.index()].name.clone())
        .min()
}

fn assertion_fault(
    program: &Program,
    from: TypeId,
    dynamic: Option<TypeId>,
    to: TypeId,
    interface: bool,
    missing: &str,
) -> Fault {
    let (from, to_name) = (type_name(program, from), type_name(program, to));
    let text = match dynamic {
        None if interface => format!("interface conversion: interface is nil, not {to_name}"),
        None => format!("interface conversion: {from} is nil, not {to_name}"),
        Some(ty) if interface => {
            let ty = type_name(program, ty);
            format!("interface conversion: {ty} is not {to_name}: missing method {missing}")
        }
        Some(ty) => {
            let name = type_name(program, ty);
            let mut text = format!("interface conversion: {from} is {name}, not {to_name}");
            if name == to_name {
                let same = program.image.ty(ty).package == program.image.ty(to).package;
                text +=
                    if same { " (types from different scopes)" } else { " (types from different packages)" };
            }
            text
        }
    };
    Fault::Panic(RuntimePanic { class: PanicClass::Assertion, text })
}
