//! Strategy files: a word or ordered rules for each decision, and a native strategy for the rest.

use super::super::eval::Ceilings;
use super::super::hand::{Card, rank};
use super::super::rules::Rules;
use super::super::view::{Ballot, Choice, Drawn, Player, Put, Show, View};
use super::SEVENTHS;
use super::collector::{Collector, affordable, fewest_winning, victim};
use super::features::{COMMON, MOST_KRONKS, Phase, TURN, limit, redeeming, seen, shown};
pub use super::features::{
    DECLARE_FEATURES, DRAW_FEATURES, FEATURES, KRAKO_FEATURES, TURN_FEATURES, VOTE_FEATURES,
};
use crate::framework::document::{Document, Faults, FileError};
use crate::framework::lists::FileDecision;
use crate::framework::notation::named;
use crate::framework::policy::{Domain, Policy};
use std::sync::Arc;

/// Keys of a file besides `game` and `about`; `FILE(key=value)` replaces any of them by a single
/// value.
pub const KEYS: &[&str] = &[
    "otherwise",
    "seventh",
    "kronks",
    "vote",
    "name",
    "redeem",
    "shed",
    "lay",
    "draw",
    "take",
    "place",
    "krako",
    "declare",
];

/// A card of the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    /// The one that the native strategy misses least.
    Least,
    Lowest,
    Highest,
    /// A wild card; passed over if there is none.
    Wild,
    /// A card of this rank; passed over if there is none.
    Rank(u8),
}

named! {
    /// A pile.
    enum Where {
        Own = "own",
        Leader = "leader",
        Left = "left",
        Right = "right",
    }
}

/// The use of a hand card (S4, P1, P4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Give {
    /// No card, or the usual one if one must be given.
    Pass,
    Usual,
    /// A card that bars the leader's hand and that it can spare as well as any, on the leader's
    /// pile; passed over if there is none.
    Poison,
    Card(Which, Where),
}

/// The use of a drawn card (P2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Draw {
    Keep,
    Usual,
    /// Sent to the leader's pile if it bars the hand there; else passed over.
    Poison,
    Send(Where),
}

/// The open card to take (P3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Take {
    /// None, or the usual one if one must be taken.
    Pass,
    Usual,
    /// The one that leaves it best off once it gives up its next card.
    Best,
    /// A wild card; passed over if there is none.
    Wild,
    /// A card of this rank; passed over if there is none.
    Rank(u8),
}

/// The card to redeem (S4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Redeem {
    Pass,
    Usual,
    /// A card of a rank that it holds more than once; passed over if there is none.
    Spare,
    /// A card of the rank that it holds most of.
    Most,
    /// A card of this rank; passed over if there is none.
    Rank(u8),
}

/// The rank that the landru names (W1f).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Usual,
    Any,
    /// The rank that it holds most of.
    Most,
    /// This rank; passed over if the deck lacks it.
    Rank(u8),
}

/// The vote of a seat (Y5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Vote {
    Usual,
    Any,
    For(Ballot),
}

named! {
    /// Whether a krako strikes (P10).
    enum Krako {
        Pass = "pass",
        Usual = "usual",
        /// The best rival that no oxmyx saves, at any price; passed over if all are saved.
        Strike = "strike",
    }
}

named! {
    /// The number of kronks to spend (P11).
    enum Spend {
        Pass = "pass",
        Usual = "usual",
        /// The fewest that win, at any price; passed over if no number wins.
        Win = "win",
        Most = "most",
    }
}

/// A rank as it is written: its letter on cards, or its number.
fn rank_of(word: &str) -> Option<u8> {
    let letter = match word {
        "J" | "11" => 11,
        "Q" | "12" => 12,
        "K" | "13" => 13,
        "A" | "14" => 14,
        "T" => 10,
        number => number.parse().ok()?,
    };
    (1..=14).contains(&letter).then_some(letter)
}

fn which(word: &str) -> Option<Which> {
    Some(match word {
        "least" => Which::Least,
        "lowest" => Which::Lowest,
        "highest" => Which::Highest,
        "wild" => Which::Wild,
        word => Which::Rank(rank_of(word)?),
    })
}

/// `CARD`, or `CARD to PILE`.
fn give(text: &str) -> Option<Give> {
    Some(match text {
        "pass" => Give::Pass,
        "usual" => Give::Usual,
        "poison" => Give::Poison,
        text => match text.split_once(" to ") {
            Some((card, pile)) => Give::Card(which(card.trim())?, Where::named(pile.trim())?),
            None => Give::Card(which(text)?, Where::Own),
        },
    })
}

fn shed(text: &str) -> Option<Give> {
    match text {
        "usual" => Some(Give::Usual),
        text => Some(Give::Card(which(text)?, Where::Own)),
    }
}

fn draw(text: &str) -> Option<Draw> {
    Some(match text {
        "keep" => Draw::Keep,
        "usual" => Draw::Usual,
        "poison" => Draw::Poison,
        text => match Where::named(text.strip_prefix("send to ")?.trim())? {
            Where::Own => return None,
            pile => Draw::Send(pile),
        },
    })
}

fn take(text: &str) -> Option<Take> {
    Some(match text {
        "pass" => Take::Pass,
        "usual" => Take::Usual,
        "best" => Take::Best,
        "wild" => Take::Wild,
        text => Take::Rank(rank_of(text)?),
    })
}

fn redeem(text: &str) -> Option<Redeem> {
    Some(match text {
        "pass" => Redeem::Pass,
        "usual" => Redeem::Usual,
        "spare" => Redeem::Spare,
        "most" => Redeem::Most,
        text => match rank_of(text)? {
            rank @ (rank::KING | rank::QUEEN | 4 | 2) => Redeem::Rank(rank),
            _ => return None,
        },
    })
}

fn name(text: &str) -> Option<Name> {
    Some(match text {
        "usual" => Name::Usual,
        "any" => Name::Any,
        "most" => Name::Most,
        text => Name::Rank(rank_of(text)?),
    })
}

/// `usual`, `any`, or a day and a light, as in the names of presets: `d7-dark`.
fn vote(text: &str) -> Option<Vote> {
    let (day, light) = match text {
        "usual" => return Some(Vote::Usual),
        "any" => return Some(Vote::Any),
        text => text.strip_prefix('d')?.split_once('-')?,
    };
    let day = day.parse().ok().filter(|day| (1..=10).contains(day))?;
    let dark = match light {
        "light" => false,
        "dark" => true,
        _ => return None,
    };
    Some(Vote::For(Ballot { day, dark }))
}

const GIVES: &str = "one of pass, usual, poison, or a card: least, lowest, highest, wild or a rank A K Q \
                     J 10 .. 1, and then perhaps a pile: to own, to leader, to left, to right";

/// The rules of a file for each decision; `None` for those left to the native strategy.
#[derive(Clone, Debug)]
struct Lists {
    vote: Option<Policy<Vote>>,
    name: Option<Policy<Name>>,
    redeem: Option<Policy<Redeem>>,
    shed: Option<Policy<Give>>,
    lay: Option<Policy<Give>>,
    draw: Option<Policy<Draw>>,
    take: Option<Policy<Take>>,
    place: Option<Policy<Give>>,
    krako: Option<Policy<Krako>>,
    declare: Option<Policy<Spend>>,
}

/// A strategy from a file.
#[derive(Clone, Debug)]
pub struct FileStrategy {
    /// The strategy that decides if no rule applies.
    usual: Collector,
    /// The most kronks to spend on a krako, and on a declaration.
    kronks: u32,
    lists: Arc<Lists>,
}

impl FileStrategy {
    /// The strategy of a file at a table.
    ///
    /// # Errors
    /// All faults of the file, each with its line.
    pub fn new(document: &Document, rules: &Rules) -> Result<FileStrategy, FileError> {
        let mut faults = Faults::default();
        let body = &document.body;
        body.only(KEYS, &mut faults);
        if body.0.is_empty() {
            let keys = KEYS.join(", ");
            faults.add(1, format!("there is no play in it: give one of {keys}"));
        }
        let usual = [
            ("hoarder", Collector::HOARDER),
            ("builder", Collector::BUILDER),
            ("poisoner", Collector::POISONER),
        ];
        let usual =
            body.get("otherwise").and_then(|node| node.meaning("otherwise", &usual, &mut faults));
        let mut usual = usual.unwrap_or(Collector::BUILDER);
        let seventh =
            body.get("seventh").and_then(|node| node.meaning("seventh", &SEVENTHS, &mut faults));
        usual.seventh = seventh.unwrap_or(usual.seventh);
        let kronks = body.get("kronks").map_or(u32::MAX, |node| {
            let most = i64::from(MOST_KRONKS);
            let allowed = format_args!("a number 0..={most}");
            node.whole("kronks", 0..=most, allowed, &mut faults).unwrap_or(0) as u32
        });
        let possible = |all: &mut Domain, here: bool| limit(all, here.then_some(rules));
        // A list by its key, with its features, its words, and the actions that may be passed over.
        macro_rules! list {
            ($name:ident, $features:ident, $allowed:expr, $action:expr, $($passed_over:pat)?) => {
                body.get(stringify!($name)).and_then(|node| {
                    let ends = |_action: &_| true $(&& !matches!(_action, $passed_over))?;
                    let decided =
                        FileDecision::new(stringify!($name), $features, $allowed, &$action, ends);
                    decided.policy(node, possible, &mut faults)
                })
            };
        }
        let lists = Lists {
            vote: list!(
                vote,
                VOTE_FEATURES,
                "one of usual, any, or a day and a light such as d7-light or d10-dark",
                vote,
            ),
            name: list!(
                name,
                TURN_FEATURES,
                "one of usual, any, most, or a rank A K Q J 10 .. 1",
                name,
                Name::Rank(_)
            ),
            redeem: list!(
                redeem,
                TURN_FEATURES,
                "one of pass, usual, spare, most, or a rank K Q 4 2",
                redeem,
                Redeem::Spare | Redeem::Rank(_)
            ),
            shed: list!(
                shed,
                TURN_FEATURES,
                "one of usual, least, lowest, highest, wild, or a rank A K Q J 10 .. 1",
                shed,
                Give::Card(Which::Wild | Which::Rank(_), _)
            ),
            lay: list!(
                lay,
                TURN_FEATURES,
                GIVES,
                give,
                Give::Poison | Give::Card(Which::Wild | Which::Rank(_), _)
            ),
            draw: list!(
                draw,
                DRAW_FEATURES,
                "one of keep, usual, poison, send to leader, send to left, send to right",
                draw,
                Draw::Poison
            ),
            take: list!(
                take,
                TURN_FEATURES,
                "one of pass, usual, best, wild, or a rank A K Q J 10 .. 1",
                take,
                Take::Wild | Take::Rank(_)
            ),
            place: list!(
                place,
                TURN_FEATURES,
                GIVES,
                give,
                Give::Poison | Give::Card(Which::Wild | Which::Rank(_), _)
            ),
            krako: list!(
                krako,
                KRAKO_FEATURES,
                "one of pass, usual, strike",
                Krako::named,
                Krako::Strike
            ),
            declare: list!(
                declare,
                DECLARE_FEATURES,
                "one of pass, usual, win, most",
                Spend::named,
                Spend::Win
            ),
        };
        document.check(faults)?;
        Ok(FileStrategy { usual, kronks, lists: Arc::new(lists) })
    }

    /// The pile that a file names.
    fn pile(&self, view: &View<'_>, pile: Where) -> usize {
        let (seat, order) = (view.seat(), view.order());
        match pile {
            Where::Own => seat,
            Where::Leader => self.usual.leader(view).unwrap_or(seat),
            Where::Left => order.after(seat),
            Where::Right => order.before(seat),
        }
    }

    /// The hand card that a file names.
    fn card(&self, view: &View<'_>, which: Which) -> Option<Card> {
        let (evaluator, hand) = (view.evaluator(), view.hand());
        let natural = || hand.different().filter(|&card| evaluator.is_natural(card));
        match which {
            Which::Least => Some(self.usual.least_useful(view, hand, &view.pile(view.seat()))),
            // If all are wild, any of them.
            Which::Lowest => {
                natural().min_by_key(|&card| evaluator.card_key(card)).or(hand.different().next())
            }
            Which::Highest => {
                natural().max_by_key(|&card| evaluator.card_key(card)).or(hand.different().next())
            }
            Which::Wild => hand.different().find(|&card| evaluator.is_kronk(card)),
            Which::Rank(rank) => natural().find(|card| card.rank() == rank),
        }
    }

    /// The decision of a list about a hand card; `None` for the usual one.
    fn gives(
        &self,
        list: &Option<Policy<Give>>,
        view: &View<'_>,
        phase: Phase,
    ) -> Option<Choice<Option<Put>>> {
        let put = |give: &Give| match *give {
            Give::Pass if view.may_pass() => does(None),
            Give::Pass | Give::Usual => Some(Said::Usual),
            Give::Poison => {
                let poisoner = Collector { poisons: true, ..self.usual };
                poisoner.poison(view).and_then(|put| does(Some(put)))
            }
            Give::Card(which, pile) => {
                let card = self.card(view, which)?;
                does(Some(Put { card, pile: self.pile(view, pile) }))
            }
        };
        said(list, |i| seen(TURN + i, view, None, phase, &self.usual), put)
    }
}

/// The decision of a rule.
enum Said<T> {
    /// The usual one.
    Usual,
    /// Its own.
    Own(T),
}

/// A rule's own choice of an action.
fn does<T>(action: T) -> Option<Said<Choice<T>>> {
    Some(Said::Own(Choice::Do(action)))
}

/// The decision of the first rule of a list that has one; `None` for the usual one.
fn said<A: Clone + PartialEq, T>(
    list: &Option<Policy<A>>,
    value: impl Fn(usize) -> u16,
    choose: impl Fn(&A) -> Option<Said<T>>,
) -> Option<T> {
    match list.as_ref()?.first(value, choose)? {
        Said::Own(own) => Some(own),
        Said::Usual => None,
    }
}

impl Player for FileStrategy {
    fn vote(&mut self, rules: &Rules) -> Choice<Ballot> {
        let players = u16::from(rules.players);
        let choose = |vote: &Vote| match *vote {
            Vote::Usual => Some(Said::Usual),
            Vote::Any => Some(Said::Own(Choice::Any)),
            Vote::For(ballot) => does(ballot),
        };
        said(&self.lists.vote, |_| players, choose).unwrap_or_else(|| self.usual.vote(rules))
    }

    fn name(&mut self, view: &View<'_>) -> Choice<u8> {
        let ranks = view.evaluator().nameable();
        let held = |rank: u8| view.hand().iter().filter(|card| card.rank() == rank).count();
        let choose = |name: &Name| match *name {
            Name::Usual => Some(Said::Usual),
            Name::Any => Some(Said::Own(Choice::Any)),
            // The highest of equal ones.
            Name::Most => {
                let most = ranks.iter().rev().copied().max_by_key(|&rank| held(rank))?;
                does(most)
            }
            Name::Rank(rank) => ranks.contains(&rank).then_some(Said::Own(Choice::Do(rank))),
        };
        let value = |i: usize| seen(TURN + i, view, None, Phase::Deal, &self.usual);
        said(&self.lists.name, value, choose).unwrap_or_else(|| self.usual.name(view))
    }

    fn redeem(&mut self, view: &View<'_>) -> Choice<Option<Card>> {
        let held = |card: Card| view.evaluator().naturals(view.hand(), card.rank());
        let most = view.redeemable().max_by_key(|&card| held(card));
        let choose = |redeem: &Redeem| match *redeem {
            Redeem::Pass => does(None),
            Redeem::Usual => Some(Said::Usual),
            Redeem::Spare => most.filter(|&card| held(card) > 1).and_then(|card| does(Some(card))),
            Redeem::Most => does(most),
            Redeem::Rank(rank) => {
                let card = view.redeemable().find(|card| card.rank() == rank)?;
                does(Some(card))
            }
        };
        let value = |i: usize| seen(TURN + i, view, None, redeeming(view), &self.usual);
        said(&self.lists.redeem, value, choose).unwrap_or_else(|| self.usual.redeem(view))
    }

    fn shed(&mut self, view: &View<'_>) -> Choice<Card> {
        match self.gives(&self.lists.shed, view, redeeming(view)) {
            Some(Choice::Do(Some(Put { card, .. }))) => Choice::Do(card),
            _ => self.usual.shed(view),
        }
    }

    fn lay(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        let said = self.gives(&self.lists.lay, view, Phase::Lay);
        said.unwrap_or_else(|| self.usual.lay(view))
    }

    fn draw(&mut self, view: &View<'_>, drawn: Card) -> Choice<Drawn> {
        let choose = |draw: &Draw| match *draw {
            Draw::Keep => does(Drawn::Keep),
            Draw::Usual => Some(Said::Usual),
            Draw::Poison => {
                let poisoner = Collector { poisons: true, ..self.usual };
                poisoner.poisons(view, drawn).and_then(|pile| does(Drawn::Send(pile)))
            }
            Draw::Send(pile) => does(Drawn::Send(self.pile(view, pile))),
        };
        let value = |i: usize| seen(i, view, Some(drawn), Phase::Drawn, &self.usual);
        said(&self.lists.draw, value, choose).unwrap_or_else(|| self.usual.draw(view, drawn))
    }

    fn take(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        let choose = |take: &Take| match *take {
            Take::Pass if view.may_pass() => does(None),
            Take::Pass | Take::Usual => Some(Said::Usual),
            Take::Best => does(self.usual.best_open(view)),
            Take::Wild => {
                let put = view.takes().find(|put| view.evaluator().is_kronk(put.card))?;
                does(Some(put))
            }
            Take::Rank(rank) => {
                let natural = |put: &Put| view.evaluator().is_natural(put.card);
                let put = view.takes().find(|put| natural(put) && put.card.rank() == rank)?;
                does(Some(put))
            }
        };
        let value = |i: usize| seen(TURN + i, view, None, Phase::Drawn, &self.usual);
        said(&self.lists.take, value, choose).unwrap_or_else(|| self.usual.take(view))
    }

    fn place(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        let said = self.gives(&self.lists.place, view, Phase::Drawn);
        said.unwrap_or_else(|| self.usual.place(view))
    }

    fn krako(&mut self, show: &Show<'_>, kronks: u8) -> Choice<Option<usize>> {
        if u32::from(kronks) > self.kronks {
            return Choice::Do(None);
        }
        let choose = |krako: &Krako| match krako {
            Krako::Pass => does(None),
            Krako::Usual => Some(Said::Usual),
            Krako::Strike => victim(show).and_then(|rival| does(Some(rival))),
        };
        let value = |i: usize| shown(COMMON + i, show, kronks);
        said(&self.lists.krako, value, choose).unwrap_or_else(|| self.usual.krako(show, kronks))
    }

    fn declare(&mut self, show: &Show<'_>) -> Ceilings {
        let (now, most) = (show.ceilings(show.seat()), show.most());
        let choose = |spend: &Spend| match spend {
            Spend::Pass => Some(Said::Own(now)),
            Spend::Usual => Some(Said::Usual),
            Spend::Win => fewest_winning(show, self.kronks).map(Said::Own),
            Spend::Most => {
                let left =
                    |taken: u8| (self.kronks.min(u8::MAX.into()) as u8).saturating_sub(taken);
                let hand = most.hand.min(left(now.combined)).max(now.hand);
                let combined = most.combined.min(left(hand)).max(now.combined);
                Some(Said::Own(Ceilings { hand, combined }))
            }
        };
        let value = |i: usize| shown(COMMON + i, show, 0);
        let said = said(&self.lists.declare, value, choose);
        let usual = || fewest_winning(show, affordable(show).min(self.kronks)).unwrap_or(now);
        said.unwrap_or_else(usual)
    }
}
