//! Queries as steps and checks have them.

use crate::screen::Query;
use crate::spec::{Fault, Node, decode_part};

/// Reads a query, which has to ask for something. `others` are keys that may stand beside it.
///
/// # Errors
/// Everything that is wrong with it.
pub fn decode_query(node: &Node, others: &[&str]) -> Result<Query, Vec<Fault>> {
    let query: Query = decode_part(node, others)?;
    if query.is_empty() || query.within.as_deref().is_some_and(Query::is_empty) {
        let fault =
            Fault::error(node.span, "this query matches everything").help("say a text, a label, an id or a role");
        return Err(vec![fault]);
    }
    Ok(query)
}
