//! What the older tool got wrong about protocols, and the lints.

mod common;

use common::{lts_of, size};
use vtrace_property::{FiniteRuns, Options};
use vtrace_protocol::{
    Event, GenerateError, GenerateOptions, Instance, Liberal, Lts, ModuleKind, Monitor, Parameters, Property,
    Protocol, Source, Specification, Termination, generate_go, generate_rust, parameter_value,
};

fn holds(lts: &Lts, formula: &str) -> bool {
    holds_by(lts, formula, FiniteRuns::Stutter)
}

fn holds_by(lts: &Lts, formula: &str, finite_runs: FiniteRuns) -> bool {
    let options = Options { finite_runs, ..Options::default() };
    let property = Property::parse(formula).unwrap();
    property.check(&Specification::new(lts), &lts.names, &options).unwrap().counterexample.is_none()
}

fn session(body: &str) -> Lts {
    lts_of(&format!("(defroles :a :b :c) (defsession :s [] {body})"))
}

#[test]
fn properties_of_protocols_that_end_do_not_hold_vacuously() {
    let lts = session("(-->> T :a :b)");
    assert!(!holds(&lts, "F \"c SEND *\""));
    assert!(holds_by(&lts, "F \"c SEND *\"", FiniteRuns::Ignore));
    assert!(holds(&lts, "F terminated"));
    assert!(holds_by(&lts, "F (\"b RECV T\" & !X true)", FiniteRuns::Ltlf));
}

#[test]
fn what_happens_on_the_way_does_not_count_for_the_cycle() {
    let lts = session("(cat (-->> T :a :b) (omega (-->> T :b :a)))");
    assert!(holds(&lts, "F G !\"a SEND *\""));
}

#[test]
fn all_eventualities_count() {
    let lts = session("(omega (alt (-->> T :a :b) (-->> T :b :a)))");
    assert!(!holds(&lts, "!(G F \"a SEND *\" & G F \"b SEND *\")"));
    let only_a = session("(omega (-->> T :a :b))");
    assert!(holds(&only_a, "!(G F \"a SEND *\" & G F \"b SEND *\")"));
}

#[test]
fn an_ambiguous_choice_loses_nothing() {
    // The first match would never let `c` hear anything.
    let lts = session("(alt (cat (--> T :a :b) (--> T :b :a)) (cat (--> T :a :b) (--> T :b :c)))");
    assert!(!holds(&lts, "G !\"c RECV *\""));
    let deterministic = lts.determinised();
    assert!(deterministic.ambiguities().is_empty());
    assert!(!holds(&deterministic, "G !\"c RECV *\""));
    assert_eq!(size(&deterministic), (3, 3));
}

#[test]
fn what_the_queues_hold_is_part_of_a_state() {
    // Both branches come to the same place in the text, with different messages under way.
    let lts = session("(par (cat (alt (-->> T :a :b) (-->> U :a :b)) (-->> V :b :a)))");
    assert!(holds(&lts, "G (\"a SEND <T> TO b\" -> F \"b RECV <T> FROM a\")"));
    assert!(holds(&lts, "G (\"a SEND <U> TO b\" -> G !\"b RECV <T> FROM a\")"));
    assert!(!holds(&lts, "G !\"b RECV <U>\""));
    let liberal = Liberal::new(&lts, 1_000).unwrap();
    let property = Property::parse("G (\"a SEND <T> TO b\" -> F \"b RECV <T> FROM a\")").unwrap();
    assert!(property.check(&liberal, &lts.names, &Options::default()).unwrap().counterexample.is_none());
}

#[test]
fn messages_that_are_values_can_be_asked_for() {
    let lts = session("(alt (-->> \"ok\" :a :b) (-->> 7 :a :b))");
    assert!(holds(&lts, "F (\"b RECV ok FROM a\" | \"b RECV 7 FROM a\")"));
    assert!(holds(&lts, "F ('b RECV \"ok\"' | 'b RECV 7')"));
    assert!(!holds(&lts, "F \"b RECV ok\""));
}

fn lint(text: &str) -> vtrace_protocol::Lints {
    let protocol = Protocol::parse(Source::new("test.dcj", text)).unwrap();
    Lts::build(&protocol, None, &Default::default(), 1_000).unwrap().lints(&protocol)
}

fn kinds(text: &str) -> Vec<&'static str> {
    lint(text).findings.iter().map(|finding| finding.kind).collect()
}

#[test]
fn lints_find_what_is_wrong() {
    assert_eq!(kinds("(defsession :s [] (-->> T :a :b))"), [""; 0]);
    assert_eq!(kinds("(defsession :s [] (cat (--> T :a :b) (alt)))"), ["deadlock"]);
    assert_eq!(kinds("(defroles :a :b :c) (defsession :s [] (-->> T :a :b))"), ["idle-role"]);
    assert_eq!(kinds("(defsession :s [] (if true (--> T :a :b) (--> U :a :b)))"), ["unreachable"]);
    assert_eq!(
        kinds("(defsession :s [] (alt (cat (--> T :a :b) (--> T :b :a)) (cat (--> T :a :b) (--> T :b :c))))"),
        ["ambiguous-choice"]
    );
    // The same form twice is no ambiguity: nobody could tell.
    assert_eq!(kinds("(defsession :s [] (alt (--> T :a :b) (--> T :a :b)))"), [""; 0]);
    assert_eq!(kinds("(defsession :s [] (graph des (0 1 2) (0 \"!(T,a,b)\" 1)))"), ["orphan-message"]);
    assert_eq!(kinds("(defsession :s [] (graph des (0 1 2) (0 \"?(a,b)\" 1)))"), ["receive-before-send"]);
    assert_eq!(kinds("(defsession :s [] (graph des (0 1 1) (0 \"!(T,a,b)\" 0)))"), ["unbounded-channel"]);
}

#[test]
fn a_channel_is_not_used_after_it_was_closed() {
    let text = "(defsession :s [] (cat (-->> T :a :b) (close :a :b) (-->> T :b :a) (? (close :a :b))))";
    let lints = lint(text);
    assert_eq!(lints.findings[0].kind, "use-after-close");
    assert_eq!(lints.findings[0].trace, ["!(T,a,b)", "?(a,b)", "C(a,b)", "!(T,b,a)", "?(b,a)", "C(a,b)"]);
    let instance = common::instance_of(text);
    let options = |kind| GenerateOptions { name: "s".into(), kind, package: None, max_states: 1_000 };
    let liberal = generate_go(std::slice::from_ref(&instance), &options(ModuleKind::Liberal));
    assert_eq!(liberal.unwrap_err(), GenerateError::UsedAfterClose("a".into(), "b".into()));
    assert!(generate_go(&[instance], &options(ModuleKind::Strict)).is_ok());
    assert_eq!(kinds("(defsession :s [] (cat (-->> T :a :b) (close :a :b) (close :b :a)))"), [""; 0]);
}

#[test]
fn a_module_for_a_set_has_it_built_in() {
    let text = "(defsession :s [ids n] (cat-every [i ids] (-->> T (:m n) (:w i))))";
    let protocol = Protocol::parse(Source::new("test.dcj", text)).unwrap();
    let instance = |ids: &str| {
        let given = [("ids", ids), ("n", "1")];
        let given = given.map(|(name, text)| (name.to_owned(), parameter_value(text)));
        let parameters: Parameters = given.into_iter().collect();
        Instance { lts: Lts::build(&protocol, None, &parameters, 100).unwrap(), parameters }
    };
    let options =
        GenerateOptions { name: "s".into(), kind: ModuleKind::Liberal, package: None, max_states: 100 };
    let generated = generate_go(&[instance("#{0 2}")], &options).unwrap().text;
    assert!(generated.contains("func New(n int) (*Roles, error) {"), "{generated}");
    let error = generate_go(&[instance("#{0 2}"), instance("#{1}")], &options).unwrap_err();
    assert_eq!(error, GenerateError::Parameter("ids".into()));
}

#[test]
fn without_messages_there_is_no_module() {
    for text in ["(defsession :s [] (end))", "(defsession :s [] (close :a :b))"] {
        for kind in [ModuleKind::Strict, ModuleKind::Liberal] {
            let options = GenerateOptions { name: "s".into(), kind, package: None, max_states: 1_000 };
            let instances = [common::instance_of(text)];
            assert_eq!(generate_go(&instances, &options).unwrap_err(), GenerateError::Empty);
            assert_eq!(generate_rust(&instances, &options).unwrap_err(), GenerateError::Empty);
        }
    }
}

#[test]
fn weak_repetitions_that_pile_up_messages_are_found_without_looking_at_all_states() {
    let unbounded = |body: &str| {
        let text = format!("(defsession :s [] {body})");
        let protocol = Protocol::parse(Source::new("test.dcj", text)).unwrap();
        let found = vtrace_protocol::unbounded_channels(&protocol, None, &Default::default()).unwrap();
        found.iter().map(|one| format!("{}-{} {}", one.from, one.to, one.again.join(" "))).collect::<Vec<_>>()
    };
    assert_eq!(unbounded("(async* (-->> T :a :b))"), ["a-b !(T,a,b)"]);
    assert_eq!(unbounded("(async+ (-->> T :a :b))"), ["a-b !(T,a,b)"]);
    assert_eq!(
        unbounded("(cat (--> T :b :a) (par (async* (-->> T :a :b)) (--> T :c :d)))"),
        ["a-b !(T,a,b)"]
    );
    assert_eq!(unbounded("(loop l [] (async (-->> T :a :b) (recur l)))"), ["a-b !(T,a,b)"]);
    assert_eq!(unbounded("(async (-->> T :a :b) (:s))"), ["a-b !(T,a,b)"]);
    assert_eq!(unbounded("(async* (-->> T :a :b) (-->> U :a :c))"), ["a-c !(T,a,b) ?(a,b) !(U,a,c)"]);
    assert_eq!(
        unbounded("(async* (async (-->> T :a :b) (-->> U :a :c)))"),
        ["a-b !(T,a,b) !(U,a,c)", "a-c !(T,a,b) !(U,a,c)"]
    );
    // The sender waits for an answer, or nothing is weak, or nothing is sent that is not received.
    for bounded in [
        "(async* (-->> T :a :b) (-->> U :b :a))",
        "(* (-->> T :a :b))",
        "(omega (async (-->> T :a :b) (-->> T :a :b)))",
        "(async* (--> T :a :b))",
        "(cat-every [i (range 600)] (-->> T :a :b))",
    ] {
        assert_eq!(unbounded(bounded), [""; 0], "{bounded}");
    }
}

#[test]
fn channels_have_their_exact_bounds() {
    let bound = |text: &str| lint(text).channels[0].bound;
    assert_eq!(bound("(defsession :s [] (-->> T :a :b))"), Some(1));
    assert_eq!(bound("(defsession :s [] (par (-->> T :a :b) (-->> T :a :b) (-->> T :a :b)))"), Some(3));
    assert_eq!(bound("(defsession :s [] (omega (par (-->> T :a :b) (-->> T :a :b))))"), Some(2));
    assert_eq!(
        bound(
            "(defsession :s [] (cat (-->> T :a :b) (* (par (-->> T :a :b) (-->> T :a :b))) (-->> T :a :b)))"
        ),
        Some(2)
    );
}

#[test]
fn termination_is_must_may_or_cannot() {
    assert_eq!(lint("(defsession :s [] (--> T :a :b))").termination, Termination::Must);
    assert_eq!(lint("(defsession :s [] (* (--> T :a :b)))").termination, Termination::May);
    assert_eq!(lint("(defsession :s [] (omega (--> T :a :b)))").termination, Termination::Cannot);
}

#[test]
fn a_monitor_follows_a_run_and_says_what_was_expected() {
    let lts = session("(cat (-->> T :a :b) (-->> U :b :a))");
    let mut monitor = Monitor::new(&lts);
    let event = |text: &str| text.parse::<Event>().unwrap();
    monitor.observe(&event("a SEND T TO b")).unwrap();
    let violation = monitor.observe(&event("b SEND U TO a")).unwrap_err();
    assert_eq!(
        violation.to_string(),
        "event 2: b sends U to a is not allowed here; the protocol allows b receives T from a"
    );
    monitor.observe(&event("b RECV FROM a")).unwrap();
    monitor.observe(&event("b SEND U TO a")).unwrap();
    assert!(!monitor.may_end());
    monitor.observe(&event("a RECV U FROM b")).unwrap();
    assert!(monitor.may_end());
    assert!("a JUMPS T TO b".parse::<Event>().is_err());
}

#[test]
fn handshakes_and_messages_that_cannot_be_told_apart_are_refused() {
    use vtrace_protocol::ModuleKind::{Liberal, Strict};
    let options = |kind| vtrace_protocol::GenerateOptions {
        name: "handshake".into(),
        kind,
        package: None,
        max_states: 100,
    };
    let one_channel = [common::instance_of("(defsession :s [] (--> T :a :b) (-->> U :a :b))")];
    let error = vtrace_protocol::generate_rust(&one_channel, &options(Liberal)).unwrap_err().to_string();
    assert!(error.contains("cannot mix `-->` and `-->>`"), "{error}");
    assert!(vtrace_protocol::generate_rust(&one_channel, &options(Strict)).is_ok());
    let one_message = [common::instance_of("(defsession :s [] (--> T :a :b) (-->> T :a :b))")];
    let error = vtrace_protocol::generate_go(&one_message, &options(Strict)).unwrap_err().to_string();
    assert!(error.contains("T from a to b is both handed over by `-->` and sent by `-->>`"), "{error}");
}

#[test]
fn a_monitor_says_which_names_it_does_not_know() {
    let lts = common::lts_of("(defsession :s [] (-->> T :a :b))");
    let mut monitor = Monitor::new(&lts);
    let error = monitor.observe(&"a SEND U TO c".parse().unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "event 1: a sends U to c is not allowed here (there is no role c, no type U); the protocol allows a sends T to b"
    );
}
