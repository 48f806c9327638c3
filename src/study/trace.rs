//! Traces of sessions and of written rounds.

use super::figure::rounds_in_words;
use super::setup::{self, manifest};
use super::{Setup, StudyError, refuse_part};
use crate::cards::random::Seed;
use crate::framework::{AnyGame, SessionTrace};
use crate::simulate::MAX_ROUNDS;
use serde_json::{Map, Value};

impl AnyGame {
    /// Traces a session, or one of its rounds, step by step.
    ///
    /// # Errors
    /// If the rules or the strategies are invalid, or the round does not exist.
    pub fn trace(
        &self,
        setup: &Setup,
        seed: u64,
        session: u64,
        round: Option<u64>,
    ) -> Result<(SessionTrace, Map<String, Value>), StudyError> {
        if session >= MAX_ROUNDS {
            return refuse_part("session", format!("session {session}: below {MAX_ROUNDS}"));
        }
        let mut seated = setup::seated(self, setup)?;
        let (told, rounds) =
            seated.game.trace(&mut *seated.players, Seed::new(seed), session, round);
        if let (true, Some(round)) = (told.is_empty(), round) {
            return refuse_part(
                "round",
                format!(
                    "session {session} of seed {seed} has no round {}; it has {}",
                    round + 1,
                    rounds_in_words(rounds)
                ),
            );
        }
        let sampled = Some((seed, rounds, 1));
        Ok((told, manifest("trace", setup, &*seated.game, &seated.strategies, sampled)))
    }

    /// Plays a written round and checks every step.
    ///
    /// # Errors
    /// If the rules are invalid; otherwise the first invalid step.
    pub fn replay(
        &self,
        setup: &Setup,
        origin: &str,
        script: &str,
    ) -> Result<(SessionTrace, Map<String, Value>), StudyError> {
        let game = setup::table(self, setup)?;
        let steps = game.replay(script).map_err(|error| StudyError::Replay {
            part: "replay",
            origin: origin.to_owned(),
            error,
        })?;
        Ok((vec![(0, steps)], manifest("trace", setup, &*game, &[], None)))
    }
}
