use super::*;
use crate::cards::random::Seed;
use crate::framework::settings::Settings;
use crate::games::kinzo::exact::Solver;
use crate::games::kinzo::hand::{Fate, Roll};
use crate::games::kinzo::record::Silent;
use crate::games::kinzo::round::{Keyed, Table, after_dice, at_tally, paid};
use crate::games::kinzo::rules::{BustAbove, Copies, Doubled, HitSource, Shuffle, UNITS_PER_STAKE};
use crate::games::kinzo::view::{Choice, Player};
use std::sync::Mutex;

/// A quick player without a plan.
#[derive(Clone, Debug)]
struct Thinks(Quick);

impl Player for Thinks {
    fn play(&mut self, view: &View<'_>) -> Choice {
        Choice::Act(self.0.decide(view, &Recall::default()))
    }
}

fn rules(set: &str) -> Rules {
    let mut settings = Settings::<Rules>::default();
    for part in set.split(';').filter(|part| !part.is_empty()) {
        settings.set(part).unwrap();
    }
    settings.finish().unwrap()
}

/// Alone in a first round, where best play is known exactly, its loss is tiny.
#[test]
fn alone_it_is_nearly_the_best() {
    for (set, most) in [
        ("split=false", 0.0001),
        ("split=false;hand_limit=9;copies_per_value=12", 0.0001),
        ("split=false;copies_per_value=3", 0.0002),
        ("split=false;copies_per_value=2", 0.001),
        ("", 0.0003),
        ("hand_limit=3", 0.0001),
        ("hand_limit=5;dealer_limit=9;dealer_stop_values=[1,6]", 0.0003),
        ("match_pays=own;hand_limit=4", 0.0003),
        ("match_pays=capped;commission=100;hand_limit=4", 0.0003),
        ("tie_at_tally=match;hand_limit=4", 0.001),
        ("tie_at_tally=push;dealer_matches_split=false;hand_limit=4", 0.0003),
        ("bonus={split=-0.1, survive=0.25, bust-doubled=0.5};hand_limit=4", 0.0005),
        ("bust_above=double;hand_limit=4", 0.0003),
        // Here one roll serves both hands, but the estimate has each roll its own.
        ("split_dice=per_player;hand_limit=4", 0.0015),
        ("doubled=exactly;hand_limit=4", 0.0015),
    ] {
        let rules = rules(set);
        let deck = rules.deck();
        let mut solver = Solver::new(&rules, deck);
        let best = solver.plan().value;
        let mut quick = Thinks(Quick::new(&rules, deck));
        let found = solver.figures(&mut quick).seats[0].mean / UNITS_PER_STAKE as f64;
        assert!((-1e-9..most).contains(&(best - found)), "{set}: {found} of {best}");
    }
}

/// With a full deck the first decision of a round is the exact one, unless others are as good.
#[test]
fn first_decisions_are_those_of_best_play() {
    for (set, near) in [
        ("split=false", 9.0),
        ("hand_limit=4", 1.0),
        ("split=false;copies_per_value=2;hand_limit=4", 1.0),
    ] {
        let rules = rules(set);
        let deck = rules.deck();
        let mut solver = Solver::new(&rules, deck);
        let mut quick = Quick::new(&rules, deck);
        for up in ups(deck) {
            solver.face(up);
            for (hand, _) in deals(deck, up) {
                let mut exact = Vec::new();
                solver.decisions(hand, up, &mut exact);
                let own = Own::One(hand);
                let unseen = deck.without(up.kind()).minus(hand.composition());
                let earlier = Composition::EMPTY;
                let at = Situation { own, up, unseen, earlier, top: None };
                let worths = quick.worths(&at, &ALONE, Asked::Best);
                let best = (0..Action::WAYS).fold(0, |best, action| {
                    if worths[action] > worths[best] + NEAR { action } else { best }
                });
                let name = Action::from_index(best).to_string();
                let name = name.split(' ').next().unwrap();
                let found = exact.iter().find(|one| one.action == name).unwrap();
                assert!(
                    found.loss < near,
                    "{set}: {hand} against {up}: {name} loses {}",
                    found.loss
                );
            }
        }
    }
}

/// The value of staying beside others matches the enumeration of all rolls, for every total of the
/// dealer, whoever ties or matches before or after.
#[test]
fn what_others_leave_is_what_all_rolls_come_to() {
    let three = "players=3;split=true";
    for set in [
        "",
        "match_pays=capped;match_cap=2",
        "match_pays=own",
        "tie_at_tally=match",
        "tie_at_tally=push;commission=100",
        "doubled=exactly;dealer_matches_split=false",
        "bonus={split=-0.1, survive=0.25, bust-doubled=0.5, unrolled=0.125}",
    ] {
        let rules = rules(&format!("{three};{set}"));
        let deck = rules.deck();
        let mut quick = Quick::new(&rules, deck);
        let fates = Arc::clone(&quick.fates);
        // The totals of the seats before, of the player's hand, and of the seats after.
        for (before, own, after) in [
            (&[][..], 9, &[10, 8][..]),
            (&[10], 9, &[11]),
            (&[12, 9], 10, &[]),
            (&[10, 10, 7], 10, &[]),
            (&[], 12, &[12, 12, 3]),
            (&[9], 6, &[6, 14]),
        ] {
            let hands = before.len() + after.len();
            let mut rivals = ALONE;
            if rules.match_pays != MatchPays::Own {
                before.iter().for_each(|&total| quick.add(&mut rivals, total as usize, true));
                after.iter().for_each(|&total| quick.add(&mut rivals, total as usize, false));
            }
            rivals.splits = hands as i64 - 2;
            for dealer in 6..=30 {
                let all: Vec<u32> = before.iter().chain([&own]).chain(after).copied().collect();
                let expected = all_rolls(&rules, &all, before.len(), dealer);
                let found = match fates.others {
                    2 => quick.stay_on::<2>(own, dealer, &rivals),
                    3 => quick.stay_on::<3>(own, dealer, &rivals),
                    _ => quick.stay_on::<5>(own, dealer, &rivals),
                };
                assert!(
                    (expected - f64::from(found)).abs() < 1e-5,
                    "{set}: {before:?} {own} {after:?} against {dealer}: {found}, not {expected}"
                );
            }
        }
    }
}

/// The loss of a quick player's actions against the best ones, judged by the exact solver.
#[derive(Debug, Default)]
struct Verdict {
    rounds: u64,
    decisions: u64,
    to_the_end: u64,
    loss: f64,
}

/// A quick player whose decisions are judged.
#[derive(Clone, Debug)]
struct Judged {
    quick: Quick,
    solver: Solver,
    verdict: Arc<Mutex<Verdict>>,
}

impl Player for Judged {
    fn play(&mut self, view: &View<'_>) -> Choice {
        let recall = Recall::default();
        let action = self.quick.decide(view, &recall);
        assert!(view.allows(action), "{action:?} is illegal: {view:?}");
        let exact = self.solver.weigh(view, &recall);
        let (situation, rivals) = (self.quick.see(view, &recall), self.quick.rivals(view));
        let mut verdict = self.verdict.lock().unwrap();
        // If earlier cards may come back, the continuation is estimated.
        if situation.unseen.cards() <= FEW && situation.earlier.is_empty() {
            let worths = self.quick.go_through(&situation, &rivals);
            for &(action, value) in &exact {
                let found = f64::from(worths[action.index()]);
                assert!((found - value).abs() < 1e-4, "{action:?}: {found}, not {value}: {view:?}");
            }
            verdict.to_the_end += 1;
        }
        let worth = exact.iter().find(|(found, _)| *found == action).unwrap().1;
        let best = exact.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
        verdict.decisions += 1;
        verdict.loss += best - worth;
        Choice::Act(action)
    }
}

/// A seat at a judged table.
#[derive(Clone, Debug)]
enum Guest {
    Judged(Box<Judged>),
    Thinks(Box<Thinks>),
}

impl Player for Guest {
    fn play(&mut self, view: &View<'_>) -> Choice {
        match self {
            Guest::Judged(seat) => seat.play(view),
            Guest::Thinks(seat) => seat.play(view),
        }
    }
}

/// Judges the first seat among quick players over some sessions.
fn judge(rules: &Rules, sessions: std::ops::Range<u64>) -> Verdict {
    let deck = rules.deck();
    let quick = Quick::new(rules, deck);
    let verdict = Arc::<Mutex<Verdict>>::default();
    let solver = Solver::new(rules, deck);
    let judged = Judged { quick: quick.clone(), solver, verdict: Arc::clone(&verdict) };
    let mut seats = vec![Guest::Thinks(Box::new(Thinks(quick))); rules.players.into()];
    seats[0] = Guest::Judged(Box::new(judged));
    let mut table = Table::new(rules, deck);
    let mut rounds = 0;
    for session in sessions {
        table.shuffle();
        for round in 0.. {
            let luck = &mut Keyed::new(Seed::new(1).round(session, round));
            let caller = (session + round) as usize % seats.len();
            table.round(&mut seats, luck, &mut Silent, caller);
            rounds += 1;
            if table.shuffle_is_due() {
                break;
            }
        }
    }
    drop(seats);
    let verdict = Arc::into_inner(verdict).unwrap().into_inner().unwrap();
    Verdict { rounds, ..verdict }
}

/// Under many rules every action is legal and loses little, and the last cards of a draw pile are
/// enumerated as by the solver: at tables, deep in shoes, and with cards to take.
#[test]
fn decisions_are_legal_and_the_last_cards_exact_under_many_rules() {
    let stops: [&[u8]; 4] = [&[], &[5, 6], &[1, 2, 3, 4, 5, 6], &[2]];
    let (mut to_the_end, mut decisions) = (0, 0);
    for case in 0..120_u64 {
        let pick = |of: u64| (case.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) / 7 % of + case % of;
        let copies = [3, 4, 6, 9][(case % 4) as usize];
        let mut rules = Rules {
            players: 1 + (pick(5) % 5) as u8,
            copies_per_value: Copies::Equal(copies),
            hand_limit: 3 + (case % 2) as u8,
            dealer_limit: 3 + (case % 5) as u8,
            dealer_stop_values: stops[(case / 2 % 4) as usize].to_vec(),
            bust_above: [BustAbove::Total, BustAbove::Double][(case / 8 % 2) as usize],
            doubled: [Doubled::AtLeast, Doubled::Exactly][(case / 4 % 2) as usize],
            tie_at_tally: [TieAtTally::Continue, TieAtTally::Match, TieAtTally::Push]
                [(case % 3) as usize],
            match_pays: [MatchPays::Table, MatchPays::Own, MatchPays::Capped]
                [(case / 3 % 3) as usize],
            split: case % 7 > 0,
            dealer_matches_split: case % 5 < 4,
            commission: [0, 50][(case / 5 % 2) as usize],
            ..Rules::default()
        };
        if case % 3 == 1 {
            let bonus = "split = -0.1\nsurvive = 0.25\nbust-doubled = 0.5\nunrolled = 0.125";
            rules.bonus = toml::from_str(bonus).unwrap();
        }
        if case % 4 == 2 {
            rules.shuffle = Shuffle::Penetration(0.9);
            if case % 8 == 2 {
                rules.hit_source = HitSource::DeckOrDiscard;
            }
        }
        if rules.cards_needed() > rules.deck().cards() {
            continue;
        }
        let name = format!("{rules:?}");
        let found = judge(&rules, case * 100..case * 100 + 12);
        assert!(found.loss <= 0.15 * found.decisions as f64, "{found:?}: {name}");
        to_the_end += found.to_the_end;
        decisions += found.decisions;
    }
    assert!(to_the_end > 250 && decisions > 3_000, "{to_the_end} of {decisions}");
}

/// Tables of the default rules, and their shoes.
#[test]
fn at_tables_and_in_shoes_it_is_nearly_the_best() {
    for (set, sessions, most) in [
        ("players=2", 30, 0.002),
        ("players=3", 30, 0.003),
        ("players=7", 30, 0.01),
        ("players=5;split=false", 500, 0.002),
        ("shuffle.penetration=0.75", 12, 0.002),
        ("shuffle.penetration=0.75;copies_per_value=52;split=false", 100, 0.0005),
        ("shuffle.penetration=0.75;hit_source=deck_or_discard", 12, 0.005),
        ("shuffle.penetration=0.75;hit_source=deck_or_discard;split=false", 100, 0.001),
        ("shuffle.penetration=0.75;hit_source=deck_or_discard;players=3", 30, 0.01),
    ] {
        let found = judge(&rules(set), 0..sessions);
        let loss = found.loss / found.rounds as f64;
        assert!(loss < most && found.decisions > sessions, "{set}: {loss} a round of {found:?}");
    }
}

impl Quick {
    /// The value of staying on a total with a single hand, given the dealer's total.
    fn stay_on<const F: usize>(&mut self, own: u32, dealer: u32, rivals: &Rivals) -> f32 {
        let dealer = dealer as usize;
        let (low, high) = (dealer, dealer + 1);
        let limit = usize::from(self.rules.hand_limit);
        let moment = Moment::<F> { fates: &self.fates, low, high, next: [0.0; 6], limit };
        let unseen = self.deck;
        let (up, earlier) = (Card::ALL[0], Composition::EMPTY);
        let at = Situation { own: Own::One(Hand::EMPTY), up, unseen, earlier, top: None };
        let work = &mut *self.work;
        work.dealer[dealer] = 1.0;
        work.weigh(rivals, low, high);
        let mut decision = Decision { rules: &self.rules, at: &at, rivals, moment, work };
        let total = decision.moment.place(own);
        decision.pay(0);
        let bust = decision.moment.one(&decision.work.bases, &mut decision.work.fates);
        decision.play_on(bust, total, 0);
        decision.work.whole.stays()[total][0]
    }
}

/// K12–K15 by enumeration of all rolls of hands in turn order, one for each seat unless others have
/// split: the expected net, in stakes, of the one at `own`.
fn all_rolls(rules: &Rules, totals: &[u32], own: usize, dealer: u32) -> f64 {
    let ends = rules.match_pays != MatchPays::Own;
    let payer = rules.payer();
    let tallied =
        |total: u32| Some(at_tally(rules, total, dealer)).filter(|&fate| fate != Fate::Unrolled);
    let mut sum = 0.0;
    for code in 0..5_usize.pow(totals.len() as u32) {
        let roll = |at: usize| code / 5_usize.pow(at as u32) % 5;
        let mut weight = 1.0;
        let mut fates: Vec<Option<Fate>> = totals.iter().map(|&total| tallied(total)).collect();
        let tie = fates.iter().position(|fate| *fate == Some(Fate::ExactMatch)).filter(|_| ends);
        let mut winner = tie;
        for (at, fate) in fates.iter_mut().enumerate() {
            weight *= f64::from(Roll::WEIGHTS[roll(at)]) / 9.0;
            if *fate == Some(Fate::ExactMatch) && tie.is_some_and(|tie| tie != at) {
                *fate = Some(Fate::Unrolled);
            }
            if fate.is_some() {
                continue;
            }
            *fate = Some(match winner {
                Some(_) => Fate::Unrolled,
                None => after_dice(rules, totals[at] + roll(at) as u32 + 2, dealer),
            });
            if *fate == Some(Fate::ExactMatch) && ends {
                winner = Some(at);
            }
        }
        let fates: Vec<Fate> = fates.into_iter().flatten().collect();
        let staked = fates.iter().filter(|&&fate| fate != Fate::Push).count() as i64;
        let net = match winner {
            Some(at) if at == own => {
                match_net(rules, staked - 1, totals.len() as i64 - i64::from(rules.players))
            }
            Some(_) => -f64::from(u8::from(fates[own] != Fate::Push)),
            None => {
                let net = paid(fates[own]);
                net as f64 * if net > 0 { 1.0 - f64::from(rules.commission) / 1000.0 } else { 1.0 }
            }
        };
        let bonus = payer.amount(fates[own] as usize) as f64 / UNITS_PER_STAKE as f64;
        sum += weight * (net + bonus);
    }
    sum
}
