//! Whole hands of random play under random rules, against the slow table: each seat sees what the
//! rules document says, may do what it says, and gets what it says, hand by hand.

use crate::laws::some_rules;
use crate::slow_table::{self, Decision, PLACES, Share, Sight};
use crate::slow_zinbiddle::{IonRules, Slow};
use croupier::cards::Deck;
use croupier::cards::random::{Purpose, Seed};
use croupier::framework::luck::{Luck, Whom};
use croupier::games::zinbiddle::hand::Card;
use croupier::games::zinbiddle::record::Silent;
use croupier::games::zinbiddle::round::{Keyed, Table};
use croupier::games::zinbiddle::rules::{
    ActionKind, CarryJoins, EqualIons, FlankResortShows, JackpotTo, PricePlayers, RakeFrom,
    ReplacementFrom, Rules, Shoes, Shuffle, WildCapWins,
};
use croupier::games::zinbiddle::view::{Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;

/// A card by its name: a number and a suit, or `V6`.
fn slow(card: Card) -> Slow {
    let name = card.to_string();
    let (number, suit) = name.split_at(1);
    let suit = ["r", "g", "b", "y"].iter().position(|&known| known == suit);
    suit.map(|suit| (number.parse().unwrap(), suit as u32))
}

fn slow_rules(rules: &Rules) -> slow_table::Rules {
    let mut shoe: Vec<Slow> = vec![None; rules.vermilion_sixes as usize];
    for suit in 0..4 {
        let each = std::iter::once(rules.misfires_per_suit);
        let each = each.chain(rules.copies_per_number.iter().copied());
        for (number, copies) in each.enumerate() {
            shoe.extend(vec![Some((number as u32, suit)); (rules.sets * copies) as usize]);
        }
    }
    let kind = |kind: &ActionKind| match kind {
        ActionKind::Replace => "replace".to_owned(),
        ActionKind::ResortRow => "resort_row".to_owned(),
        ActionKind::Transpose => "transpose".to_owned(),
        ActionKind::ResortLine => "resort_line".to_owned(),
    };
    let kinds = |level: usize| rules.action_kinds[level].iter().map(kind).collect();
    slow_table::Rules {
        players: rules.players.into(),
        shoe,
        per_level: rules.shoes == Shoes::PerLevel,
        from_current_level: rules.replacement_from == ReplacementFrom::CurrentLevel,
        penetration: match rules.shuffle {
            Shuffle::EveryHand => None,
            Shuffle::Penetration(penetration) => Some(penetration),
        },
        rake_every: rules.rake_every,
        rake_from_pot: rules.rake_from == RakeFrom::Pot,
        bet_units: std::array::from_fn(|round| rules.bet_units[round].into()),
        max_raises: rules.max_raises,
        pilot_actions: rules.pilot_actions.into(),
        price_still_in: rules.price_players == PricePlayers::StillIn,
        action_rake: Share::new(rules.action_rake),
        action_kinds: std::array::from_fn(kinds),
        all_four_shown: rules.flank_resort_shows == FlankResortShows::AllFour,
        replaced_shown: rules.replaced_shown,
        carry_to_bonus: rules.carry_joins == CarryJoins::Bonus,
        side_bet: rules.side_bet.into(),
        zinbiddle_pays: rules.zinbiddle_pays.into(),
        jackpot_share: Share::new(rules.jackpot_share),
        ion_ends_hand: rules.ion_ends_hand,
        ions: IonRules {
            tie_counts: rules.tie_counts,
            bonus: rules.carry_joins == CarryJoins::Bonus,
            wild_cap_wins: match rules.wild_cap_wins {
                WildCapWins::IonOnly => "ion_only",
                WildCapWins::AllFlanks => "all_flanks",
                WildCapWins::Never => "never",
            },
            first_keeps_all: rules.equal_ions == EqualIons::First,
            ion_takes_all: rules.ion_takes_all,
            jackpot_must_beat: rules.jackpot_to == JackpotTo::BeatsAnother,
            ion_share: (rules.ion_share * 1e6).round() as i64,
            jackpot_seed: i64::from(rules.jackpot_seed) * 840,
        },
    }
}

/// Luck that keeps the cards that it dealt.
struct Noted {
    luck: Keyed,
    cards: Vec<Slow>,
}

impl Luck for Noted {
    fn card<D: Deck>(&mut self, purpose: Purpose, whom: Whom, deck: &mut D) -> usize {
        let kind = self.luck.card(purpose, whom, deck);
        self.cards.push(slow(Card::of_kind(kind)));
        kind
    }

    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.luck.below(purpose, bound)
    }
}

/// The table's random choices, and the decisions of a hand so far.
struct Minutes {
    generator: Pcg64Mcg,
    decisions: Vec<Decision>,
}

/// A seat that takes any legal decision, and has it written down with all that it sees.
struct Witness<'a>(&'a RefCell<Minutes>);

fn sight(view: &View<'_>) -> Sight {
    let seats = || 0..view.players();
    let place = |at: usize| PLACES[at].parse().unwrap();
    let seen = |level: usize| {
        let counts = view.seen(level).iter().enumerate().filter(|(_, count)| **count > 0);
        counts.map(|(kind, &count)| (slow(Card::of_kind(kind)), count)).collect()
    };
    let mut shown_now: Vec<(usize, Slow)> =
        view.shown_now().map(|(shoe, card)| (shoe, slow(card))).collect();
    shown_now.sort();
    Sight {
        pot: view.pot(),
        bonus: view.bonus(),
        jackpot: view.jackpot(),
        to_call: view.to_call(),
        paid: seats().map(|seat| view.paid(seat)).collect(),
        actions_left: seats().map(|seat| view.actions_left(seat).into()).collect(),
        face_up: seats()
            .map(|seat| std::array::from_fn(|at| view.shown(seat, place(at)).map(slow)))
            .collect(),
        own: std::array::from_fn(|at| view.own(place(at)).map(slow)),
        seen: (0..4).map(seen).collect(),
        shown_now,
    }
}

impl Witness<'_> {
    /// Takes one of the legal decisions; `weight` is how likely one is.
    fn take<T: Copy>(
        &self,
        view: &View<'_>,
        legal: &[T],
        name: impl Fn(T) -> String,
        weight: impl Fn(T) -> u32,
    ) -> T {
        let Minutes { generator, decisions } = &mut *self.0.borrow_mut();
        let weights: Vec<u32> = legal.iter().map(|&one| weight(one)).collect();
        let mut left = generator.random_range(0..weights.iter().sum::<u32>());
        let chosen = weights.iter().position(|&weight| {
            let found = left < weight;
            left = left.saturating_sub(weight);
            found
        });
        let chosen = legal[chosen.unwrap()];
        let mut legal: Vec<String> = legal.iter().map(|&one| name(one)).collect();
        legal.sort();
        let (seat, chosen_name) = (view.seat(), name(chosen));
        decisions.push(Decision { seat, legal, chosen: chosen_name, sight: sight(view) });
        chosen
    }

    fn answer(&self, view: &View<'_>, word: &str) -> Answer {
        let name = |yes: bool| if yes { word.to_owned() } else { format!("no {word}") };
        match self.take(view, &[false, true], name, |_| 1) {
            true => Answer::Yes,
            false => Answer::No,
        }
    }
}

impl Player for Witness<'_> {
    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        self.answer(view, "side bet")
    }

    fn zinbiddle(&mut self, view: &View<'_>) -> Answer {
        self.answer(view, "zinbiddle")
    }

    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let legal: Vec<Bet> = Bet::ALL.into_iter().filter(|&bet| view.allows_bet(bet)).collect();
        // Many hands are to come to their end, and some to end at once.
        let weight = |bet: Bet| match bet {
            Bet::Check | Bet::Call => 6,
            Bet::Fold => 1,
            Bet::Bet | Bet::Raise => 2,
        };
        BetChoice::Do(self.take(view, &legal, |bet| bet.name().to_owned(), weight))
    }

    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let legal: Vec<Pilot> = view.legal().collect();
        // All kinds of action are about as likely, whatever their numbers.
        let weight = |action: Pilot| match action {
            Pilot::Pass => 60,
            Pilot::Replace(_) => 12,
            Pilot::Transpose(_) => 8,
            Pilot::Resort(..) => 2,
        };
        PilotChoice::Do(self.take(view, &legal, |action| action.to_string(), weight))
    }
}

#[test]
fn whole_hands_are_refereed_as_by_the_slow_table() {
    const PARTS: [&str; 7] = [
        "shuffle between hands",
        "a shoe runs out",
        "rake",
        "side bets after a fold",
        "side bet won",
        "zinbiddle",
        "a dealt Ion Barrage",
    ];
    let mut generator = Pcg64Mcg::seed_from_u64(19);
    let mut met = [0; PARTS.len()];
    let mut decisions = 0;
    for session in 0..320 / crate::tables::part() {
        let mut rules = some_rules(&mut generator);
        // Bonuses have tests of their own.
        rules.bonus = Default::default();
        let players = usize::from(rules.players);
        let minutes = RefCell::new(Minutes {
            generator: Pcg64Mcg::seed_from_u64(session),
            decisions: Vec::new(),
        });
        let mut fast = Table::new(&rules);
        fast.new_session();
        let mut slow = slow_table::Table::new(slow_rules(&rules));
        for hand in 0..8 {
            let luck = Keyed::new(Seed::new(19).round(session, hand));
            let mut noted = Noted { luck, cards: Vec::new() };
            let mut seats: Vec<Witness<'_>> = (0..players).map(|_| Witness(&minutes)).collect();
            let first = generator.random_range(0..players);
            let outcome = *fast.hand(&mut seats, &mut noted, &mut Silent, first);
            let taken = std::mem::take(&mut minutes.borrow_mut().decisions);
            decisions += taken.len();
            let expected = slow.play(first, noted.cards, taken);
            let found = slow_table::Outcome {
                nets: outcome.nets[..players].to_vec(),
                house: outcome.house,
                carry: outcome.carry,
                jackpot: fast.jackpot(),
            };
            assert_eq!(found, expected, "hand {hand} of session {session}: {rules:?}");
        }
        // Z17
        let before = *fast.outcome();
        let closed = *fast.close(&mut Silent);
        let (each, odd) = slow.close();
        let gains: Vec<i64> =
            (0..players).map(|seat| closed.nets[seat] - before.nets[seat]).collect();
        assert_eq!(gains, vec![each; players]);
        assert_eq!(closed.house - before.house, odd);
        for (times, part) in met.iter_mut().zip(PARTS) {
            *times += slow.met.times(part);
        }
    }
    assert!(decisions > 10_000, "{decisions}");
    assert!(met.iter().all(|&times| times > 3), "{PARTS:?}: {met:?}");
}
