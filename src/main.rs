//! The `goalpost` command.
fn main() {}
