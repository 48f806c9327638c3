//! What can be computed without sampling. Not yet here: the dealt pyramid's odds.

use super::rules::Rules;
use crate::games::ExactError;

/// Why the figures of a whole table are not enumerated.
pub fn out_of_reach(rules: &Rules) -> ExactError {
    ExactError::OutOfReach(format!(
        "a hand of {} players has nine betting rounds and four rounds of actions over up to {} \
         cards, too many courses to enumerate; use `simulate`",
        rules.players,
        u32::from(rules.players) * (9 + u32::from(rules.pilot_actions)),
    ))
}
