//! The language: what each form means, and what is said about a form that means nothing.

mod common;

use common::{first, lts_of, size, try_lts};
use vtrace_protocol::{Lts, Protocol, Source, Value, parameter_value};

/// The size of a session with this body.
fn body(text: &str) -> vtrace_protocol::Lts {
    lts_of(&format!("(defroles :a :b :c) (defsession :s [] {text})"))
}

fn ends(text: &str) -> bool {
    body(text).may_terminate[0]
}

#[test]
fn an_asynchronous_message_is_a_send_and_then_a_receive() {
    let lts = body("(-->> T :a :b)");
    assert_eq!(size(&lts), (3, 2));
    assert_eq!(first(&lts), ["!(T,a,b)"]);
    assert_eq!(lts.transitions[1][0].0.text(&lts.names), "?(a,b)");
    assert_eq!(first(&body("(--> T :a :b)")), ["(T,a,b)"]);
    assert_eq!(first(&body("(close :a :b)")), ["C(a,b)"]);
    assert_eq!(first(&body("(-->> :a :b)")), ["!(Object,a,b)"]);
}

#[test]
fn every_operator_may_have_the_prefix_of_its_library() {
    let plain = body("(cat (-->> T :a :b) (alt (--> U :b :a) (end)))");
    let prefixed = lts_of(
        "(s/defrole ::a) (s/defthread ::b) (s/defsession ::s [] (s/cat (s/-->> T ::a ::b) (s/alt (s/--> U ::b ::a) (s/skip))))",
    );
    assert_eq!(plain.to_aut(true), prefixed.to_aut(true));
}

#[test]
fn parameters_can_be_collections_and_roles() {
    let protocol = Protocol::parse(Source::new(
        "test.dcj",
        "(defsession :s [ids boss] (cat-every [i ids] (--> T boss (:w i))))",
    ))
    .unwrap();
    let labels = |ids: &str, boss: &str| {
        let given = [("ids", ids), ("boss", boss)];
        let given = given.map(|(name, text)| (name.to_owned(), parameter_value(text)));
        let lts = Lts::build(&protocol, None, &given.into_iter().collect(), 100).unwrap();
        lts.transitions.iter().flatten().map(|(label, _)| label.text(&lts.names)).collect::<Vec<_>>()
    };
    assert_eq!(labels("#{4 2}", ":m"), ["(T,m,w[2])", "(T,m,w[4])"]);
    assert_eq!(labels("[4 2]", "m"), ["(T,m,w[4])", "(T,m,w[2])"]);
    assert_eq!(labels("(range 2)", "\"m\""), ["(T,m,w[0])", "(T,m,w[1])"]);
    assert_eq!(parameter_value("3"), Value::Integer(3));
    assert_eq!(parameter_value("(what"), Value::Text("(what".into()));
}

#[test]
fn a_sequence_moves_its_head_and_its_tail_if_the_head_may_end() {
    assert_eq!(first(&body("(cat (? (--> T :a :b)) (--> U :b :a))")), ["(T,a,b)", "(U,b,a)"]);
    assert_eq!(first(&body("[(--> T :a :b) (--> U :b :a)]")), ["(T,a,b)"]);
    assert!(ends("(cat (end) (* (--> T :a :b)))"));
    assert!(!ends("(cat (end) (+ (--> T :a :b)))"));
}

#[test]
fn repetitions_are_loops() {
    assert_eq!(size(&body("(* (--> T :a :b))")), (2, 2));
    assert_eq!(size(&body("(omega (--> T :a :b))")), (2, 2));
    assert!(ends("(* (--> T :a :b))") && !ends("(omega (--> T :a :b))") && !ends("(ω (--> T :a :b))"));
    assert_eq!(size(&body("(+ (--> T :a :b))")), (2, 2));
    assert!(ends("(? (--> T :a :b))"));
    assert_eq!(
        body("(* (--> T :a :b))").to_aut(true),
        body("(loop l [] (alt (cat (--> T :a :b) (recur l)) (end)))").to_aut(true)
    );
}

#[test]
fn parallel_branches_interleave_and_alternatives_exclude() {
    assert_eq!(size(&body("(par (-->> T :a :b) (-->> T :b :c))")), (9, 12));
    assert_eq!(size(&body("(alt (--> T :a :b) (--> U :a :b))")), (2, 2));
    assert_eq!(size(&body("(par (--> T :a :b) (end))")), (2, 1));
    let stuck = body("(alt-every [i (range 0)] (--> T :a :b))");
    assert_eq!((size(&stuck), stuck.may_terminate[0]), ((1, 0), false));
    assert!(
        ends("(cat-every [i (range 0)] (--> T :a :b))") && ends("(par-every [i (range 0)] (--> T :a :b))")
    );
}

#[test]
fn a_weak_sequence_lets_roles_go_ahead_that_the_head_does_not_need() {
    assert_eq!(first(&body("(async (--> T :a :b) (--> U :b :c))")), ["(T,a,b)"]);
    assert_eq!(first(&body("(async (-->> T :a :b) (-->> U :c :a))")), ["!(T,a,b)", "!(U,c,a)"]);
    // The receiver has not received, but the sender is done with the first message.
    let lts = body("(async (-->> T :a :b) (-->> U :a :b))");
    let second: Vec<String> = lts.transitions[1].iter().map(|(label, _)| label.text(&lts.names)).collect();
    assert_eq!(second, ["?(a,b)", "!(U,a,b)"]);
    assert_eq!(
        first(&body("(async-every [i (range 2)] (-->> T (:a i) (:b i)))")),
        ["!(T,a[0],b[0])", "!(T,a[1],b[1])"]
    );
}

#[test]
fn iterations_bind_from_left_to_right() {
    let lts = body("(alt-every [i (range 3) j (range i)] (--> T (:a i) (:b j)))");
    assert_eq!(first(&lts), ["(T,a[1],b[0])", "(T,a[2],b[0])", "(T,a[2],b[1])"]);
}

#[test]
fn loops_substitute_their_variables_and_a_missing_one_is_nil() {
    let lts = body("(loop l [x 0 y 1] (if (= y nil) (--> T :b :a) (cat (--> T :a :b) (recur l 1))))");
    assert_eq!(size(&lts), (3, 2));
    let inner = body(
        "(loop outer [i 0] (loop inner [j 0] (if (< j 2) (cat (--> T (:a i) (:b j)) (recur inner (inc j))) (if (< i 1) (recur outer (inc i))))))",
    );
    assert_eq!(inner.transition_count(), 4);
    let unnamed = lts_of("(loop [p \"White\" q \"Black\"] (-->> Move p q) (recur q p))");
    assert_eq!(size(&unnamed), (5, 5));
    assert_eq!(first(&unnamed), ["!(Move,White,Black)"]);
}

#[test]
fn unguarded_recursion_adds_nothing() {
    assert_eq!(size(&body("(loop l [] (alt (recur l) (--> T :a :b)))")), (2, 1));
    assert_eq!(size(&body("(:s)")), (1, 0));
    assert!(!ends("(:s)"));
}

#[test]
fn sessions_are_overloaded_by_their_number_of_parameters() {
    let lts =
        lts_of("(defsession :s [x] (--> T (:a x) :b)) (defsession :s [] (cat (:s 1) (session :s [2])))");
    assert_eq!(first(&lts), ["(T,a[1],b)"]);
    assert_eq!(size(&lts), (3, 2));
}

#[test]
fn roles_come_in_every_spelling() {
    let lts = body(
        "(let [r :c] (alt (--> T :a \"b\") (--> T r (:a 1)) (--> T (role :a [2]) (\"b\" 1 2)) (--> T (r 0) (role \"x\"))))",
    );
    assert_eq!(first(&lts), ["(T,a,b)", "(T,c,a[1])", "(T,a[2],b[1,2])", "(T,c[0],x)"]);
    let named = lts_of("(defrole :a \"Alice\") (defsession :s [] (--> T :a :b))");
    assert_eq!(first(&named), ["(T,Alice,b)"]);
}

#[test]
fn expressions_have_their_values() {
    for (expression, value) in [
        ("(+ 1 2 3)", "6"),
        ("(- 5 2 1)", "2"),
        ("(mod -1 4)", "3"),
        ("(/ 6 3)", "2"),
        ("(count (power-set #{1 2 3}))", "8"),
        ("(count (difference #{1 2} #{2}))", "1"),
        ("(long (Math/ceil (Math/sqrt 5)))", "3"),
        ("(if (and true (not false)) 1 2)", "1"),
        ("(if (or nil false) 1 2)", "2"),
        ("(count (filter #(> % 1) (range 4)))", "2"),
        ("(count (remove #{1} (list 1 2 1)))", "1"),
        ("(count (filter (fn [x] (even? x)) (range 4)))", "2"),
        ("(if (#{1 2} 2) 1 0)", "1"),
        ("(Integer/parseInt (str \"1\" \"0\" 1) 2)", "5"),
        ("(str (Integer/toBinaryString 5) 1)", "1011"),
        ("(count (union #{1} #{2} empty-set))", "2"),
        ("(count (disj #{1 2} 1))", "1"),
        ("(let [x 1 y (inc x)] (* x y))", "2"),
        ("(clojure.set/union #{1} #{})", "#{1}"),
    ] {
        let lts = body(&format!("(--> T (:a {expression}) :b)"));
        assert_eq!(first(&lts), [format!("(T,a[{value}],b)")], "{expression}");
    }
}

#[test]
fn functions_can_be_defined() {
    let lts = lts_of(
        "(defn twice [x] (* 2 x)) (defn f [x] (if (< x 10) (f (twice x)) x)) (defsession :s [] (--> T (:a (f 3)) :b))",
    );
    assert_eq!(first(&lts), ["(T,a[12],b)"]);
}

#[test]
fn graphs_are_written_in_line() {
    let lts = body("(graph des (0, 3, 3) (0, \"!(T,a,b)\", 1) (1, \"?(a,b)\", 2) (2, \"C(a,b)\", 0))");
    assert_eq!(size(&lts), (4, 4));
    assert_eq!(first(&lts), ["!(T,a,b)"]);
}

#[test]
fn a_mistake_is_shown_where_it_is() {
    let error = |text: &str| try_lts(text).unwrap_err();
    assert_eq!(
        error("(defsession :s []\n  (cat (-->> T :a :b)\n       (atl (end))))"),
        "test.dcj:3:9: `atl` is not an operator of the language\n  |\n3 |        (atl (end))))\n  |         ^^^"
    );
    for (text, place, message) in [
        ("(defsession :s [] (-->> T :a :b)", "1:1", "never closed"),
        ("(defsession :s [] (--> T :a :b)))", "1:33", "nothing is open"),
        ("(defsession :s [] (--> T :a]", "1:28", "`)` is expected"),
        ("(defsession :s [] (--> T :a))\n", "1:24", "`T` is no variable here; a role is written `:T`"),
        ("(defsession :s [] (--> T :a :a))", "1:26", "cannot communicate with itself"),
        ("(defsession :s [] (:t))", "1:19", "no session is called `t`"),
        ("(defsession :s [] (:s 1))", "1:19", "takes 0 arguments, not 1"),
        ("(defsession :s [] (recur l))", "1:19", "no loop is around"),
        ("(defsession :s [] (--> T (:a x) :b))", "1:30", "`x` is not known here"),
        ("(defsession :s [] (--> T (:a (/ 1 0)) :b))", "1:30", "divides by zero"),
        ("(defsession :s [] (--> T (:a (foo 1)) :b))", "1:30", "no function is called `foo`"),
        ("(defsession :s [] (--> T (:a (inc :x)) :b))", "1:30", "`inc` cannot be applied to :x (a key)"),
        ("(defsession :s [] (if))", "1:19", "`if` takes"),
        ("(defsession :s [] (loop l [x] (end)))", "1:27", "come in pairs"),
        ("(defsession :s [] (ins :t))", "1:20", "not part of the language"),
        ("(defsession :s [] (graph des (0 1 1)))", "1:33", "1 transitions, but there are 0"),
        ("(defsession :s [] (graph des (0 1 1) (0 \"x\" 0)))", "1:41", "a label is"),
        ("(defsession :s [n] (end))", "1:1", "no session takes no parameters; there is s [n]"),
        ("\"unclosed", "1:1", "never closed"),
        ("", "1:1", "defines no session"),
        ("(defn f [x] (f x)) (defsession :s [] (--> T (:a (f 1)) :b))", "1:13", "call each other more than"),
        ("(defsession :s [] (loop l [i 0] (alt (recur l (inc i)) (end))))", "1:1", "before any action"),
        (
            "(defsession :s [] (loop l [i 0] (cat (--> T :a :b) (recur l (inc i)))))",
            "1:1",
            "more than 2000 states",
        ),
        ("(defsession :s [] (par-every [i (range 1000000000)] (--> T :a :b)))", "1:33", "too long"),
        ("(defsession :s [] (--> T :a (:b (power-set (range 40)))))", "1:33", "too large"),
    ] {
        let error = error(text);
        assert!(
            error.starts_with(&format!("test.dcj:{place}:")) && error.contains(message),
            "{text}\n{error}"
        );
    }
    assert!(error(&"(".repeat(100_000)).contains("nested more than"));
}

#[test]
fn garbage_is_refused_without_a_panic() {
    let pieces = [
        "(",
        ")",
        "[",
        "]",
        "#{",
        "}",
        "#(",
        "\"",
        ";",
        ":a",
        "::",
        "s",
        "-->>",
        "cat",
        "alt",
        "par",
        "loop",
        "recur",
        "l",
        "if",
        "let",
        "every",
        "par-every",
        "range",
        "1",
        "-9223372036854775808",
        "99999999999999999999",
        "é",
        " ",
        "\n",
        "defsession",
        "defrole",
        "T",
        "nil",
        "%",
        "1e999",
        ",",
        "'",
        "graph",
        "des",
        "*",
        "mod",
        "0",
    ];
    let mut seed = 7u64;
    let mut random = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound
    };
    for _ in 0..4_000 {
        let mut text = String::from("(defsession :s [] ");
        for _ in 0..random(25) {
            text.push_str(pieces[random(pieces.len())]);
            text.push(' ');
        }
        let _ = try_lts(&text);
    }
    // Files that are nearly right.
    let examples = common::PROTOCOLS
        .map(|(name, n)| (std::fs::read_to_string(common::folder().join(format!("{name}.dcj"))).unwrap(), n));
    let good = "(defroles :a :b) (defsession :s [] (loop l [i 0] (if (< i 3) (cat (-->> T (:a i) :b) (recur l (inc i))))))";
    for round in 0..6_000 {
        let example = &examples[round % examples.len()];
        let (good, n) = if round < 4_000 { (good, None) } else { (example.0.as_str(), example.1) };
        let mut bytes = good.as_bytes().to_vec();
        for _ in 0..=random(3) {
            let place = random(bytes.len());
            match random(3) {
                0 => {
                    bytes.remove(place);
                }
                1 => bytes.insert(place, b"()[]{}#:0a \""[random(12)]),
                _ => bytes[place] = b"()[]{}#:0a \""[random(12)],
            }
        }
        let _ = common::try_lts_with(&String::from_utf8_lossy(&bytes), n);
    }
}
