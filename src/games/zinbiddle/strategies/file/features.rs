//! The features that rules may test, and the lists of rules.

use crate::framework::Feature;
use crate::framework::policy::{Domain, features};
use crate::games::zinbiddle::hand::{LEVELS, Place};
use crate::games::zinbiddle::rules::{MAX_ACTIONS, MAX_PLAYERS, ROUNDS, Rules};

/// The most antes that rules distinguish.
pub(super) const MOST_MONEY: u16 = 5000;
/// The most raises that a table allows (Z8).
const MOST_RAISES: u16 = 20;
const SEATS: u16 = MAX_PLAYERS as u16;
const ACTIONS_OF_A_HAND: u16 = MAX_ACTIONS as u16;

features! {
    /// The features that rules may test. Values outside a range count as its nearest end.
    pub FEATURES:
    PLAYERS "players" 2, SEATS, "players dealt in";
    PLACE "place" 1, SEATS, "place in the turn order, 1 acts first";
    RIVALS "rivals" 1, SEATS - 1, "others still in";
    POT "pot" 0, MOST_MONEY, "the pot in antes, rounded down";
    MISFIRE_SHARE "misfire_share" 0, 100,
        "misfires in percent of the unseen cards of the shoe of the highest level dealt";
    NATURAL "natural" 0, 10_000,
        "chances in 10,000 that four unseen cards of the first shoe are a natural zinbiddle; [[side_bet]] only";
    ROUND "round" 1, ROUNDS as u16,
        "the betting round that is on, or in an action phase comes next; 1 is the blind one";
    LEVEL "level" 1, LEVELS as u16, "levels of the pyramid dealt";
    PAID "paid" 0, MOST_MONEY, "antes paid into this hand, rounded down";
    BOLD "bold" 0, SEATS - 1, "rivals still in who have bet or raised in this hand";
    BOLDEST "boldest" 0, ROUNDS as u16, "rounds in which the boldest of them has";
    CLEAN "clean" 0, SEATS - 1, "rivals still in who show no misfire";
    RIVAL_RUN "rival_run" 0, 4,
        "longest run that a rival still in shows, from its highest card down; none where a misfire \
         shows";
    RIVAL_ACTIONS "rival_actions" 0, ACTIONS_OF_A_HAND,
        "most pilot actions that a rival still in has left";
    ACTIONS "actions" 0, ACTIONS_OF_A_HAND, "own pilot actions left for the hand";
    STRENGTH "strength" 0, 300,
        "the promise of its three lines, up to 100 each; 0 before looking";
    ROW "row" 0, 5,
        "own row: 0 a misfire, 1 no pair, 2 a pair, 3 two pairs, 4 three, 5 four of a kind";
    PORT "port" 0, 4, "run of the port flank, from its highest card down; 0 with a misfire";
    STARBOARD "starboard" 0, 4, "run of the starboard flank";
    MISFIRES "misfires" 0, 9, "own misfires";
    HOPELESS "hopeless" 0, 1, "1 with more misfires than actions that could still mend them";
    BARRAGE "barrage" 0, 9, "own cards that fit the same Ion Barrage where they lie";
    LEADS "leads" 0, 2,
        "own flanks that beat all that rivals without a misfire show on that side, once the \
         capstones are dealt";
    CLINCHED "clinched" 0, 2, "own flanks that beat those of these rivals whatever they hide";
    TRAILS "trails" 0, 2, "own flanks that one of these rivals beats whatever it hides";
    TO_CALL "to_call" 0, MOST_MONEY, "antes to call, 0 without a bet; [[bet]] only";
    ODDS "odds" 0, 100, "the call in percent of the pot with it, rounded down; [[bet]] only";
    RAISES "raises" 0, MOST_RAISES, "raises of this round; [[bet]] only";
    NOW "now" 1, ACTIONS_OF_A_HAND, "actions that may still be used at this level; [[act]] only";
    PRICE "price" 1, (MAX_PLAYERS * LEVELS) as u16, "antes that an action costs; [[act]] only";
    SWAP_GAIN "swap_gain" 0, 300, "strength gained by the best swap; [[act]] only";
    SORT_GAIN "sort_gain" 0, 300, "strength gained by the best re-sort; [[act]] only";
    DRAW_GAIN "draw_gain" 0, 300,
        "strength gained on average by the best replacement; [[act]] only";
    GAIN "gain" 0, 300, "the largest of these gains; [[act]] only";
}

/// A list of rules, named by the decision it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::zinbiddle::strategies) enum RuleList {
    /// `[[side_bet]]`, decided before the thrusters are seen (Z15).
    Side,
    /// `[[bet]]` (Z8).
    Bet,
    /// `[[act]]` (Z9).
    Act,
}

/// The features that the rules of a list may test, as indices in [`FEATURES`].
const fn open_to<const N: usize>(list: RuleList) -> [usize; N] {
    let (mut open, mut from, mut to) = ([0; N], 0, 0);
    while from < FEATURES.len() {
        if match from {
            PLAYERS..=MISFIRE_SHARE => true,
            NATURAL => matches!(list, RuleList::Side),
            TO_CALL..=RAISES => matches!(list, RuleList::Bet),
            NOW..=GAIN => matches!(list, RuleList::Act),
            _ => !matches!(list, RuleList::Side),
        } {
            open[to] = from;
            to += 1;
        }
        from += 1;
    }
    assert!(to == N);
    open
}

/// The relative cost of computing a feature; 1 is next to nothing.
pub(super) const fn cost(feature: usize) -> u32 {
    match feature {
        SWAP_GAIN => 5,
        SORT_GAIN => 6,
        DRAW_GAIN => 7,
        GAIN => 8,
        MISFIRE_SHARE | NATURAL | BARRAGE => 4,
        RIVAL_RUN | LEADS | CLINCHED | TRAILS => 3,
        BOLD | BOLDEST | CLEAN | RIVAL_ACTIONS | ROW | PORT | STARBOARD | ODDS => 2,
        _ => 1,
    }
}

const fn specs<const N: usize>(places: [usize; N]) -> [Feature; N] {
    let (mut specs, mut i) = ([FEATURES[0]; N], 0);
    while i < N {
        specs[i] = FEATURES[places[i]];
        i += 1;
    }
    specs
}

pub(super) const SIDE: [usize; 6] = open_to(RuleList::Side);
pub(super) const BET: [usize; 27] = open_to(RuleList::Bet);
pub(super) const ACT: [usize; 30] = open_to(RuleList::Act);

/// Features that side-bet rules may test.
pub const SIDE_FEATURES: &[Feature] = &specs(SIDE);
/// Features that betting rules may test.
pub const BET_FEATURES: &[Feature] = &specs(BET);
/// Features that pilot-action rules may test.
pub const ACT_FEATURES: &[Feature] = &specs(ACT);

/// Limits the situations of a list to those that can occur, under any rules or under those of a
/// table.
pub(super) fn limit(list: RuleList, all: &mut Domain, rules: Option<&Rules>) {
    let acts = list == RuleList::Act;
    let of = |place: usize| FEATURES[place];
    if acts {
        all.limit(of(ACTIONS), 1, ACTIONS_OF_A_HAND);
    }
    if let Some(rules) = rules {
        let (players, actions) = (u16::from(rules.players), u16::from(rules.pilot_actions));
        all.limit(of(PLAYERS), players, players);
        all.limit(of(PLACE), 1, players);
        all.limit(of(RIVALS), 1, players - 1);
        all.limit(of(BOLD), 0, players - 1);
        all.limit(of(CLEAN), 0, players - 1);
        all.limit(of(NOW), 1, actions);
        all.limit(of(ACTIONS), 0, actions);
        all.limit(of(RIVAL_ACTIONS), 0, actions);
        all.limit(of(PRICE), 1, players * LEVELS as u16);
        all.limit(of(RAISES), 0, rules.max_raises.min(MOST_RAISES.into()) as u16);
        if rules.misfires_per_suit == 0 {
            for feature in [MISFIRES, HOPELESS, MISFIRE_SHARE] {
                all.limit(of(feature), 0, 0);
            }
        }
    }
    // Features that depend on each other.
    all.tie(of(LEVEL), of(ROUND), |level| match level {
        level if acts => (2 * level + 1, 2 * level + 1),
        1 => (1, 3),
        level => (2 * level, 2 * level + 1),
    });
    all.tie(of(PLAYERS), of(PLACE), |players| (1, players));
    all.tie(of(PLAYERS), of(RIVALS), |players| (1, players - 1));
    for feature in [BOLD, CLEAN] {
        all.tie(of(RIVALS), of(feature), |rivals| (0, rivals));
    }
    for feature in [MISFIRES, BARRAGE] {
        let places = |level: u16| Place::up_to(usize::from(level) - 1) as u16;
        all.tie(of(LEVEL), of(feature), |level| (0, places(level)));
    }
    all.tie(of(HOPELESS), of(MISFIRES), |hopeless| (hopeless, 9));
}
