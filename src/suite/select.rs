//! Which cases of a suite are run.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::plain::{counted, printable};
use crate::spec::suggest;

/// What a person asks for. The default is everything.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Cases, goals with several cases, folders of goals, or goal files; empty for all.
    pub wanted: Vec<OsString>,
    /// Sets of tags: a case is taken when it has all tags of any one of them. Empty for all.
    pub tags: Vec<Vec<String>>,
    /// A case with any of these tags is left out.
    pub exclude_tags: Vec<String>,
    /// The part of the rest that is this machine's.
    pub shard: Option<Shard>,
}

/// Part `index` of `count`: of the cases, in the order of their names, every `count`th, beginning with the `index`th.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match parts {
            Some((index, count)) if 1 <= index && index <= count => Ok(Self { index, count }),
            _ => Err("a shard is written i/n with 1 <= i <= n, such as 1/3".to_owned()),
        }
    }
}

/// Nothing is left to run.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SelectError {
    /// There are no cases at all.
    #[error("there are no goals: no YAML file below {0}")]
    NoGoals(String),
    /// A name that is no case's.
    #[error("no case, folder or goal file is called {name}{}", suggestion.as_deref().map(|s| format!("; did you mean {s}?")).unwrap_or_default())]
    NoSuchCase {
        /// The name as given.
        name: String,
        /// One that exists.
        suggestion: Option<String>,
    },
    /// No case has the tags.
    #[error("no case has the tags asked for; of {cases}, {}", known_tags(.tags))]
    NoneTagged {
        /// How many there are to choose from, in words.
        cases: String,
        /// The tags that they have.
        tags: Vec<String>,
    },
    /// There are more shards than cases.
    #[error("nothing falls into shard {shard}, because there is no more than {cases} to share out")]
    EmptyShard {
        /// Which.
        shard: Shard,
        /// How many there are, in words.
        cases: String,
    },
}

fn known_tags(tags: &[String]) -> String {
    if tags.is_empty() { "none has any tag".to_owned() } else { format!("the tags are {}", tags.join(", ")) }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// What selection knows of a case.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<'a> {
    pub(super) name: &'a str,
    pub(super) tags: &'a [String],
}

impl Selection {
    /// The places of the chosen among `all`, which are in the order of their names. Paths are taken relative to the
    /// current folder and must lie in `goals`.
    pub(super) fn of(&self, all: &[Candidate<'_>], goals: &Path) -> Result<Vec<usize>, SelectError> {
        if all.is_empty() {
            return Err(SelectError::NoGoals(printable(&goals.display().to_string(), 200)));
        }
        let mut chosen = vec![self.wanted.is_empty(); all.len()];
        for wanted in &self.wanted {
            let matching = self.matching(wanted, all, goals)?;
            matching.into_iter().for_each(|at| chosen[at] = true);
        }
        let named = || (0..all.len()).filter(|at| chosen[*at]);
        let left: Vec<usize> = named().filter(|at| self.tagged(all[*at].tags)).collect();
        if left.is_empty() {
            let tags: BTreeSet<&String> = named().flat_map(|at| all[at].tags).collect();
            let tags = tags.into_iter().cloned().collect();
            return Err(SelectError::NoneTagged { cases: counted(named().count(), "case"), tags });
        }
        let Some(shard) = self.shard else { return Ok(left) };
        let mine: Vec<usize> = left.iter().copied().skip(shard.index - 1).step_by(shard.count).collect();
        if mine.is_empty() {
            Err(SelectError::EmptyShard { shard, cases: counted(left.len(), "case") })
        } else {
            Ok(mine)
        }
    }

    fn matching(&self, wanted: &OsStr, all: &[Candidate<'_>], goals: &Path) -> Result<Vec<usize>, SelectError> {
        let text = wanted.to_string_lossy();
        let found = [Some(text.trim_end_matches('/').to_owned()), name_of_path(Path::new(wanted), goals)]
            .into_iter()
            .flatten()
            .map(|name| (0..all.len()).filter(|at| is_or_is_in(all[*at].name, &name)).collect::<Vec<_>>())
            .find(|found| !found.is_empty());
        found.ok_or_else(|| SelectError::NoSuchCase {
            name: format!("`{}`", printable(&text, 200)),
            suggestion: suggest(&text, all.iter().flat_map(|case| ways(case.name))).map(str::to_owned),
        })
    }

    fn tagged(&self, tags: &[String]) -> bool {
        let has = |tag: &String| tags.contains(tag);
        (self.tags.is_empty() || self.tags.iter().any(|all| all.iter().all(has))) && !self.exclude_tags.iter().any(has)
    }
}

/// The name of the cases in a goal file or a folder of goals; none where the path is neither.
fn name_of_path(path: &Path, goals: &Path) -> Option<String> {
    let path = path.canonicalize().ok()?;
    let within = path.strip_prefix(goals.canonicalize().ok()?).ok()?;
    let name = if path.is_file() { within.with_extension("") } else { within.to_owned() };
    name.to_str().map(|name| name.replace('\\', "/"))
}

/// A case's name, and those of the folders, or of the goal with several cases, that it lies in.
fn ways(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(name), |name| name.rsplit_once('/').map(|(around, _)| around))
}

/// Whether a case is called `name` or lies in the folder `name`; the empty name is that of the whole suite.
fn is_or_is_in(case: &str, name: &str) -> bool {
    name.is_empty() || case.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn suite() -> Vec<(&'static str, Vec<String>)> {
        let tags = |tags: &str| tags.split(' ').map(str::to_owned).collect();
        vec![
            ("launcher/open", tags("fast")),
            ("settings/about/model", tags("slow read")),
            ("settings/dark", tags("fast toggle")),
            ("settings/darker", tags("slow toggle")),
        ]
    }

    fn chosen(selection: &Selection, goals: &Path) -> Result<Vec<&'static str>, SelectError> {
        let suite = suite();
        let all: Vec<_> = suite.iter().map(|(name, tags)| Candidate { name, tags }).collect();
        Ok(selection.of(&all, goals)?.into_iter().map(|at| suite[at].0).collect())
    }

    fn wanting(wanted: &[&str]) -> Selection {
        Selection { wanted: wanted.iter().map(OsString::from).collect(), ..Selection::default() }
    }

    fn tags(sets: &[&str]) -> Vec<Vec<String>> {
        sets.iter().map(|set| set.split(',').map(str::to_owned).collect()).collect()
    }

    #[rstest]
    #[case(&[], "launcher/open settings/about/model settings/dark settings/darker")]
    #[case(&["settings/dark"], "settings/dark")]
    #[case(&["settings"], "settings/about/model settings/dark settings/darker")]
    #[case(&["settings/"], "settings/about/model settings/dark settings/darker")]
    #[case(&["settings/dark", "launcher", "settings/dark"], "launcher/open settings/dark")]
    fn a_name_is_a_case_or_a_folder_of_cases(#[case] wanted: &[&str], #[case] expected: &str) {
        assert_eq!(chosen(&wanting(wanted), Path::new("goals")).unwrap().join(" "), expected);
    }

    #[test]
    fn a_path_is_taken_where_it_lies_among_the_goals() {
        let dir = tempfile::tempdir().unwrap();
        let goals = dir.path().join("goals");
        std::fs::create_dir_all(goals.join("settings/about")).unwrap();
        std::fs::write(goals.join("settings/dark.yaml"), "").unwrap();
        let with = |path: std::path::PathBuf| chosen(&wanting(&[path.to_str().unwrap()]), &goals);
        assert_eq!(with(goals.join("settings/dark.yaml")).unwrap(), ["settings/dark"]);
        assert_eq!(with(goals.join("settings/about/")).unwrap(), ["settings/about/model"]);
        assert_eq!(with(goals.clone()).unwrap().len(), 4);
        assert!(with(dir.path().to_owned()).is_err());
    }

    #[test]
    fn every_name_must_be_somebodys() {
        let error = chosen(&wanting(&["launcher", "setings/dark"]), Path::new("goals")).unwrap_err();
        assert!(error.to_string().ends_with("is called `setings/dark`; did you mean settings/dark?"), "{error}");
        let error = chosen(&wanting(&["settings/abuot"]), Path::new("goals")).unwrap_err();
        assert!(error.to_string().ends_with("is called `settings/abuot`; did you mean settings/about?"), "{error}");
    }

    #[rstest]
    #[case(&["fast"], &[], "launcher/open settings/dark")]
    #[case(&["fast,toggle"], &[], "settings/dark")]
    #[case(&["fast,toggle", "slow,read"], &[], "settings/about/model settings/dark")]
    #[case(&["toggle"], &["slow"], "settings/dark")]
    #[case(&[], &["slow", "toggle"], "launcher/open")]
    fn tags_in_a_set_are_all_needed_and_one_set_is_enough(
        #[case] sets: &[&str],
        #[case] exclude: &[&str],
        #[case] expected: &str,
    ) {
        let exclude_tags = exclude.iter().map(|tag| (*tag).to_owned()).collect();
        let selection = Selection { tags: tags(sets), exclude_tags, ..Selection::default() };
        assert_eq!(chosen(&selection, Path::new("goals")).unwrap().join(" "), expected);
    }

    #[test]
    fn shards_are_disjoint_and_together_everything() {
        let mut together = Vec::new();
        for shard in ["1/3", "2/3", "3/3"] {
            let selection = Selection { shard: Some(shard.parse().unwrap()), ..Selection::default() };
            together.extend(chosen(&selection, Path::new("goals")).unwrap());
        }
        together.sort_unstable();
        assert_eq!(together, suite().iter().map(|(name, _)| *name).collect::<Vec<_>>());
    }

    #[rstest]
    #[case("")]
    #[case("1")]
    #[case("0/3")]
    #[case("4/3")]
    #[case("1/0")]
    #[case("-1/3")]
    #[case("1/3/5")]
    #[case("1/99999999999999999999999")]
    fn a_shard_that_is_none_is_refused(#[case] text: &str) {
        assert!(text.parse::<Shard>().is_err());
    }

    #[test]
    fn nothing_left_is_an_error() {
        let error = |selection: Selection| chosen(&selection, Path::new("goals")).unwrap_err().to_string();
        let untagged = Selection { tags: tags(&["nowhere"]), ..Selection::default() };
        assert_eq!(
            error(untagged),
            "no case has the tags asked for; of 4 cases, the tags are fast, read, slow, toggle"
        );
        let beyond = Selection { shard: Some("7/9".parse().unwrap()), ..Selection::default() };
        assert_eq!(error(beyond), "nothing falls into shard 7/9, because there is no more than 4 cases to share out");
        assert!(matches!(Selection::default().of(&[], Path::new("goals")), Err(SelectError::NoGoals(_))));
    }
}
