//! Answers that waver, as those of the real service do.

/// How far answers stray from what the model found. By default not at all.
///
/// The real service answers the same request with slightly different numbers each time and leans towards the first
/// option of a choice. Both can be imitated to see whether a harness stands them.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Unsteady {
    /// Moves every probability by up to 0.05, anew for each request, drawn from this seed.
    pub seed: Option<u64>,
    /// Added to the probability of a choice's first option, which the others make room for. 0 to 1.
    pub first_option: f64,
}

const NOISE: f64 = 0.05;

impl Unsteady {
    /// Disturbs a distribution. `request` is its number: noise tells requests apart, not questions.
    pub(super) fn disturb(self, probabilities: &mut [f64], request: u64, is_choice: bool) {
        if let Some(seed) = self.seed {
            // A twentieth is taken from all in proportion and given back by lot, so that none moves further than that.
            let lot = |index: usize| -(1.0 - uniform(seed ^ mixed(request).wrapping_add(index as u64))).ln();
            let lots: Vec<f64> = (0..probabilities.len()).map(lot).collect();
            let all: f64 = lots.iter().sum();
            for (probability, lot) in probabilities.iter_mut().zip(lots) {
                let share = if all > 0.0 { lot / all } else { *probability };
                *probability = (1.0 - NOISE) * *probability + NOISE * share;
            }
        }
        if is_choice && let Some(first) = probabilities.first_mut() {
            *first += self.first_option.clamp(0.0, 1.0);
        }
        let sum: f64 = probabilities.iter().sum();
        if sum > 0.0 {
            probabilities.iter_mut().for_each(|probability| *probability /= sum);
        } else {
            let even = 1.0 / probabilities.len().max(1) as f64;
            probabilities.fill(even);
        }
    }

    /// Disturbs the probability of yes.
    pub(super) fn disturb_yes(self, yes: f64, request: u64) -> f64 {
        self.seed.map_or(yes, |seed| (yes + NOISE * (2.0 * uniform(seed ^ mixed(request)) - 1.0)).clamp(0.0, 1.0))
    }
}

/// A number in [0, 1) that looks random but hangs on its seed alone.
fn uniform(seed: u64) -> f64 {
    (mixed(seed) >> 11) as f64 / (1_u64 << 53) as f64
}

/// The finisher of SplitMix64 (Steele, Lea and Flood, 2014).
fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_steady_model_changes_nothing() {
        let mut probabilities = [0.25, 0.75];
        Unsteady::default().disturb(&mut probabilities, 3, true);
        assert_eq!(probabilities, [0.25, 0.75]);
    }

    #[test]
    fn noise_stays_small_differs_between_requests_and_repeats_by_seed() {
        let unsteady = Unsteady { seed: Some(7), first_option: 0.0 };
        let drawn = |draw| {
            let mut probabilities = [0.5, 0.5];
            unsteady.disturb(&mut probabilities, draw, true);
            probabilities
        };
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        assert!((drawn(1)[0] - 0.5).abs() < 0.06);
    }

    proptest! {
        #[test]
        fn no_probability_moves_further_than_the_noise(
            weights in prop::collection::vec(0.0..1.0_f64, 1..255), seed in any::<u64>(), request in any::<u64>(),
        ) {
            let sum: f64 = weights.iter().sum::<f64>().max(1e-9);
            let steady: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
            prop_assume!(steady.iter().sum::<f64>() > 0.99);
            let mut noisy = steady.clone();
            Unsteady { seed: Some(seed), first_option: 0.0 }.disturb(&mut noisy, request, true);
            prop_assert!((noisy.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for (noisy, steady) in noisy.iter().zip(steady) {
                prop_assert!((noisy - steady).abs() <= NOISE + 1e-9 && (0.0..=1.0).contains(noisy));
            }
        }
    }

    #[test]
    fn bias_favours_the_first_option_of_a_choice_only() {
        let unsteady = Unsteady { seed: None, first_option: 0.1 };
        let mut choice = [0.5, 0.5];
        unsteady.disturb(&mut choice, 1, true);
        assert!(choice[0] > choice[1]);
        let mut score = [0.5, 0.5];
        unsteady.disturb(&mut score, 1, false);
        assert_eq!(score, [0.5, 0.5]);
    }
}
