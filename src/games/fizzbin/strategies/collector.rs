//! The native strategies: random play, and collectors.

use super::super::eval::{Ceilings, Evaluator, Giving, Score, Spare, Standing, Whole};
use super::super::hand::{Card, Cards, Suit, Value, rank};
use super::super::rules::{BarScope, FridayPairs, HAND, Rules, Weekday};
use super::super::view::{Ballot, Choice, Drawn, Player, Put, Show, View};
use std::cmp::Ordering;

/// Plays any legal option, all equally likely; spends no kronk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random;

impl Player for Random {
    fn vote(&mut self, _rules: &Rules) -> Choice<Ballot> {
        Choice::Any
    }

    fn name(&mut self, _view: &View<'_>) -> Choice<u8> {
        Choice::Any
    }

    fn redeem(&mut self, _view: &View<'_>) -> Choice<Option<Card>> {
        Choice::Any
    }

    fn shed(&mut self, _view: &View<'_>) -> Choice<Card> {
        Choice::Any
    }

    fn lay(&mut self, _view: &View<'_>) -> Choice<Option<Put>> {
        Choice::Any
    }

    fn draw(&mut self, _view: &View<'_>, _drawn: Card) -> Choice<Drawn> {
        Choice::Any
    }

    fn take(&mut self, _view: &View<'_>) -> Choice<Option<Put>> {
        Choice::Any
    }

    fn place(&mut self, _view: &View<'_>) -> Choice<Option<Put>> {
        Choice::Any
    }

    fn krako(&mut self, _show: &Show<'_>, kronks: u8) -> Choice<Option<usize>> {
        if kronks == 0 { Choice::Any } else { Choice::Do(None) }
    }

    fn declare(&mut self, show: &Show<'_>) -> Ceilings {
        show.ceilings(show.seat())
    }
}

/// The policy for a seventh card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seventh {
    /// Keep it if the seven are H1 to H3.
    Named,
    /// Keep it.
    Keep,
    /// Get rid of it.
    Shed,
}

/// The policy for redeeming (S4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redeems {
    /// A card of a rank that it holds twice.
    Spare,
    /// Nothing.
    Never,
    /// Any card that may be redeemed.
    Always,
}

/// A player that keeps the cards that serve its hand and puts the rest on its own pile, where they
/// serve the combined names. It spends the fewest kronks that win as things stand, if they cost
/// less than the kitty: others may do the same, and all of them pay.
///
/// A hoarder values only what its cards are now. A builder looks first for H1 to H3, then for the
/// parts of a full fizzbin (court, low card, and two sevens, jacks or aces), then for a card of
/// three-quarter fizzbin among six, and only then for what its cards are; it takes an open card
/// that makes a better hand, and lays another down for it before it draws. A poisoner does that
/// too, but first sends cards that disqualify the leader's hand to the leader's pile, on days when
/// they do; and when krakos strike it picks up jacks if it has two, and sevens if it has one.
///
/// In a Wednesday's vote (Y5) a builder votes for a light Monday, when nothing bars its hands, a
/// poisoner for a light Saturday, when its poison works, and a hoarder for any day. As landru (W1f)
/// each names the rank that it holds most of among those that no full fizzbin needs, the lowest of
/// equal ones: such cards serve its hand least, and others pay it for theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collector {
    /// Whether it builds a full fizzbin and takes open cards.
    pub builds: bool,
    /// Whether it sends disqualifying cards to the leader.
    pub poisons: bool,
    /// Its policy for a seventh card.
    pub seventh: Seventh,
    /// Its policy for redeeming cards.
    pub redeems: Redeems,
    /// Whether it spends kronks.
    pub spends: bool,
}

impl Collector {
    /// Baseline 2 of the rules document.
    pub const HOARDER: Collector = Collector {
        builds: false,
        poisons: false,
        seventh: Seventh::Keep,
        redeems: Redeems::Never,
        spends: true,
    };
    /// Baseline 3.
    pub const BUILDER: Collector = Collector {
        builds: true,
        poisons: false,
        seventh: Seventh::Named,
        redeems: Redeems::Spare,
        spends: true,
    };
    /// Baseline 4.
    pub const POISONER: Collector = Collector { poisons: true, ..Collector::BUILDER };
}

/// The worth of some cards to a [`Collector`]: the greater the better. Compared first by the top of
/// `hand`, down to its name, then by hand and pile, then by the rest of `hand`.
///
/// ```text
/// bit  63..62   61..59   58           57..52      51..5      4..0
///      4 - id   parts    fallback     63 - id     the key    wild cards
///      if H1    of H2,   a card of    of the      of the     in the hand: kept longest
///      to H3    of four  H4, no bar   hand        hand       among equally useful cards
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Worth {
    hand: u64,
    /// The score of hand and pile, where it matters.
    combined: Value,
}

impl Worth {
    /// The lowest bit of the name of the hand, and the bits of its name and of the fallback.
    const NAME: u32 = 52;
    const ID: u64 = 63;
    const FALLBACK: u64 = 64;

    /// The part that is compared before hand and pile.
    fn first(self) -> u64 {
        self.hand >> Worth::NAME
    }

    /// Whether the hand has a better name than an id; 8 stands for none.
    fn is_named_better(self, id: u8) -> bool {
        Worth::ID - (self.first() & Worth::ID) < id.into()
    }

    /// Whether its high name, parts and name are worth no less than the other's; the fallback does not
    /// count.
    fn serves_as(self, other: Worth) -> bool {
        self.first() & !Worth::FALLBACK >= other.first() & !Worth::FALLBACK
    }
}

impl Ord for Worth {
    fn cmp(&self, other: &Worth) -> Ordering {
        let order = |worth: &Worth| (worth.first(), worth.combined, worth.hand);
        order(self).cmp(&order(other))
    }
}

impl PartialOrd for Worth {
    fn partial_cmp(&self, other: &Worth) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The ranks of the pairs of H2 and H5.
const PAIRS: [u8; 3] = [7, rank::JACK, rank::ACE];

/// The cards with one more.
pub(super) fn with(cards: &Cards, card: Card) -> Cards {
    let mut all = *cards;
    all.add(card);
    all
}

/// The cards with one less.
pub(super) fn without(cards: &Cards, card: Card) -> Cards {
    let mut rest = *cards;
    rest.take(card);
    rest
}

/// 4 minus the id of H1 to H3; 0 for other hands.
fn high(hand: Value) -> u8 {
    hand.id().filter(|&id| id <= 3).map_or(0, |id| 4 - id)
}

/// The last of some cards, a wild one only if there are no others.
fn last_kept(giving: &Giving<'_>, cards: u64) -> Card {
    let natural = cards & !giving.evaluator().kronk_cards();
    let cards = Cards::from_set(if natural == 0 { cards } else { natural });
    cards.last().expect("there is a card to give")
}

/// The card of a set whose removal leaves the hand that is worth most, with the worth of that hand;
/// the last of equally good cards.
#[inline(always)]
fn best_without(set: u64, rest: impl Fn(Card) -> Option<Worth>) -> Option<(Card, Worth)> {
    let mut best: Option<(Card, Worth)> = None;
    for card in Cards::from_set(set).different() {
        if let Some(rest) = rest(card)
            && best.is_none_or(|(_, found)| rest.hand >= found.hand)
        {
            best = Some((card, rest));
        }
    }
    best
}

/// The kronks of both ceilings together.
pub(super) fn total(ceilings: Ceilings) -> u32 {
    u32::from(ceilings.hand) + u32::from(ceilings.combined)
}

/// The cards that disqualify hands from their piles today (Y3, E3).
struct Bane {
    /// The cards that may do so. Jacks make krakos and sevens save from them, so neither is given
    /// away.
    cards: u64,
    /// The number of other cards of the same rank that must be in hand and pile for a card to
    /// disqualify.
    same: usize,
    /// Whether the hand must have seven cards.
    of_seven: bool,
}

impl Bane {
    /// Today's bane, if cards can disqualify.
    fn new(view: &View<'_>) -> Option<Bane> {
        let (rules, evaluator) = (view.rules(), view.evaluator());
        let court = if rules.dark { rank::QUEEN } else { rank::KING };
        let royal = evaluator.natural_of(rank::ACE)
            | evaluator.natural_of(court)
            | evaluator.natural_of(rank::TEN);
        match rules.weekday() {
            Weekday::Friday if rules.friday_pairs == FridayPairs::Family => {
                Some(Bane { cards: royal, same: 1, of_seven: false })
            }
            Weekday::Tuesday | Weekday::Saturday if evaluator.disqualifies() => {
                if rules.bar_scope == BarScope::All {
                    let watched = evaluator.natural_of(rank::JACK) | evaluator.natural_of(7);
                    let cards = evaluator.natural_cards() & !watched;
                    return Some(Bane { cards, same: 2, of_seven: false });
                }
                // Four of a kind bar a royal fizzbin.
                Some(Bane { cards: royal, same: 3, of_seven: true })
            }
            _ => None,
        }
    }

    /// The cards among some that may disqualify a seat's hand, to the player's knowledge.
    fn bars(&self, view: &View<'_>, seat: usize, cards: u64) -> u64 {
        if self.of_seven && view.cards(seat) <= HAND {
            return 0;
        }
        let shown = view.known(seat).and(&view.pile(seat));
        cards & self.cards & view.evaluator().of_ranks_held(&shown, self.same)
    }
}

impl Collector {
    /// The worth of a hand of `cards` cards, `kronks` of them wild. The score of hand and pile is
    /// left out: it is the same however their cards are divided between the two.
    #[inline(always)]
    fn worth(&self, standing: Standing, cards: u32, kronks: u32) -> Worth {
        let Standing { value, parts, three_quarter } = standing;
        let name = value.names() >> 6 << Worth::NAME;
        let mut hand = name | value.key() << 5 | u64::from(kronks);
        if self.builds {
            let fallback = three_quarter && cards <= HAND;
            let ahead = u64::from(high(value)) << 4 | u64::from(parts) << 1 | u64::from(fallback);
            hand |= ahead << 58;
        }
        Worth { hand, combined: Value::NONE }
    }

    /// The worth of a hand, `whole` being hand and pile, without the score of these.
    fn worth_of(&self, evaluator: &Evaluator, hand: &Cards, whole: &Whole<'_>) -> Worth {
        let standing = evaluator.natural_beside(hand, whole);
        self.worth(standing, hand.len(), evaluator.kronks(hand))
    }

    /// The best card to give up to its own pile, the last of equally good ones, and the worth of
    /// the remaining hand, without the score of hand and pile.
    fn least(&self, giving: &Giving<'_>) -> (Card, Worth) {
        self.least_high(giving).unwrap_or_else(|| {
            let card = self.least_low(giving);
            (card, self.worth_left(giving)(card, giving.without(card)))
        })
    }

    /// The same if the rest can be H1, H2 or H3; else `None`.
    fn least_high(&self, giving: &Giving<'_>) -> Option<(Card, Worth)> {
        let (first, second) = match self.spare_of_high(giving) {
            Spare::Among(0, 0) => return None,
            Spare::Among(first, second) => (first, second),
            Spare::Any(cards) => (1 << last_kept(giving, cards).bit(), 0),
        };
        let worth = self.worth_left(giving);
        let rest = |card| giving.high_without(card).map(|rest| worth(card, rest));
        best_without(first, rest).or_else(|| best_without(second, rest))
    }

    /// The cards that H1, H2 or H3 can spare.
    fn spare_of_high(&self, giving: &Giving<'_>) -> Spare {
        match self.builds {
            true => giving.spare_of_high(),
            false => Spare::Among(giving.may_be_high(), 0),
        }
    }

    /// The best card to give up if the rest cannot be H1 to H3.
    fn least_low(&self, giving: &Giving<'_>) -> Card {
        let spare = match self.builds {
            true => giving.spare_of_low(),
            false => Spare::Among(giving.hand().set(), 0),
        };
        match spare {
            Spare::Any(cards) => last_kept(giving, cards),
            Spare::Among(cards, _) => {
                let worth = self.worth_left(giving);
                let rest = |card| Some(worth(card, giving.without(card)));
                best_without(cards, rest).expect("a hand is never empty").0
            }
        }
    }

    /// The worth of a hand without a card, from its standing without it.
    #[inline(always)]
    fn worth_left(&self, giving: &Giving<'_>) -> impl Fn(Card, Standing) -> Worth {
        let (evaluator, cards) = (giving.evaluator(), giving.cards());
        let kronks = evaluator.kronks(giving.hand());
        move |card, rest| self.worth(rest, cards, kronks - u32::from(evaluator.is_kronk(card)))
    }

    /// The card that it misses least.
    pub(super) fn least_useful(&self, view: &View<'_>, hand: &Cards, pile: &Cards) -> Card {
        let evaluator = view.evaluator();
        let whole = evaluator.whole(hand, pile);
        let giving = evaluator.giving(hand, &whole);
        if let Spare::Any(cards) = self.spare_of_high(&giving) {
            return last_kept(&giving, cards);
        }
        self.least_high(&giving).map_or_else(|| self.least_low(&giving), |(card, _)| card)
    }

    /// The card that it gives up to its own pile.
    fn give_up(&self, view: &View<'_>) -> Put {
        let seat = view.seat();
        Put { card: self.least_useful(view, view.hand(), &view.pile(seat)), pile: seat }
    }

    /// The rank that it names as landru (W1f).
    fn names(&self, view: &View<'_>) -> u8 {
        let evaluator = view.evaluator();
        let wild = |rank: u8| evaluator.is_kronk(Card::new(rank, Suit::Spades));
        let needed = |rank: &u8| PAIRS.contains(rank) || evaluator.full_singles().contains(rank);
        let held = |rank: u8| evaluator.naturals(view.hand(), rank);
        // Ranks are in descending order, and the last of equal ones is found.
        let spare =
            evaluator.nameable().iter().copied().filter(|rank| !needed(rank) && !wild(*rank));
        spare.max_by_key(|&rank| held(rank)).unwrap_or(evaluator.nameable()[0])
    }

    /// Whether it keeps the seven cards that it holds.
    fn keeps_seven(&self, view: &View<'_>) -> bool {
        match self.seventh {
            Seventh::Keep => true,
            Seventh::Shed => false,
            Seventh::Named => {
                let id = view.evaluator().natural_id(view.hand(), &view.pile(view.seat()));
                id.is_some_and(|id| id <= 3)
            }
        }
    }

    /// The worth of a hand that has gained a card, and the card that it then gives up to its own pile,
    /// if it must. `None` unless the hand now has a better name than `id` (8: no name).
    fn raised(
        &self,
        evaluator: &Evaluator,
        more: &Cards,
        own: &Cards,
        must_give: bool,
        id: u8,
    ) -> Option<(Worth, Option<Card>)> {
        let whole = evaluator.whole(more, own);
        let (worth, given) = if must_give {
            let giving = evaluator.giving(more, &whole);
            // A name below H3 improves only a hand whose present name is worse still, and on a
            // Tuesday there are no such names.
            let low = id > 4 && evaluator.may_be(3) || !giving.is_quick();
            let found = if low { Some(self.least(&giving)) } else { self.least_high(&giving) };
            found.map(|(given, worth)| (worth, Some(given)))?
        } else {
            (self.worth_of(evaluator, more, &whole), None)
        };
        worth.is_named_better(id).then_some((worth, given))
    }

    /// The open card that it wants most, if any, and the card that it gives up for it if it must.
    fn wants(&self, view: &View<'_>, must_give: bool) -> Option<(Put, Option<Card>)> {
        if !self.builds {
            return None;
        }
        let (evaluator, hand) = (view.evaluator(), view.hand());
        // A card without a natural value makes no better hand.
        let mut left = view.open_cards() & evaluator.natural_cards();
        if left == 0 {
            return None;
        }
        let own = view.pile(view.seat());
        // Most open cards improve no hand, whatever is given up for them.
        let of = view.cards(view.seat()) + u32::from(!must_give);
        let (id, raising) = evaluator.raised(hand, &own, of);
        left &= raising;
        let mut best: Option<(Worth, Put, Option<Card>)> = None;
        for pile in view.opponents() {
            // Of equal cards the first will do.
            let here = view.takeable(pile).only(left);
            left &= !here.set();
            for card in here.different() {
                let more = with(hand, card);
                let raised = self.raised(evaluator, &more, &own, must_give, id);
                let Some((worth, given)) = raised.filter(|&(_, given)| given != Some(card)) else {
                    continue;
                };
                let combined = evaluator.natural_combined(&more.and(&own));
                let worth = Worth { combined, ..worth };
                if best.is_none_or(|(found, ..)| worth > found) {
                    best = Some((worth, Put { card, pile }, given));
                }
            }
        }
        if let Some((_, put, given)) = best {
            return Some((put, given));
        }
        if !self.poisons || !view.rules().krako_strikes() {
            return None;
        }
        let all = hand.and(&own);
        let watched = [
            (rank::JACK, evaluator.naturals(&all, rank::JACK) >= 2),
            (7, evaluator.naturals(&all, 7) == 1),
        ];
        let watched = watched.into_iter().filter(|&(_, wanted)| wanted);
        let watched = watched.fold(0, |set, (rank, _)| set | evaluator.natural_of(rank));
        let put = view.takes_of(watched).next()?;
        let given = must_give.then(|| self.least_useful(view, hand, &own));
        Some((put, given))
    }

    /// The open card that leaves it best off once it gives up its next card.
    pub(super) fn best_open(&self, view: &View<'_>) -> Option<Put> {
        let (evaluator, own) = (view.evaluator(), view.pile(view.seat()));
        let left = |put: &Put| {
            let more = with(view.hand(), put.card);
            let (_, worth) = self.least(&evaluator.giving(&more, &evaluator.whole(&more, &own)));
            Worth { combined: evaluator.natural_combined(&more.and(&own)), ..worth }
        };
        view.takes().max_by_key(left)
    }

    /// The opponent whose known cards are worth most.
    pub(super) fn leader(&self, view: &View<'_>) -> Option<usize> {
        view.opponents().max_by_key(|&seat| {
            let (hand, whole) = view.evaluator().natural(view.known(seat), &view.pile(seat));
            (hand.names(), whole.names(), view.cards(seat))
        })
    }

    /// The leader, and the cards among some that may disqualify its hand, if there are any.
    fn target(&self, view: &View<'_>, cards: u64) -> Option<(usize, u64)> {
        let bane = if self.poisons { Bane::new(view)? } else { return None };
        // Mostly there is no such card, whoever leads.
        let cards = cards & bane.cards;
        let bars = |seat: usize| bane.bars(view, seat, cards);
        if cards == 0 || view.opponents().all(|seat| bars(seat) == 0) {
            return None;
        }
        let leader = self.leader(view)?;
        Some((leader, bars(leader))).filter(|&(_, bars)| bars != 0)
    }

    /// The pile that a card should go on because it may disqualify the hand there.
    pub(super) fn poisons(&self, view: &View<'_>, card: Card) -> Option<usize> {
        self.target(view, 1 << card.bit()).map(|(leader, _)| leader)
    }

    /// A hand card that it can spare as well as any other, to put on the pile of a hand that the
    /// card disqualifies.
    pub(super) fn poison(&self, view: &View<'_>) -> Option<Put> {
        let (evaluator, hand) = (view.evaluator(), view.hand());
        let (leader, poison) = self.target(view, hand.set())?;
        let own = view.pile(view.seat());
        let (_, least) = self.least(&evaluator.giving(hand, &evaluator.whole(hand, &own)));
        let spare = |card: &Card| {
            let rest = without(hand, *card);
            self.worth_of(evaluator, &rest, &evaluator.whole(&rest, &own)).serves_as(least)
        };
        let poison = Cards::from_set(poison).different().find(spare);
        poison.map(|card| Put { card, pile: leader })
    }

    /// The fewest kronks that win, if they cost less than the kitty (M2).
    fn cheapest(&self, show: &Show<'_>) -> Option<Ceilings> {
        fewest_winning(show, affordable(show))
    }
}

/// The most kronks that cost less than the kitty (M2).
pub(super) fn affordable(show: &Show<'_>) -> u32 {
    let price = show.rules().kronk_price();
    // A price of one quatloo less than the kitty still pays.
    if price == 0 { u32::MAX } else { ((show.pot() - 1) / price) as u32 }
}

/// The fewest kronks that win as things stand, up to a limit; `None` if no number does, or none are
/// needed.
pub(super) fn fewest_winning(show: &Show<'_>, limit: u32) -> Option<Ceilings> {
    if show.beats_all(show.score(show.seat())) {
        return None;
    }
    fewest(show, show.seat(), limit, |score| show.beats_all(score))
}

/// The fewest kronks of a seat, up to a limit and more than those declared, with a score that is
/// `enough`.
fn fewest(
    show: &Show<'_>,
    seat: usize,
    limit: u32,
    enough: impl Fn(&Score) -> bool,
) -> Option<Ceilings> {
    let now = show.ceilings(seat);
    let highest = within(show, seat, limit);
    let serves = |ceilings| enough(&show.score_of(seat, ceilings));
    // If the most is not enough, nothing is.
    if highest == now || !serves(highest) {
        return None;
    }
    let mut ways =
        (total(now) + 1..=limit.min(total(highest))).flat_map(|all| ways(now, highest, all));
    ways.find(|&way| serves(way))
}

/// The most that a seat may declare in each stage without exceeding a limit.
fn within(show: &Show<'_>, seat: usize, limit: u32) -> Ceilings {
    let (now, most) = (show.ceilings(seat), show.most_of(seat));
    let within = |most: u8, now: u8| u32::from(most).min(limit).max(now.into()) as u8;
    Ceilings { hand: within(most.hand, now.hand), combined: within(most.combined, now.combined) }
}

/// The ways to spend `kronks` kronks in all.
fn ways(now: Ceilings, highest: Ceilings, kronks: u32) -> impl Iterator<Item = Ceilings> {
    (now.hand..=highest.hand).filter_map(move |hand| {
        let combined = kronks.checked_sub(hand.into())? as u8;
        (now.combined..=highest.combined).contains(&combined).then_some(Ceilings { hand, combined })
    })
}

/// The fewest additional kronks with which a rival overtakes this seat. The seat is taken to spend
/// the fewest kronks that win, or no more than now if it is ahead already or no number wins. `None`
/// if no rival can overtake it for less than the kitty.
pub(super) fn answer(show: &Show<'_>) -> Option<u32> {
    let limit = affordable(show);
    let raised = fewest_winning(show, u32::MAX).map(|ceilings| show.score_with(ceilings));
    let own = raised.as_ref().unwrap_or(show.score(show.seat()));
    let passes = |score: &Score| show.evaluator().compare(score, own) == Ordering::Greater;
    let more = |rival: usize| {
        let ceilings = fewest(show, rival, limit, passes)?;
        Some(total(ceilings) - total(show.ceilings(rival)))
    };
    show.rivals().filter(|&rival| show.may_declare(rival)).filter_map(more).min()
}

/// The fewest kronks with which this seat stays ahead whatever its rivals may still declare for
/// less than the kitty; 0 if it does so as it stands, `None` if no number is enough.
pub(super) fn secure(show: &Show<'_>) -> Option<u32> {
    let (limit, evaluator, seat) = (affordable(show), show.evaluator(), show.seat());
    let behind =
        |score: &Score, rival: &Score| evaluator.compare(score, rival) != Ordering::Greater;
    let most = show.score_of(seat, show.most());
    // The best score that any rival may reach: a seat ahead of it is ahead of all.
    let mut best: Option<Score> = None;
    for rival in show.rivals() {
        let (now, highest) = (show.ceilings(rival), within(show, rival, limit));
        let ways = ways(now, highest, limit.min(total(highest))).filter(|way| *way != now);
        let ways = ways.filter(|_| show.may_declare(rival));
        let reached = ways.map(|way| show.score_of(rival, way));
        for score in std::iter::once(*show.score(rival)).chain(reached) {
            if behind(show.score(seat), &score) && behind(&most, &score) {
                return None;
            }
            if best.is_none_or(|best| evaluator.compare(&score, &best) == Ordering::Greater) {
                best = Some(score);
            }
        }
    }
    let ahead = |score: &Score| best.is_none_or(|best| !behind(score, &best));
    if ahead(show.score(seat)) {
        return Some(0);
    }
    fewest(show, seat, u32::MAX, ahead).map(total)
}

/// The best rival that no oxmyx saves (P10).
pub(super) fn victim(show: &Show<'_>) -> Option<usize> {
    let ahead = |a: usize, b: usize| show.evaluator().compare(show.score(a), show.score(b));
    show.rivals().filter(|&rival| !show.is_saved(rival)).max_by(|&a, &b| ahead(a, b))
}

impl Player for Collector {
    fn vote(&mut self, _rules: &Rules) -> Choice<Ballot> {
        match (self.builds, self.poisons) {
            (_, true) => Choice::Do(Ballot { day: 7, dark: false }),
            (true, _) => Choice::Do(Ballot { day: 2, dark: false }),
            _ => Choice::Any,
        }
    }

    fn name(&mut self, view: &View<'_>) -> Choice<u8> {
        Choice::Do(self.names(view))
    }

    fn redeem(&mut self, view: &View<'_>) -> Choice<Option<Card>> {
        let held = |card: Card| view.evaluator().naturals(view.hand(), card.rank());
        let card = view.redeemable().max_by_key(|&card| held(card));
        Choice::Do(match self.redeems {
            Redeems::Never => None,
            Redeems::Spare => card.filter(|&card| held(card) > 1),
            Redeems::Always => card,
        })
    }

    fn shed(&mut self, view: &View<'_>) -> Choice<Card> {
        Choice::Do(self.give_up(view).card)
    }

    fn lay(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        let own = |card: Card| Put { card, pile: view.seat() };
        if self.builds && view.cards(view.seat()) > HAND && !self.keeps_seven(view) {
            return Choice::Do(Some(self.give_up(view)));
        }
        // The card is taken later in this turn; this makes room for it (P5).
        if let Some((_, Some(given))) = self.wants(view, true) {
            return Choice::Do(Some(own(given)));
        }
        Choice::Do((!view.may_pass()).then(|| self.give_up(view)))
    }

    fn draw(&mut self, view: &View<'_>, drawn: Card) -> Choice<Drawn> {
        if self.poisons && view.hand().len() >= HAND {
            let given = self.least_useful(view, &with(view.hand(), drawn), &view.pile(view.seat()));
            // A card that it would give up is better on another's pile.
            if given == drawn
                && let Some(leader) = self.poisons(view, drawn)
            {
                return Choice::Do(Drawn::Send(leader));
            }
        }
        Choice::Do(Drawn::Keep)
    }

    fn take(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        let held = view.cards(view.seat());
        let must_give = held + 1 > view.limit() || self.seventh == Seventh::Shed && held + 1 > HAND;
        let wanted = self.wants(view, must_give).map(|(put, _)| put);
        if wanted.is_some() || view.may_pass() {
            return Choice::Do(wanted);
        }
        Choice::Do(self.best_open(view))
    }

    fn place(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        if view.may_pass() && self.keeps_seven(view) {
            return Choice::Do(None);
        }
        Choice::Do(Some(self.poison(view).unwrap_or_else(|| self.give_up(view))))
    }

    fn krako(&mut self, show: &Show<'_>, kronks: u8) -> Choice<Option<usize>> {
        let evaluator = show.evaluator();
        let ahead = |a: usize, b: usize| evaluator.compare(show.score(a), show.score(b));
        // It spends kronks only on the last rival ahead of it, and for less than the kitty.
        let price = i64::from(kronks) * show.rules().kronk_price();
        let wins = |victim: usize| {
            let behind = |rival: usize| ahead(rival, show.seat()) == Ordering::Less;
            !behind(victim) && show.rivals().all(|rival| rival == victim || behind(rival))
        };
        let affordable = self.spends && (price == 0 || price < show.pot());
        let worth = |victim: usize| kronks == 0 || affordable && wins(victim);
        Choice::Do(victim(show).filter(|&rival| worth(rival)))
    }

    fn declare(&mut self, show: &Show<'_>) -> Ceilings {
        let raised = if self.spends { self.cheapest(show) } else { None };
        raised.unwrap_or_else(|| show.ceilings(show.seat()))
    }
}
