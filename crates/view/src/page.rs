//! The page: one HTML file with its styles and scripts inside, whether it is served or written to disk.
//!
//! The scripts are ES modules, so that an editor and the type checker understand them; here their imports and exports are
//! struck out, and they are put one after the other. Top-level names are therefore unique over all of them.

/// The modules, each after those that it imports.
const MODULES: &[(&str, &str)] = &[
    ("dom.js", include_str!("../page/dom.js")),
    ("model.js", include_str!("../page/model.js")),
    ("golang.js", include_str!("../page/golang.js")),
    ("rows.js", include_str!("../page/rows.js")),
    ("minimap.js", include_str!("../page/minimap.js")),
    ("lanes.js", include_str!("../page/lanes.js")),
    ("source.js", include_str!("../page/source.js")),
    ("inspector.js", include_str!("../page/inspector.js")),
    ("exports.js", include_str!("../page/exports.js")),
    ("pattern.js", include_str!("../page/pattern.js")),
    ("search.js", include_str!("../page/search.js")),
    ("explore.js", include_str!("../page/explore.js")),
    ("network.js", include_str!("../page/network.js")),
    ("compare.js", include_str!("../page/compare.js")),
    ("run.js", include_str!("../page/run.js")),
    ("layout.js", include_str!("../page/layout.js")),
    ("edges.js", include_str!("../page/edges.js")),
    ("graph.js", include_str!("../page/graph.js")),
    ("progress.js", include_str!("../page/progress.js")),
    ("app.js", include_str!("../page/app.js")),
];
const STYLE: &str = include_str!("../page/style.css");
const FRAME: &str = include_str!("../page/index.html");

/// What a served page may do: run the scripts that have this nonce, and talk to its own server. The scripts of an
/// exported page talk to nobody.
pub fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; img-src data: blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// The page that asks its server for what it shows.
pub fn served(nonce: &str) -> String {
    assemble(&format!(" nonce=\"{nonce}\""), "", "")
}

/// The page with all that it shows inside: documents by their names.
pub fn exported(documents: &[(String, String)]) -> String {
    let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
                  script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:\">";
    let mut data = String::new();
    for (name, json) in documents {
        let name = name.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
        // In JSON a `<` stands only in strings; nothing in there can end the element.
        let json = json.replace('<', "\\u003c");
        data += &format!("<script type=\"application/json\" data-document=\"{name}\">{json}</script>\n");
    }
    assemble("", policy, &data)
}

fn assemble(attribute: &str, policy: &str, data: &str) -> String {
    let script: String =
        MODULES.iter().map(|(name, text)| format!("// {name}\n{}\n", without_links(text))).collect();
    // The data last: it may contain anything.
    FRAME
        .replace("<!--policy-->", policy)
        .replace("/*style*/", STYLE)
        .replace("<script type=\"module\">", &format!("<script type=\"module\"{attribute}>"))
        .replace("/*script*/", &script)
        .replace("<!--data-->", data)
}

/// A module without its imports, and without the word `export`.
fn without_links(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("import "));
    lines.map(|line| format!("{}\n", line.strip_prefix("export ").unwrap_or(line))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exported_page_stands_alone() {
        let page = exported(&[("index".into(), r#"{"title":"</script><script>alert(1)"}"#.into())]);
        assert!(page.contains(r#"{"title":"\u003c/script>\u003cscript>alert(1)"}"#));
        for link in ["src=", "href=\"http", "@import", "url("] {
            assert!(!page.contains(link), "{link}");
        }
    }

    #[test]
    fn no_top_level_name_is_used_twice() {
        let mut seen = std::collections::BTreeMap::new();
        for (module, text) in MODULES {
            for line in text.lines() {
                let line = line.strip_prefix("export ").unwrap_or(line);
                let line = line.strip_prefix("async ").unwrap_or(line);
                let rest =
                    ["function ", "class ", "const ", "let "].iter().find_map(|word| line.strip_prefix(word));
                let name: String = rest
                    .unwrap_or_default()
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
                    .collect();
                if !name.is_empty()
                    && let Some(other) = seen.insert(name.clone(), module)
                {
                    panic!("{name} is in {other} and in {module}");
                }
            }
        }
        assert!(seen.len() > 20, "{seen:?}");
    }

    #[test]
    fn modules_are_joined_without_their_links() {
        let page = served("abc");
        assert!(!page.contains("\nimport "), "an import was left");
        assert!(!page.contains("\nexport "), "an export was left");
        assert!(page.contains("<script type=\"module\" nonce=\"abc\">"));
    }
}
