//! Reads which top module uses which, out of Rust sources.

use std::path::Path;

/// One use of a top module by another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Import {
    /// The file, from the sources' folder on.
    pub(crate) file: String,
    /// The line, from 1.
    pub(crate) line: usize,
    /// The top module that it is in; `main` for the command.
    pub(crate) from: String,
    /// The top module that it uses.
    pub(crate) to: String,
}

/// All uses of one top module by another in the Rust files below `src`, tests among them.
pub(crate) fn imports(src: &Path) -> Vec<Import> {
    let mut found = Vec::new();
    visit(src, src, &mut found);
    assert!(!found.is_empty(), "no sources below {}", src.display());
    found
}

fn visit(src: &Path, folder: &Path, found: &mut Vec<Import>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            visit(src, &path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let file = path.strip_prefix(src).unwrap().to_str().unwrap().replace('\\', "/");
            let text = std::fs::read_to_string(&path).unwrap();
            found.extend(of_file(&file, &text));
        }
    }
}

/// The uses in one file, named by its path from the sources' folder on.
pub(crate) fn of_file(file: &str, text: &str) -> Vec<Import> {
    let mut module: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|name| name == "mod" || name == "lib") {
        module.pop();
    }
    // The crate's root re-exports; it is no room of the house.
    let Some(from) = module.first().cloned() else { return Vec::new() };
    let tokens = tokens(text);
    let mut found = Vec::new();
    // Modules written within the file, each with the depth of braces it was opened at.
    let mut inline: Vec<usize> = Vec::new();
    let mut depth = 0_usize;
    for (at, (token, line)) in tokens.iter().enumerate() {
        let word = |ahead: usize| tokens.get(at + ahead).map_or("", |(token, _)| token.as_str());
        match token.as_str() {
            "{" => {
                depth += 1;
                if at >= 2 && tokens[at - 2].0 == "mod" {
                    inline.push(depth);
                }
            }
            "}" => {
                inline.pop_if(|opened| *opened == depth);
                depth = depth.saturating_sub(1);
            }
            // The command is another crate: it names the library.
            "goalpost" if from == "main" && word(1) == "::" => tops(&tokens, at + 2, &mut |to, line| {
                found.push(Import { file: file.to_owned(), line, from: from.clone(), to });
            }),
            "crate" if word(1) == "::" => tops(&tokens, at + 2, &mut |to, line| {
                found.push(Import { file: file.to_owned(), line, from: from.clone(), to });
            }),
            "super" if at < 2 || tokens[at - 2].0 != "super" => {
                let chain = (0..).take_while(|n| word(n * 2) == "super" && word(n * 2 + 1) == "::").count();
                // From the top module's own folder, one `super` more is the crate's root.
                if chain == module.len() + inline.len() {
                    tops(&tokens, at + 2 * chain, &mut |to, _| {
                        found.push(Import { file: file.to_owned(), line: *line, from: from.clone(), to });
                    });
                }
            }
            _ => {}
        }
    }
    found.retain(|import| import.to != from);
    found
}

/// The first names of the use tree that begins at token `at`: one, or several in braces.
fn tops(tokens: &[(String, usize)], at: usize, found: &mut dyn FnMut(String, usize)) {
    let Some((first, line)) = tokens.get(at) else { return };
    if first != "{" {
        found(first.clone(), *line);
        return;
    }
    let mut depth = 1;
    let mut fresh = true;
    for (token, line) in &tokens[at + 1..] {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," if depth == 1 => fresh = true,
            name if fresh && depth == 1 => {
                fresh = false;
                found(name.to_owned(), *line);
            }
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

/// Words, `::` and single marks, each with its line; no comments, no text between quotes.
fn tokens(text: &str) -> Vec<(String, usize)> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    let next = |at: usize| chars.get(at).copied().unwrap_or('\0');
    while at < chars.len() {
        let begin = at;
        match chars[at] {
            '/' if next(at + 1) == '/' => {
                while at < chars.len() && chars[at] != '\n' {
                    at += 1;
                }
            }
            '/' if next(at + 1) == '*' => {
                let mut depth = 0;
                loop {
                    match (next(at), next(at + 1)) {
                        ('/', '*') => (depth, at) = (depth + 1, at + 2),
                        ('*', '/') => (depth, at) = (depth - 1, at + 2),
                        _ => at += 1,
                    }
                    if depth == 0 || at >= chars.len() {
                        break;
                    }
                }
            }
            'r' if raw_hashes(&chars, at + 1).is_some() => {
                let hashes = raw_hashes(&chars, at + 1).unwrap();
                at += 2 + hashes;
                while at < chars.len() && !(chars[at] == '"' && (1..=hashes).all(|n| next(at + n) == '#')) {
                    at += 1;
                }
                at += 1 + hashes;
            }
            '"' => {
                at += 1;
                while at < chars.len() && chars[at] != '"' {
                    at += if chars[at] == '\\' { 2 } else { 1 };
                }
                at += 1;
            }
            // A character, or the beginning of a lifetime, which ends with its name.
            '\'' if next(at + 1) == '\\' => {
                at += 3;
                while at < chars.len() && chars[at] != '\'' {
                    at += 1;
                }
                at += 1;
            }
            '\'' if next(at + 2) == '\'' => at += 3,
            c if c.is_alphanumeric() || c == '_' => {
                while next(at).is_alphanumeric() || next(at) == '_' {
                    at += 1;
                }
                tokens.push((chars[begin..at].iter().collect(), line));
            }
            ':' if next(at + 1) == ':' => {
                tokens.push(("::".to_owned(), line));
                at += 2;
            }
            c => {
                if !c.is_whitespace() {
                    tokens.push((c.to_string(), line));
                }
                at += 1;
            }
        }
        at = at.min(chars.len());
        line += chars[begin..at].iter().filter(|c| **c == '\n').count();
    }
    tokens
}

/// How many `#` stand before the quote of a raw text that begins here, if one does.
fn raw_hashes(chars: &[char], at: usize) -> Option<usize> {
    let hashes = chars[at..].iter().take_while(|c| **c == '#').count();
    (chars.get(at + hashes) == Some(&'"')).then_some(hashes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(file: &str, text: &str) -> Vec<(String, usize)> {
        of_file(file, text).into_iter().map(|import| (import.to, import.line)).collect()
    }

    #[test]
    fn a_use_tree_names_each_of_its_modules() {
        let text = "use crate::{\n    act::{Journal, crate_thing},\n    clock,\n    case::x,\n};";
        assert_eq!(
            found("suite/run.rs", text),
            [("act".to_owned(), 2), ("clock".to_owned(), 3), ("case".to_owned(), 4)]
        );
    }

    #[test]
    fn a_path_within_code_counts() {
        assert_eq!(found("suite/run.rs", "fn f() { let c = crate::clock::Clock::real(); }"), [("clock".to_owned(), 1)]);
    }

    #[test]
    fn a_chain_of_supers_counts_when_it_leaves_the_top_module() {
        assert_eq!(found("suite/run.rs", "use super::mode::Mode;"), []);
        assert_eq!(found("suite/run.rs", "use super::super::act::Journal;"), [("act".to_owned(), 1)]);
        assert_eq!(found("suite/mod.rs", "use super::act::Journal;"), [("act".to_owned(), 1)]);
        assert_eq!(found("suite/deep/x.rs", "use super::super::super::act;"), [("act".to_owned(), 1)]);
        let tests = "mod tests {\n use super::super::mode; use super::super::super::act;\n}\nuse super::super::case;";
        assert_eq!(found("suite/run.rs", tests), [("act".to_owned(), 2), ("case".to_owned(), 4)]);
    }

    #[test]
    fn comments_and_texts_are_no_imports() {
        let text = "// crate::act\n/* crate::act /* crate::act */ crate::act */\n\"crate::act \\\" crate::act\" \
                    r#\"crate::act \" crate::act\"# '\"' 'x' crate::clock";
        assert_eq!(found("suite/run.rs", text), [("clock".to_owned(), 3)]);
    }

    #[test]
    fn the_command_names_the_library_and_the_root_is_no_room() {
        assert_eq!(found("main.rs", "fn main() { goalpost::cli::main() }"), [("cli".to_owned(), 1)]);
        assert_eq!(found("lib.rs", "pub use crate::clock::Clock;"), []);
    }
}
