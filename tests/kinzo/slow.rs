//! A second, slow Kinzo, written from the rules document alone and sharing no code with the engine
//! it is compared with: a deck that is really shuffled, hands that are lists of cards, money in
//! thousandths of a stake unit. Rule ids (K1 to K16) are those of the rules document.
#![allow(dead_code)]

use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// K12: the meaning of a hand equal to the dealer's total at the tally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// Nothing: the hand goes on to the dice.
    Continue,
    /// It is an exact match at once.
    Match,
    /// The stake comes back.
    Push,
}

/// K14: the payment of an exact match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pays {
    /// Every stake on the table.
    Table,
    /// That hand 1:1, the others roll on.
    Own,
    /// As `Table`, the dealer's part at most `match_cap` stakes.
    Capped,
}

/// The switches of the rules document.
#[derive(Clone, Debug)]
pub struct Rules {
    /// K1.
    pub copies_per_value: u8,
    /// Not a switch: how many cards of each value 1..=6, in place of `copies_per_value`.
    pub counts: Option<[u8; 6]>,
    /// K3.
    pub players: usize,
    /// K4.
    pub stake_limit: u32,
    /// K5: true for `first_player = fixed`.
    pub first_player_fixed: bool,
    /// K7.
    pub hand_limit: usize,
    /// K8: true for `hit_source = deck_or_discard`.
    pub deck_or_discard: bool,
    /// K8: true for `discard_pile = all`.
    pub discard_all: bool,
    /// K9.
    pub split: bool,
    /// K9.
    pub resplit: bool,
    /// K9.
    pub dealer_matches_split: bool,
    /// K10.
    pub dealer_limit: usize,
    /// K10.
    pub dealer_stop_values: Vec<u8>,
    /// K12: true for `bust_above = double`.
    pub bust_above_double: bool,
    /// K12: true for `doubled = exactly`.
    pub doubled_exactly: bool,
    /// K12.
    pub tie_at_tally: Tie,
    /// K13: true for `split_dice = per_player`.
    pub split_dice_per_player: bool,
    /// K14.
    pub match_pays: Pays,
    /// K14, in stakes.
    pub match_cap: u32,
    /// K15, in thousandths.
    pub commission: u32,
    /// K15: stakes by event.
    pub bonus: Vec<(String, f64)>,
    /// K15: true for `bonus_from = table`.
    pub bonus_from_table: bool,
    /// K16: `None` for `shuffle = every_round`.
    pub penetration: Option<f64>,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            copies_per_value: 6,
            counts: None,
            players: 1,
            stake_limit: 1,
            first_player_fixed: false,
            hand_limit: 6,
            deck_or_discard: false,
            discard_all: false,
            split: true,
            resplit: false,
            dealer_matches_split: true,
            dealer_limit: 6,
            dealer_stop_values: vec![5, 6],
            bust_above_double: false,
            doubled_exactly: false,
            tie_at_tally: Tie::Continue,
            split_dice_per_player: false,
            match_pays: Pays::Table,
            match_cap: 1,
            commission: 0,
            bonus: Vec::new(),
            bonus_from_table: false,
            penetration: None,
        }
    }
}

impl Rules {
    /// K1: the cards, unshuffled.
    pub fn deck(&self) -> Vec<u8> {
        let counts = self.counts.unwrap_or([self.copies_per_value; 6]);
        let mut deck = Vec::new();
        for value in 1..=6u8 {
            for _ in 0..counts[usize::from(value) - 1] {
                deck.push(value);
            }
        }
        deck
    }

    /// K12: does a dealer's total of `d` double a player's total of `p`?
    fn doubles(&self, d: u32, p: u32) -> bool {
        if self.doubled_exactly { d == 2 * p } else { d >= 2 * p }
    }
}

/// An action of a player in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// End the turn of the hand.
    Stay,
    /// A card from the draw pile.
    Hit,
    /// The top of the discard pile (K8).
    Take,
    /// Divide the pair of this value (K9).
    Split(u8),
}

/// The view of a player that is asked.
#[derive(Clone, Debug)]
pub struct Look {
    /// Own seat.
    pub seat: usize,
    /// The stake of this round, in stake units.
    pub stake: u32,
    /// Own hands, in the order in which they are played.
    pub hands: Vec<Vec<u8>>,
    /// Which of them is being played.
    pub hand: usize,
    /// Splits made by this player in this round.
    pub splits: usize,
    /// The dealer's face-up card.
    pub dealer_up: u8,
    /// Every seat's hands by seat number, the own seat's entry left empty.
    pub others: Vec<Vec<Vec<u8>>>,
    /// Cards in the draw pile.
    pub draw_pile: usize,
    /// The top of the discard pile.
    pub discard_top: Option<u8>,
    /// Stay, Hit, Take, then the splits by value: those that are legal.
    pub legal: Vec<Act>,
}

impl Look {
    /// The total of the hand being played.
    pub fn total(&self) -> u32 {
        total(&self.hands[self.hand])
    }

    /// Is this act legal now?
    pub fn can(&self, act: Act) -> bool {
        self.legal.contains(&act)
    }

    /// The lowest split that is legal.
    pub fn a_split(&self) -> Option<Act> {
        self.legal.iter().copied().find(|act| matches!(act, Act::Split(_)))
    }
}

/// The decisions of a player. It is asked for an act only while more than one is legal.
pub trait Decider {
    /// K4: the stake, asked for only when this seat is the caller.
    fn stake(&mut self, limit: u32) -> u32 {
        let _ = limit;
        1
    }

    /// The next act.
    fn act(&mut self, look: &Look) -> Act;
}

/// Splits whenever it may (if `split`), else hits from the deck below a total, else stays.
#[derive(Clone, Debug)]
pub struct Threshold {
    /// Hits while the total is below this.
    pub hit_below: u32,
    /// Splits the first time its hand holds a pair, before anything else.
    pub split: bool,
}

impl Decider for Threshold {
    fn act(&mut self, look: &Look) -> Act {
        if self.split
            && look.splits == 0
            && let Some(split) = look.a_split()
        {
            return split;
        }
        if look.total() < self.hit_below && look.can(Act::Hit) { Act::Hit } else { Act::Stay }
    }
}

/// Like [`Threshold`] without splits, but takes the discard pile's top instead of a card from the
/// deck whenever that is legal.
#[derive(Clone, Debug)]
pub struct TakeBelow {
    /// Takes or hits while the total is below this.
    pub hit_below: u32,
}

impl Decider for TakeBelow {
    fn act(&mut self, look: &Look) -> Act {
        if look.total() >= self.hit_below {
            Act::Stay
        } else if look.can(Act::Take) {
            Act::Take
        } else if look.can(Act::Hit) {
            Act::Hit
        } else {
            Act::Stay
        }
    }
}

/// Each legal act equally likely (each `Split(v)` an act of its own), each legal stake too.
#[derive(Clone, Debug)]
pub struct RandomLegal {
    rng: Pcg64Mcg,
}

impl RandomLegal {
    /// With a generator of its own.
    pub fn new(seed: u64) -> Self {
        RandomLegal { rng: Pcg64Mcg::seed_from_u64(seed) }
    }
}

impl Decider for RandomLegal {
    fn stake(&mut self, limit: u32) -> u32 {
        self.rng.random_range(1..=limit)
    }

    fn act(&mut self, look: &Look) -> Act {
        look.legal[self.rng.random_range(0..look.legal.len())]
    }
}

/// Plays as `inner`, calls this stake (or the limit, if that is lower).
#[derive(Clone, Debug)]
pub struct Caller<D> {
    /// The stake called.
    pub stake: u32,
    /// Decides everything else.
    pub inner: D,
}

impl<D: Decider> Decider for Caller<D> {
    fn stake(&mut self, limit: u32) -> u32 {
        self.stake.min(limit)
    }

    fn act(&mut self, look: &Look) -> Act {
        self.inner.act(look)
    }
}

/// The outcome of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Above the dealer, at the tally or after the dice.
    BustHigh,
    /// Doubled by the dealer, at the tally or after the dice.
    BustDoubled,
    /// Tied at the tally under `push`.
    Push,
    /// Below the dealer after the dice.
    Survive,
    /// Equal to the dealer after the dice, or at the tally under `match`.
    ExactMatch,
    /// Still in when another player's match (or one of the player's other hands) ended the round.
    Unrolled,
}

/// One round, played to the end.
#[derive(Clone, Debug)]
pub struct Round {
    /// The seat that called the stake.
    pub caller: usize,
    /// The first seat in turn order.
    pub first: usize,
    /// Seats in turn order.
    pub order: Vec<usize>,
    /// The stake called, in stake units.
    pub stake: u32,
    /// By seat, by hand: the cards as received.
    pub hands: Vec<Vec<Vec<u8>>>,
    /// By seat, by hand.
    pub outcomes: Vec<Vec<Outcome>>,
    /// By seat: all that was staked, in thousandths of a stake unit.
    pub staked: Vec<i64>,
    /// By seat: won or lost after commission, in thousandths of a stake unit.
    pub net: Vec<i64>,
    /// The net of the house, commission included, in thousandths of a stake unit.
    pub house: i64,
    /// The dealer's cards: up, hole, drawn.
    pub dealer: Vec<u8>,
    /// By seat.
    pub splits: Vec<usize>,
    /// The number of times the discard pile was turned into a draw pile in this round (K11).
    pub reshuffles: usize,
    /// Whether a player who had room for a card, or the dealer, found none left (K11).
    pub ran_out: bool,
    /// By seat, by hand: the dice, where the hand was rolled for.
    pub dice: Vec<Vec<Option<u32>>>,
    /// The draw pile after the round, the next card last.
    pub draw_pile: Vec<u8>,
    /// The discard pile after the round, the top last.
    pub discard_pile: Vec<u8>,
}

impl Round {
    /// The dealer's total.
    pub fn dealer_total(&self) -> u32 {
        total(&self.dealer)
    }
}

/// The sum of some cards.
pub fn total(cards: &[u8]) -> u32 {
    cards.iter().map(|&card| u32::from(card)).sum()
}

/// The piles of one shoe.
#[derive(Debug)]
struct Shoe {
    draw: Vec<u8>,
    discard: Vec<u8>,
    /// The dealer's cards of earlier rounds, if they do not go on the discard pile (K8).
    aside: Vec<u8>,
    reshuffles: usize,
}

impl Shoe {
    /// The next card. K11: the discard pile becomes the draw pile when that is empty at the moment
    /// a card is wanted; `None` if there is nothing left at all.
    fn card<R: Rng>(&mut self, rng: &mut R) -> Option<u8> {
        if self.draw.is_empty() && self.has_card() {
            self.draw = std::mem::take(&mut self.discard);
            self.draw.append(&mut self.aside);
            self.draw.shuffle(rng);
            self.reshuffles += 1;
        }
        self.draw.pop()
    }

    fn has_card(&self) -> bool {
        !(self.draw.is_empty() && self.discard.is_empty() && self.aside.is_empty())
    }
}

/// K2: two dice with faces 1, 2, 3.
fn roll<R: Rng>(rng: &mut R) -> u32 {
    rng.random_range(1..=3) + rng.random_range(1..=3)
}

/// Plays one session: one shoe from its shuffle until the next shuffle is due (K16), one round if
/// every round is shuffled. The first caller is seat `session % players`.
pub fn play_session<R: Rng>(
    rules: &Rules,
    session: u64,
    rng: &mut R,
    deciders: &mut [Box<dyn Decider>],
) -> Vec<Round> {
    assert_eq!(deciders.len(), rules.players);
    let (discard, aside) = (Vec::new(), Vec::new());
    let mut shoe = Shoe { draw: rules.deck(), discard, aside, reshuffles: 0 };
    shoe.draw.shuffle(rng);
    let deck_size = shoe.draw.len();
    assert!(rules.players * 2 + 3 <= deck_size, "K11: the deal cannot be completed");
    assert!(!rules.deck_or_discard || rules.penetration.is_some(), "K8: needs a shoe");
    let mut caller = (session % rules.players as u64) as usize;
    let mut rounds = Vec::new();
    loop {
        rounds.push(play_round(rules, caller, &mut shoe, rng, deciders));
        assert!(rounds.len() < 1_000_000, "this shoe never comes to its shuffle");
        caller = (caller + 1) % rules.players; // K4
        let Some(penetration) = rules.penetration else { return rounds };
        let dealt = 1.0 - shoe.draw.len() as f64 / deck_size as f64;
        // If the pile ran out in the round, every card has been dealt.
        if dealt >= penetration || shoe.reshuffles > 0 {
            return rounds;
        }
    }
}

/// One round from the call to the payment.
fn play_round<R: Rng>(
    rules: &Rules,
    caller: usize,
    shoe: &mut Shoe,
    rng: &mut R,
    deciders: &mut [Box<dyn Decider>],
) -> Round {
    let players = rules.players;
    shoe.reshuffles = 0;

    // K4, K5: the stake and the turn order.
    let stake = deciders[caller].stake(rules.stake_limit);
    assert!((1..=rules.stake_limit).contains(&stake), "K4: stake {stake}");
    let first = if rules.first_player_fixed { 0 } else { caller };
    let order: Vec<usize> = (0..players).map(|i| (first + i) % players).collect();

    // K5: the deal.
    let mut hands: Vec<Vec<Vec<u8>>> = vec![vec![Vec::new()]; players];
    let mut dealer = Vec::new();
    for _ in 0..2 {
        for &seat in &order {
            hands[seat][0].push(shoe.card(rng).expect("K11"));
        }
        dealer.push(shoe.card(rng).expect("K11"));
    }

    // K6 to K9: the players' turns.
    let mut ran_out = false;
    for &seat in &order {
        let mut hand = 0;
        while hand < hands[seat].len() {
            ran_out |= hands[seat][hand].len() < rules.hand_limit && !shoe.has_card();
            let act = choose(rules, seat, hand, stake, &hands, dealer[0], shoe, deciders);
            match act {
                Act::Stay => hand += 1,
                Act::Hit => hands[seat][hand].push(shoe.card(rng).expect("a legal hit")),
                Act::Take => hands[seat][hand].push(shoe.discard.pop().expect("a legal take")),
                Act::Split(value) => {
                    // K9: the later card of the pair goes, the rest stays.
                    let cards = &mut hands[seat][hand];
                    let at = cards.iter().rposition(|&card| card == value).expect("a pair");
                    let moved = cards.remove(at);
                    hands[seat].push(vec![moved]);
                }
            }
        }
    }

    // K10, K11: the dealer's turn.
    while dealer.len() < rules.dealer_limit {
        let Some(card) = shoe.card(rng) else {
            ran_out = true;
            break;
        };
        dealer.push(card);
        if rules.dealer_stop_values.contains(&card) {
            break;
        }
    }

    // K12: the tally of all hands, before any dice.
    let d = total(&dealer);
    let mut outcomes: Vec<Vec<Option<Outcome>>> =
        hands.iter().map(|own| vec![None; own.len()]).collect();
    let mut dice: Vec<Vec<Option<u32>>> = hands.iter().map(|own| vec![None; own.len()]).collect();
    let ends_round = rules.match_pays != Pays::Own;
    let mut winner = None;
    for &seat in &order {
        for hand in 0..hands[seat].len() {
            let p = total(&hands[seat][hand]);
            let most = if rules.bust_above_double { 2 * d } else { d };
            outcomes[seat][hand] = if p > most {
                Some(Outcome::BustHigh)
            } else if rules.doubles(d, p) {
                Some(Outcome::BustDoubled)
            } else if p == d && rules.tie_at_tally == Tie::Push {
                Some(Outcome::Push)
            } else if p == d && rules.tie_at_tally == Tie::Match && winner.is_none() {
                if ends_round {
                    winner = Some(seat);
                }
                Some(Outcome::ExactMatch)
            } else {
                None
            };
        }
    }

    // K13: the dice, in turn order, until a match ends the round.
    'dice: for &seat in &order {
        if winner.is_some() {
            break;
        }
        let mut rolled = None;
        for hand in 0..hands[seat].len() {
            if outcomes[seat][hand].is_some() {
                continue;
            }
            let two = match rolled {
                Some(two) if rules.split_dice_per_player => two,
                _ => roll(rng),
            };
            rolled = Some(two);
            dice[seat][hand] = Some(two);
            let s = total(&hands[seat][hand]) + two;
            let outcome = if s == d {
                Outcome::ExactMatch
            } else if s > d {
                Outcome::BustHigh
            } else if rules.doubles(d, s) {
                Outcome::BustDoubled
            } else {
                Outcome::Survive
            };
            outcomes[seat][hand] = Some(outcome);
            if outcome == Outcome::ExactMatch && ends_round {
                winner = Some(seat);
                break 'dice;
            }
        }
    }
    let outcomes: Vec<Vec<Outcome>> = outcomes
        .into_iter()
        .map(|own| own.into_iter().map(|o| o.unwrap_or(Outcome::Unrolled)).collect())
        .collect();

    // K14, K15: the payment.
    let unit = i64::from(stake) * 1000;
    let splits: Vec<usize> = hands.iter().map(|own| own.len() - 1).collect();
    let staked: Vec<i64> = hands.iter().map(|own| unit * own.len() as i64).collect();
    let mut net = vec![0i64; players];
    if let Some(winner) = winner {
        let mut matched = players;
        if rules.dealer_matches_split {
            matched += splits.iter().sum::<usize>(); // K9
        }
        let mut dealers_part = unit * matched as i64;
        if rules.match_pays == Pays::Capped {
            dealers_part = dealers_part.min(unit * i64::from(rules.match_cap));
        }
        net[winner] = dealers_part;
        for seat in 0..players {
            if seat != winner {
                // A pushed stake is no longer on the table.
                let on_table = outcomes[seat].iter().filter(|&&o| o != Outcome::Push).count();
                net[seat] -= unit * on_table as i64;
                net[winner] += unit * on_table as i64;
            }
        }
    } else {
        for seat in 0..players {
            for outcome in &outcomes[seat] {
                net[seat] += match outcome {
                    Outcome::BustHigh | Outcome::BustDoubled => -unit,
                    Outcome::Push => 0,
                    Outcome::Survive | Outcome::ExactMatch => unit,
                    Outcome::Unrolled => panic!("K13: a hand was passed over"),
                };
            }
        }
    }
    for won in &mut net {
        if *won > 0 {
            *won -= *won / 1000 * i64::from(rules.commission); // whole stake units: exact
        }
    }
    for seat in 0..players {
        for (event, amount) in &rules.bonus {
            let of = |wanted: Outcome| outcomes[seat].iter().filter(|&&o| o == wanted).count();
            let hits = match event.as_str() {
                "bust-high" => of(Outcome::BustHigh),
                "bust-doubled" => of(Outcome::BustDoubled),
                "push" => of(Outcome::Push).min(1),
                "survive" => of(Outcome::Survive),
                "exact-match" => of(Outcome::ExactMatch).min(1),
                "unrolled" => of(Outcome::Unrolled),
                "split" => splits[seat],
                _ => panic!("a seat has no event {event}"),
            };
            let each = (amount * unit as f64).round() as i64;
            for _ in 0..hits {
                net[seat] += each;
                for (other, net) in net.iter_mut().enumerate() {
                    if rules.bonus_from_table && other != seat {
                        *net -= each / (players as i64 - 1); // the rest is the house's
                    }
                }
            }
        }
    }
    let house = -net.iter().sum::<i64>();

    // K8: the discard pile.
    for &seat in &order {
        for hand in &hands[seat] {
            shoe.discard.extend(hand);
        }
    }
    if rules.discard_all {
        shoe.discard.extend(&dealer);
    } else {
        shoe.aside.extend(&dealer);
    }

    Round {
        caller,
        first,
        order,
        stake,
        hands,
        outcomes,
        staked,
        net,
        house,
        dealer,
        splits,
        reshuffles: shoe.reshuffles,
        ran_out,
        dice,
        draw_pile: shoe.draw.clone(),
        discard_pile: shoe.discard.clone(),
    }
}

/// The next act of a hand: the only legal one, or the player's choice.
#[allow(clippy::too_many_arguments)]
fn choose(
    rules: &Rules,
    seat: usize,
    hand: usize,
    stake: u32,
    hands: &[Vec<Vec<u8>>],
    dealer_up: u8,
    shoe: &Shoe,
    deciders: &mut [Box<dyn Decider>],
) -> Act {
    let own = &hands[seat];
    let splits = own.len() - 1;
    let mut legal = vec![Act::Stay];
    if own[hand].len() < rules.hand_limit {
        if shoe.has_card() {
            legal.push(Act::Hit); // K7, K11
        }
        if rules.deck_or_discard && !shoe.discard.is_empty() {
            legal.push(Act::Take); // K8
        }
    }
    let may_split = rules.split && if rules.resplit { own.len() < 4 } else { splits == 0 };
    if may_split {
        for value in 1..=6 {
            if own[hand].iter().filter(|&&card| card == value).count() >= 2 {
                legal.push(Act::Split(value)); // K9
            }
        }
    }
    if legal.len() == 1 {
        return Act::Stay;
    }
    let mut others = hands.to_vec();
    others[seat].clear();
    let look = Look {
        seat,
        stake,
        hands: own.clone(),
        hand,
        splits,
        dealer_up,
        others,
        draw_pile: shoe.draw.len(),
        discard_top: shoe.discard.last().copied(),
        legal,
    };
    let act = deciders[seat].act(&look);
    assert!(look.can(act), "seat {seat} chose {act:?} of {:?}", look.legal);
    act
}

/// A mean and its standard error.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub se: f64,
}

impl Estimate {
    /// The distance of the mean from an exact figure, in standard errors (0 if both agree exactly).
    pub fn sigmas(&self, exact: f64) -> f64 {
        let off = self.mean - exact;
        if off.abs() < 1e-12 { 0.0 } else { off / self.se }
    }

    /// The distance of two independent estimates, in standard errors.
    pub fn apart(&self, other: &Estimate) -> f64 {
        let off = self.mean - other.mean;
        if off.abs() < 1e-12 { 0.0 } else { off / self.se.hypot(other.se) }
    }
}

/// Sums over sessions from which a ratio of totals and its standard error are computed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ratio {
    sessions: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Ratio {
    /// Adds one session's totals: `x` of the quantity, `y` of its denominator.
    pub fn add(&mut self, x: f64, y: f64) {
        self.sessions += 1.0;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.xy += x * y;
        self.yy += y * y;
    }

    /// The ratio of the totals.
    pub fn estimate(&self) -> Estimate {
        let mean = self.x / self.y;
        let residuals = self.xx - 2.0 * mean * self.xy + mean * mean * self.yy;
        let n = self.sessions;
        let se = (residuals.max(0.0) * n / (n - 1.0)).sqrt() / self.y;
        Estimate { mean, se }
    }
}

/// Sums over many sessions. Money is in stake units here.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Sessions added.
    pub sessions: u64,
    /// Rounds added.
    pub rounds: u64,
    /// Net per round by seat.
    pub seats: Vec<Ratio>,
    /// Squared net per round by seat.
    pub squares: Vec<Ratio>,
    /// Rounds with a positive net, per round, by seat.
    pub wins: Vec<Ratio>,
    /// Net per round by position in turn order: entry 0 is the first to act.
    pub positions: Vec<Ratio>,
    /// The house's net per round.
    pub house: Ratio,
    /// Rounds with at least one exact match, per round.
    pub exact_match: Ratio,
    /// Rounds with at least one push, per round.
    pub push_rounds: Ratio,
    /// Survivals per hand.
    pub survive: Ratio,
    /// Busts above the dealer per hand.
    pub bust_high: Ratio,
    /// Busts by being doubled per hand.
    pub bust_doubled: Ratio,
    /// Pushes per hand.
    pub push: Ratio,
    /// Unrolled hands per hand.
    pub unrolled: Ratio,
    /// Splits per hand.
    pub splits: Ratio,
    /// The dealer's total per round.
    pub dealer: Ratio,
    /// Rounds with this dealer's total, per round, by total (0..=72).
    pub dealer_totals: Vec<Ratio>,
    /// K11 reshuffles per round.
    pub reshuffles: Ratio,
    /// Rounds with a K11 reshuffle, per round.
    pub reshuffled: Ratio,
    /// Rounds in which a player or the dealer could not draw, per round.
    pub ran_out: Ratio,
    /// Rounds per session.
    pub length: Ratio,
}

impl Tally {
    /// An empty tally.
    pub fn new(players: usize) -> Self {
        let none = Ratio::default();
        Tally {
            sessions: 0,
            rounds: 0,
            seats: vec![none; players],
            squares: vec![none; players],
            wins: vec![none; players],
            positions: vec![none; players],
            house: none,
            exact_match: none,
            push_rounds: none,
            survive: none,
            bust_high: none,
            bust_doubled: none,
            push: none,
            unrolled: none,
            splits: none,
            dealer: none,
            dealer_totals: vec![none; 73],
            reshuffles: none,
            reshuffled: none,
            ran_out: none,
            length: none,
        }
    }

    /// Plays sessions `0..sessions` with the same deciders.
    pub fn run<R: Rng>(
        rules: &Rules,
        sessions: u64,
        rng: &mut R,
        deciders: &mut [Box<dyn Decider>],
    ) -> Self {
        let mut tally = Tally::new(rules.players);
        for session in 0..sessions {
            tally.add(&play_session(rules, session, rng, deciders));
        }
        tally
    }

    /// Adds the rounds of one session.
    pub fn add(&mut self, rounds: &[Round]) {
        let n = rounds.len() as f64;
        self.sessions += 1;
        self.rounds += rounds.len() as u64;
        let sum = |f: &dyn Fn(&Round) -> f64| rounds.iter().map(f).sum::<f64>();
        let stakes = |thousandths: i64| thousandths as f64 / 1000.0;
        let yes = |is: bool| f64::from(u8::from(is));
        for i in 0..self.seats.len() {
            self.seats[i].add(sum(&|r| stakes(r.net[i])), n);
            self.squares[i].add(sum(&|r| stakes(r.net[i]).powi(2)), n);
            self.wins[i].add(sum(&|r| yes(r.net[i] > 0)), n);
            self.positions[i].add(sum(&|r| stakes(r.net[r.order[i]])), n);
        }
        self.house.add(sum(&|r| stakes(r.house)), n);
        let count =
            |r: &Round, o: Outcome| r.outcomes.iter().flatten().filter(|&&x| x == o).count() as f64;
        self.exact_match.add(sum(&|r| yes(count(r, Outcome::ExactMatch) > 0.0)), n);
        self.push_rounds.add(sum(&|r| yes(count(r, Outcome::Push) > 0.0)), n);
        let hands = sum(&|r| r.outcomes.iter().flatten().count() as f64);
        self.survive.add(sum(&|r| count(r, Outcome::Survive)), hands);
        self.bust_high.add(sum(&|r| count(r, Outcome::BustHigh)), hands);
        self.bust_doubled.add(sum(&|r| count(r, Outcome::BustDoubled)), hands);
        self.push.add(sum(&|r| count(r, Outcome::Push)), hands);
        self.unrolled.add(sum(&|r| count(r, Outcome::Unrolled)), hands);
        self.splits.add(sum(&|r| r.splits.iter().sum::<usize>() as f64), hands);
        self.dealer.add(sum(&|r| f64::from(r.dealer_total())), n);
        let mut histogram = [0.0; 73];
        for round in rounds {
            histogram[round.dealer_total() as usize] += 1.0;
        }
        for (ratio, times) in self.dealer_totals.iter_mut().zip(histogram) {
            ratio.add(times, n);
        }
        self.reshuffles.add(sum(&|r| r.reshuffles as f64), n);
        self.reshuffled.add(sum(&|r| yes(r.reshuffles > 0)), n);
        self.ran_out.add(sum(&|r| yes(r.ran_out)), n);
        self.length.add(n, 1.0);
    }

    /// The standard deviation of a seat's net in one round.
    pub fn sd(&self, seat: usize) -> f64 {
        let mean = self.seats[seat].estimate().mean;
        (self.squares[seat].estimate().mean - mean * mean).max(0.0).sqrt()
    }
}
