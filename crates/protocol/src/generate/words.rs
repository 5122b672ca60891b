//! Names for code.

/// `rock-paper` or `java.lang.Boolean` in camel case: `RockPaper`, `Boolean`.
pub(crate) fn camel(name: &str) -> String {
    let short = name.rsplit(['.', '$', '/']).next().unwrap_or(name);
    let mut result = String::new();
    let mut upper = true;
    for character in short.chars() {
        if !character.is_ascii_alphanumeric() {
            upper = true;
            continue;
        }
        if upper {
            result.extend(character.to_uppercase());
        } else {
            result.push(character);
        }
        upper = false;
    }
    match result.chars().next() {
        None => "Anything".into(),
        Some(first) if first.is_ascii_digit() => format!("N{result}"),
        _ if [
            "Self", "Result", "Error", "Role", "Kind", "Act", "Action", "Machine", "Some", "None", "Ok",
            "Err", "Roles", "Received", "New",
        ]
        .contains(&result.as_str()) =>
        {
            format!("{result}Message")
        }
        _ => result,
    }
}

/// `RockPaper` in snake case: `rock_paper`.
pub(crate) fn snake(name: &str) -> String {
    let mut result = String::new();
    for character in name.chars() {
        if character.is_ascii_uppercase() {
            if !result.is_empty() && !result.ends_with('_') {
                result.push('_');
            }
            result.extend(character.to_lowercase());
        } else if character.is_ascii_alphanumeric() {
            result.push(character);
        } else {
            result.push('_');
        }
    }
    result
}
