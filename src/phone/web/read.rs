//! Reading scripts: text to expressions.

use super::script::ScriptError;
use super::value::Value;

/// The longest script, in bytes.
pub(super) const LONGEST: usize = 10_000;
/// Expressions nest no deeper.
const DEEPEST: usize = 64;

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    Literal(Value),
    /// A name that stands alone, as `document`.
    Name(String),
    /// A property of something; nothing if that is nothing and it `may` be.
    Property {
        of: Box<Self>,
        name: String,
        may: bool,
    },
    /// A list's member.
    Member {
        of: Box<Self>,
        index: Box<Self>,
    },
    /// A call with its arguments.
    Call {
        what: Box<Self>,
        arguments: Vec<Self>,
    },
    /// `!`, `-`, `+`, `typeof`
    Unary(&'static str, Box<Self>),
    Binary(&'static str, Box<Self>, Box<Self>),
    Choice(Box<Self>, Box<Self>, Box<Self>),
    /// An assignment.
    Assign(Box<Self>, Box<Self>),
}

use Expression::{Assign, Binary, Call, Choice, Literal, Member, Name, Property, Unary};

/// Operators between two operands, those that bind least first.
const LEVELS: [&[&str]; 5] =
    [&["||", "??"], &["&&"], &["===", "!==", "==", "!="], &["<=", ">=", "<", ">"], &["+", "-"]];
const PRODUCTS: &[&str] = &["*", "/", "%"];
/// Signs that begin with others.
const SIGNS: [&str; 16] =
    ["===", "!==", "==", "!=", "=>", "<=", ">=", "<<", ">>", "&&", "||", "??", "?.", "**", "++", "--"];

/// Reads a script.
pub(super) fn read(script: &str) -> Result<Expression, ScriptError> {
    if script.len() > LONGEST {
        return Err(ScriptError::TooLong);
    }
    let mut reader = Reader { script, at: 0, depth: 0 };
    let mut expression = reader.whole()?;
    if reader.take("=") {
        expression = Assign(Box::new(expression), Box::new(reader.whole()?));
    }
    reader.take(";");
    reader.space();
    if reader.at < script.len() { Err(reader.refused()) } else { Ok(expression) }
}

struct Reader<'a> {
    script: &'a str,
    at: usize,
    depth: usize,
}

type Read = Result<Expression, ScriptError>;

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.script[self.at..]
    }

    fn space(&mut self) {
        self.at = self.script.len() - self.rest().trim_start().len();
    }

    /// Takes this sign if it comes next and is not the beginning of a longer one.
    fn take(&mut self, sign: &str) -> bool {
        self.space();
        let rest = self.rest();
        let longer = SIGNS.iter().any(|other| other.len() > sign.len() && rest.starts_with(other));
        let taken = rest.starts_with(sign) && !longer;
        if taken {
            self.at += sign.len();
        }
        taken
    }

    fn need(&mut self, sign: &str) -> Result<(), ScriptError> {
        if self.take(sign) { Ok(()) } else { Err(self.refused()) }
    }

    fn refused(&mut self) -> ScriptError {
        self.space();
        let found: String = self.rest().chars().take(20).collect();
        let found = if found.is_empty() { "the end".to_owned() } else { found };
        ScriptError::NotSupported { found, at: self.at }
    }

    /// Takes a name, if one comes next.
    fn name(&mut self) -> Option<&'a str> {
        self.space();
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
        if end == 0 || rest.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        self.at += end;
        Some(&rest[..end])
    }

    fn whole(&mut self) -> Read {
        self.deeper(|reader| {
            let condition = reader.level(0)?;
            if !reader.take("?") {
                return Ok(condition);
            }
            let yes = reader.whole()?;
            reader.need(":")?;
            Ok(Choice(Box::new(condition), Box::new(yes), Box::new(reader.whole()?)))
        })
    }

    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Read) -> Read {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.refused());
        }
        let expression = read(self)?;
        self.depth -= 1;
        Ok(expression)
    }

    /// Operands with the operators of a level between them.
    fn level(&mut self, level: usize) -> Read {
        let signs = LEVELS.get(level).copied().unwrap_or(PRODUCTS);
        let last = level >= LEVELS.len();
        let mut left = if last { self.operand()? } else { self.level(level + 1)? };
        // A long chain would nest as deep as it is long.
        for _ in 0..DEEPEST {
            let Some(sign) = signs.iter().find(|sign| self.take(sign)) else { return Ok(left) };
            let right = if last { self.operand()? } else { self.level(level + 1)? };
            left = Binary(sign, Box::new(left), Box::new(right));
        }
        Err(self.refused())
    }

    fn operand(&mut self) -> Read {
        for sign in ["!", "-", "+"] {
            if self.take(sign) {
                return self.deeper(|reader| Ok(Unary(sign, Box::new(reader.operand()?))));
            }
        }
        let mut value = self.primary()?;
        for _ in 0..DEEPEST {
            if value == Name("typeof".to_owned()) {
                return self.deeper(|reader| Ok(Unary("typeof", Box::new(reader.operand()?))));
            }
            let may = self.take("?.");
            value = if may || self.take(".") {
                let Some(name) = self.name() else { return Err(self.refused()) };
                Property { of: Box::new(value), name: name.to_owned(), may }
            } else if self.take("[") {
                let index = Box::new(self.whole()?);
                self.need("]")?;
                Member { of: Box::new(value), index }
            } else if self.take("(") {
                Call { what: Box::new(value), arguments: self.arguments()? }
            } else {
                return Ok(value);
            };
        }
        Err(self.refused())
    }

    fn arguments(&mut self) -> Result<Vec<Expression>, ScriptError> {
        let mut arguments = Vec::new();
        if self.take(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.whole()?);
            if self.take(")") {
                return Ok(arguments);
            }
            self.need(",")?;
        }
    }

    fn primary(&mut self) -> Read {
        if self.take("(") {
            let inside = self.whole()?;
            self.need(")")?;
            return Ok(inside);
        }
        self.space();
        match self.rest().chars().next() {
            Some(quote @ ('\'' | '"' | '`')) => self.text(quote),
            Some(digit) if digit.is_ascii_digit() => self.number(),
            _ => match self.name() {
                Some("true") => Ok(Literal(Value::Flag(true))),
                Some("false") => Ok(Literal(Value::Flag(false))),
                Some("null") => Ok(Literal(Value::Null)),
                Some("undefined") => Ok(Literal(Value::Undefined)),
                Some("NaN") => Ok(Literal(Value::Number(f64::NAN))),
                Some("Infinity") => Ok(Literal(Value::Number(f64::INFINITY))),
                Some(name) => Ok(Name(name.to_owned())),
                None => Err(self.refused()),
            },
        }
    }

    fn number(&mut self) -> Read {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number = rest[..end].parse().map_err(|_| self.refused())?;
        // `1e3`, `0x1` and `1n` are numbers too, but not here.
        if rest[end..].starts_with(char::is_alphanumeric) {
            return Err(self.refused());
        }
        self.at += end;
        Ok(Literal(Value::Number(number)))
    }

    fn text(&mut self, quote: char) -> Read {
        let start = self.at;
        let mut text = String::new();
        let mut letters = self.rest().char_indices().skip(1);
        while let Some((at, letter)) = letters.next() {
            match letter {
                _ if letter == quote => {
                    self.at += at + quote.len_utf8();
                    return Ok(Literal(Value::Text(text)));
                }
                '\\' => match letters.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, escaped @ ('\\' | '\'' | '"' | '`'))) => text.push(escaped),
                    _ => break,
                },
                '$' if quote == '`' => break,
                '\n' if quote != '`' => break,
                _ => text.push(letter),
            }
        }
        self.at = start;
        Err(self.refused())
    }
}
