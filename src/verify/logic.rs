//! Three-valued logic, as Kleene has it: what is not known stays unknown unless the rest decides alone.

use crate::event::Verdict;

/// Confirmed when all are, refuted when one is, else inconclusive. Of none: confirmed.
#[must_use]
pub fn all(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    verdicts.into_iter().fold(Verdict::Confirmed, |sum, next| match (sum, next) {
        (Verdict::Refuted, _) | (_, Verdict::Refuted) => Verdict::Refuted,
        (Verdict::Confirmed, Verdict::Confirmed) => Verdict::Confirmed,
        _ => Verdict::Inconclusive,
    })
}

/// Confirmed when one is, refuted when all are, else inconclusive. Of none: refuted.
#[must_use]
pub fn any(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    not(all(verdicts.into_iter().map(not)))
}

/// The opposite, where it is known.
#[must_use]
pub fn not(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Confirmed => Verdict::Refuted,
        Verdict::Refuted => Verdict::Confirmed,
        Verdict::Inconclusive => Verdict::Inconclusive,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, prop, prop_assert, prop_assert_eq, proptest};
    use rstest::rstest;

    use super::*;
    use Verdict::{Confirmed as T, Inconclusive as U, Refuted as F};

    type Rule = fn(Vec<Verdict>) -> Verdict;

    fn verdict() -> impl Strategy<Value = Verdict> {
        prop::sample::select(Verdict::ALL.to_vec())
    }

    fn verdicts() -> impl Strategy<Value = Vec<Verdict>> {
        prop::collection::vec(verdict(), 0..6)
    }

    #[rstest]
    #[case(&[T, T], T, T)]
    #[case(&[T, F], F, T)]
    #[case(&[T, U], U, T)]
    #[case(&[F, U], F, U)]
    #[case(&[F, F], F, F)]
    #[case(&[U, U], U, U)]
    #[case(&[T, U, F], F, T)]
    #[case(&[], T, F)]
    fn unknown_decides_nothing(#[case] parts: &[Verdict], #[case] of_all: Verdict, #[case] of_any: Verdict) {
        assert_eq!(all(parts.iter().copied()), of_all);
        assert_eq!(any(parts.iter().copied()), of_any);
    }

    proptest! {
        #[test]
        fn not_not_is_nothing(v in verdict()) {
            prop_assert_eq!(not(not(v)), v);
        }

        #[test]
        fn de_morgan_holds(parts in verdicts()) {
            prop_assert_eq!(not(all(parts.clone())), any(parts.into_iter().map(not)));
        }

        #[test]
        fn order_does_not_matter(parts in verdicts()) {
            let backwards: Vec<_> = parts.iter().rev().copied().collect();
            prop_assert_eq!(all(parts.clone()), all(backwards.clone()));
            prop_assert_eq!(any(parts), any(backwards));
        }

        #[test]
        fn grouping_does_not_matter(a in verdicts(), b in verdicts()) {
            let together: Vec<_> = a.iter().chain(&b).copied().collect();
            prop_assert_eq!(all(together.clone()), all([all(a.clone()), all(b.clone())]));
            prop_assert_eq!(any(together), any([any(a), any(b)]));
        }

        #[test]
        fn each_distributes_over_the_other(a in verdict(), b in verdict(), c in verdict()) {
            prop_assert_eq!(all([a, any([b, c])]), any([all([a, b]), all([a, c])]));
            prop_assert_eq!(any([a, all([b, c])]), all([any([a, b]), any([a, c])]));
        }

        /// Learning what was unknown never overturns what was known.
        #[test]
        fn a_known_answer_survives_more_knowledge(parts in verdicts(), learned in prop::collection::vec(any_known(), 6)) {
            let known: Vec<_> = parts.iter().zip(&learned).map(|(p, l)| if *p == U { *l } else { *p }).collect();
            let (of_all, of_any): (Rule, Rule) = (|v| all(v), |v| any(v));
            for of in [of_all, of_any] {
                let before = of(parts.clone());
                prop_assert!(before == U || before == of(known.clone()));
            }
        }
    }

    fn any_known() -> impl Strategy<Value = Verdict> {
        prop::sample::select(vec![T, F])
    }
}
