use vtrace_protocol::*;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    for arg in args {
        let (file, n) = arg.split_once('@').map_or((arg.as_str(), None), |(f, n)| (f, Some(n)));
        let p = Protocol::parse(Source::new(file, std::fs::read_to_string(file).unwrap()));
        let p = match p {
            Ok(p) => p,
            Err(e) => {
                println!("{e}");
                continue;
            }
        };
        let mut params = Parameters::new();
        if let Some(n) = n {
            params.insert("n".into(), parameter_value(n));
        }
        match Lts::build(&p, None, &params, 3000) {
            Ok(l) => {
                let m = l.minimised();
                let d = l.determinised();
                println!(
                    "{file}: {}/{} minimal {}/{} det {}/{}",
                    l.states(),
                    l.transition_count(),
                    m.states(),
                    m.transition_count(),
                    d.states(),
                    d.transition_count()
                );
            }
            Err(e) => println!("{e}"),
        }
    }
}
