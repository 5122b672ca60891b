//! Formulas in negation normal form, each distinct one stored once.
//!
//! Only literals, `and`, `or`, `X`, `U` and `R` are left; negations stand at atoms only. Building a formula simplifies it:
//! units, duplicates and contradictions go, and so do operators over formulas that are already about "from
//! some time on" or "again and again" (Etessami and Holzmann, *Optimizing Büchi automata*, section 3).

use indexmap::IndexSet;

use crate::formula::{BinaryOperator, Formula, UnaryOperator};

/// A formula in a [`Store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Id(pub(crate) u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    True,
    False,
    /// An atom's number, and whether it must hold.
    Literal(u32, bool),
    /// At least two, sorted, none of them `And`.
    And(Vec<Id>),
    /// At least two, sorted, none of them `Or`.
    Or(Vec<Id>),
    Next(Id),
    Until(Id, Id),
    Release(Id, Id),
}

/// The formulas made so far.
pub(crate) struct Store {
    nodes: IndexSet<Node>,
    /// The atoms' names; an atom's number is its place.
    pub(crate) atoms: Vec<std::sync::Arc<str>>,
}

impl Store {
    pub(crate) const TRUE: Id = Id(0);
    pub(crate) const FALSE: Id = Id(1);

    pub(crate) fn new(atoms: Vec<std::sync::Arc<str>>) -> Self {
        let nodes = [Node::True, Node::False].into_iter().collect();
        Self { nodes, atoms }
    }

    pub(crate) fn node(&self, id: Id) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Every `U` formula made so far.
    pub(crate) fn untils(&self) -> impl Iterator<Item = Id> + '_ {
        (0u32..)
            .zip(&self.nodes)
            .filter(|(_, node)| matches!(node, Node::Until(..)))
            .map(|(index, _)| Id(index))
    }

    fn intern(&mut self, node: Node) -> Id {
        Id(self.nodes.insert_full(node).0 as u32)
    }

    /// `formula`, or its negation when `positive` is false.
    pub(crate) fn build(&mut self, formula: &Formula, positive: bool) -> Id {
        use BinaryOperator as B;
        use UnaryOperator as U;
        match formula {
            Formula::True => self.constant(positive),
            Formula::False => self.constant(!positive),
            Formula::Atom(name) => {
                let place = self.atoms.iter().position(|atom| atom == name);
                let atom = place.unwrap_or_else(|| {
                    self.atoms.push(name.clone());
                    self.atoms.len() - 1
                });
                self.intern(Node::Literal(atom as u32, positive))
            }
            Formula::Not(inner) => self.build(inner, !positive),
            Formula::Unary(U::Next, inner) => {
                let inner = self.build(inner, positive);
                self.next(inner)
            }
            Formula::Unary(operator, inner) => {
                let inner = self.build(inner, positive);
                if (*operator == U::Finally) == positive {
                    self.until(Self::TRUE, inner)
                } else {
                    self.release(Self::FALSE, inner)
                }
            }
            Formula::Binary(operator, left, right) => match operator {
                B::And | B::Or => {
                    let operands = [self.build(left, positive), self.build(right, positive)];
                    if (*operator == B::And) == positive { self.and(&operands) } else { self.or(&operands) }
                }
                B::Implies => {
                    let operands = [self.build(left, !positive), self.build(right, positive)];
                    if positive { self.or(&operands) } else { self.and(&operands) }
                }
                B::Iff | B::Xor => {
                    let same = (*operator == B::Iff) == positive;
                    let (left_true, left_false) = (self.build(left, true), self.build(left, false));
                    let (right_true, right_false) = (self.build(right, true), self.build(right, false));
                    let (one, other) = if same {
                        (self.and(&[left_true, right_true]), self.and(&[left_false, right_false]))
                    } else {
                        (self.and(&[left_true, right_false]), self.and(&[left_false, right_true]))
                    };
                    self.or(&[one, other])
                }
                B::Until | B::Release => {
                    let (left, right) = (self.build(left, positive), self.build(right, positive));
                    if (*operator == B::Until) == positive {
                        self.until(left, right)
                    } else {
                        self.release(left, right)
                    }
                }
                // a W b = b R (a | b), a M b = b U (a & b); their negations are each other's duals.
                B::WeakUntil | B::StrongRelease => {
                    let (left, right) = (self.build(left, positive), self.build(right, positive));
                    if (*operator == B::WeakUntil) == positive {
                        let either = self.or(&[left, right]);
                        self.release(right, either)
                    } else {
                        let both = self.and(&[left, right]);
                        self.until(right, both)
                    }
                }
            },
        }
    }

    fn constant(&self, value: bool) -> Id {
        if value { Self::TRUE } else { Self::FALSE }
    }

    pub(crate) fn and(&mut self, operands: &[Id]) -> Id {
        self.junction(operands, true)
    }

    pub(crate) fn or(&mut self, operands: &[Id]) -> Id {
        self.junction(operands, false)
    }

    fn junction(&mut self, operands: &[Id], conjunction: bool) -> Id {
        let (unit, zero) = if conjunction { (Self::TRUE, Self::FALSE) } else { (Self::FALSE, Self::TRUE) };
        let mut flat = Vec::new();
        for &operand in operands {
            match self.node(operand) {
                Node::And(inner) if conjunction => flat.extend(inner),
                Node::Or(inner) if !conjunction => flat.extend(inner),
                _ if operand == unit => {}
                _ if operand == zero => return zero,
                _ => flat.push(operand),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        let clash = flat.iter().any(|&id| match *self.node(id) {
            Node::Literal(atom, positive) => self
                .nodes
                .get_index_of(&Node::Literal(atom, !positive))
                .is_some_and(|other| flat.contains(&Id(other as u32))),
            _ => false,
        });
        match flat.as_slice() {
            _ if clash => zero,
            [] => unit,
            [one] => *one,
            _ if conjunction => self.intern(Node::And(flat)),
            _ => self.intern(Node::Or(flat)),
        }
    }

    pub(crate) fn next(&mut self, inner: Id) -> Id {
        match inner {
            Self::TRUE | Self::FALSE => inner,
            _ => self.intern(Node::Next(inner)),
        }
    }

    pub(crate) fn until(&mut self, left: Id, right: Id) -> Id {
        if right == Self::TRUE || right == Self::FALSE || left == Self::FALSE || left == right {
            return right;
        }
        if self.eventual(right) {
            return right;
        }
        self.intern(Node::Until(left, right))
    }

    pub(crate) fn release(&mut self, left: Id, right: Id) -> Id {
        if right == Self::TRUE || right == Self::FALSE || left == Self::TRUE || left == right {
            return right;
        }
        if self.universal(right) {
            return right;
        }
        self.intern(Node::Release(left, right))
    }

    /// Whether putting anything before a word that satisfies the formula satisfies it too.
    fn eventual(&self, id: Id) -> bool {
        match self.node(id) {
            Node::True | Node::False => true,
            Node::Literal(..) => false,
            Node::And(inner) | Node::Or(inner) => inner.iter().all(|&id| self.eventual(id)),
            Node::Next(inner) => self.eventual(*inner),
            Node::Until(left, right) => *left == Self::TRUE || self.eventual(*right),
            Node::Release(left, right) => self.eventual(*left) && self.eventual(*right),
        }
    }

    /// Whether every suffix of a word that satisfies the formula satisfies it too.
    fn universal(&self, id: Id) -> bool {
        match self.node(id) {
            Node::True | Node::False => true,
            Node::Literal(..) => false,
            Node::And(inner) | Node::Or(inner) => inner.iter().all(|&id| self.universal(id)),
            Node::Next(inner) => self.universal(*inner),
            Node::Until(left, right) => self.universal(*left) && self.universal(*right),
            Node::Release(left, right) => *left == Self::FALSE || self.universal(*right),
        }
    }

    /// Whether no `U` occurs, so that every violation shows after finitely many steps.
    pub(crate) fn safety(&self, id: Id) -> bool {
        match self.node(id) {
            Node::True | Node::False | Node::Literal(..) => true,
            Node::And(inner) | Node::Or(inner) => inner.iter().all(|&id| self.safety(id)),
            Node::Next(inner) => self.safety(*inner),
            Node::Until(..) => false,
            Node::Release(left, right) => self.safety(*left) && self.safety(*right),
        }
    }
}

/// Whether `formula` is a safety formula by its syntax: whatever breaks it, a finite prefix shows it.
pub fn is_safety(formula: &Formula) -> bool {
    let mut store = Store::new(Vec::new());
    let id = store.build(formula, true);
    store.safety(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn safety_is_seen_through_negations() {
        let safety = |text: &str| is_safety(&parse(text).unwrap().formula);
        assert!(safety("G (a -> X b)"));
        assert!(safety("!F a"));
        assert!(safety("a W b"));
        assert!(!safety("a U b"));
        assert!(!safety("G F a"));
        assert!(!safety("a M b"));
    }
}
