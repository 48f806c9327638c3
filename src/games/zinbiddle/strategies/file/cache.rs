//! A cache of the features of one decision.

use super::Act;
use super::features::*;
use super::gains::{Gain, Gains, NEARLY, NONE, Worth, unseen};
use crate::cards::Memory;
use crate::framework::Feature;
use crate::games::zinbiddle::hand::{
    Card, FlankRank, KINDS, LEVELS, Lanes, Line, NEIGHBOURS, Order, Place, Pyramid, barrages, ranks,
};
use crate::games::zinbiddle::rules::UNITS_PER_ANTE;
use crate::games::zinbiddle::view::{Pilot, View};
use std::cell::OnceCell;
use std::sync::LazyLock;

/// The rank of an own flank, and the lowest and highest possible rank of the rivals' best flank on
/// that side, over their hidden cards.
#[derive(Clone, Copy, Debug)]
struct Flank {
    own: FlankRank,
    least: FlankRank,
    most: FlankRank,
}

/// The features of one decision, each computed at most once and only on demand.
pub(super) struct FeatureCache<'v, 'a> {
    view: &'v View<'a>,
    memory: &'v Memory,
    /// `None` before looking.
    own: Option<&'a Pyramid>,
    /// The worth of its cards; zero before looking.
    worth: Worth,
    acting: bool,
    barrage: OnceCell<u16>,
    /// Port and starboard.
    flanks: OnceCell<[Flank; 2]>,
    swap: OnceCell<Gain>,
    sort: OnceCell<Gain>,
    draw: OnceCell<Gain>,
}

/// The length of the run that starts with the first of a line's numbers, each one more than the one
/// before, a Six counting as any; 0 with a misfire.
fn run(numbers: impl Iterator<Item = u32> + Clone) -> u16 {
    if numbers.clone().any(|number| number == 0) {
        return 0;
    }
    let from = |cap: u32| {
        let fits = |&(i, number): &(u32, u32)| cap + i <= 4 && (number == 5 || number == cap + i);
        (0..).zip(numbers.clone()).take_while(fits).count() as u16
    };
    (1..=4).map(from).max().unwrap_or(0)
}

/// The chance in 10,000 that four cards of a shoe are a natural zinbiddle (Z10).
fn natural(shoe: &[f64; KINDS]) -> u32 {
    let four = |n: f64| if n > 3.0 { n * (n - 1.0) * (n - 2.0) * (n - 3.0) } else { 0.0 };
    let number = |number: usize| shoe[4 * number..4 * number + 4].iter().sum::<f64>();
    let sixes = shoe[Card::SIX.kind()];
    let all = four(shoe.iter().sum());
    if all <= 0.0 {
        return 0;
    }
    // Four Sixes are counted with each number, but are one hand.
    let fours = (1..=4).map(|n| four(number(n) + sixes)).sum::<f64>() - 3.0 * four(sixes);
    (10_000.0 * fours / all + NEARLY) as u32
}

/// The [`barrages`]: four bits per place, of which that of its suit is set.
static BARRAGES: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let bits = |(place, suit): (usize, usize)| 1 << (4 * place + suit);
    barrages().map(|suits| suits.into_iter().enumerate().map(bits).sum()).collect()
});

/// The number of dealt cards that fit the Ion Barrage that most of them fit, and the places of
/// those cards as bits.
fn barrage(pyramid: &Pyramid, levels: usize) -> (u16, u16) {
    let mut cards = 0_u64;
    for &place in &Place::ALL[..Place::up_to(levels.clamp(1, LEVELS) - 1)] {
        let (card, wanted) = (pyramid.card(place), 4 - place.level() as u32);
        let suits = match card.is_wild() {
            true => 0xf,
            false => u64::from(card.number() == wanted) << card.suit(),
        };
        cards |= suits << (4 * place.index());
    }
    let fits = BARRAGES.iter().map(|barrage| barrage & cards);
    let best = fits.max_by_key(|fits| fits.count_ones()).unwrap_or(0);
    let places = (0..9).filter(|place| best >> (4 * place) & 0xf != 0);
    (best.count_ones() as u16, places.fold(0, |bits, place| bits | 1 << place))
}

impl<'v, 'a> FeatureCache<'v, 'a> {
    /// A cache that holds nothing but the worth of the cards.
    #[inline]
    pub(super) fn new(
        view: &'v View<'a>,
        memory: &'v Memory,
        worth: Worth,
        acting: bool,
    ) -> FeatureCache<'v, 'a> {
        let own = view.own_so_far();
        let (barrage, flanks) = (OnceCell::new(), OnceCell::new());
        let (swap, sort, draw) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        FeatureCache { view, memory, own, worth, acting, barrage, flanks, swap, sort, draw }
    }

    /// The value of a feature.
    #[inline]
    pub(super) fn value(&self, feature: usize) -> u16 {
        let Feature { low, high, .. } = FEATURES[feature];
        let found = self.unlimited(feature);
        found.clamp(low.into(), high.into()) as u16
    }

    #[inline]
    fn unlimited(&self, feature: usize) -> u32 {
        let view = self.view;
        let antes = |units: i64| (units / UNITS_PER_ANTE).clamp(0, MOST_MONEY.into()) as u32;
        match feature {
            PLAYERS => view.players() as u32,
            PLACE => view.order().place(view.seat()) as u32 + 1,
            RIVALS => view.rivals(),
            POT => antes(view.pot()),
            ROUND => view.round() as u32 + 1,
            LEVEL => view.levels() as u32,
            PAID => antes(view.paid(view.seat())),
            ACTIONS => view.actions_left(view.seat()).into(),
            STRENGTH => self.worth.strength.into(),
            MISFIRES => self.worth.misfires.into(),
            HOPELESS => self.hopeless().into(),
            TO_CALL => antes(view.to_call()),
            RAISES => view.raises(),
            NOW => view.actions_now().into(),
            PRICE => antes(view.price()),
            _ => self.dear(feature),
        }
    }

    /// A feature that takes more than a look at the table. Out of line, so that the others need not
    /// save registers.
    #[inline(never)]
    fn dear(&self, feature: usize) -> u32 {
        let view = self.view;
        let rivals = || self.rivals();
        match feature {
            MISFIRE_SHARE => {
                let left = unseen(view, view.levels().max(1) - 1, self.memory);
                let (misfires, all): (f64, f64) = (left[..4].iter().sum(), left.iter().sum());
                if all > 0.0 { (100.0 * misfires / all + NEARLY) as u32 } else { 0 }
            }
            NATURAL => natural(&unseen(view, 0, self.memory)),
            BOLD => rivals().filter(|&seat| view.bold(seat) != 0).count() as u32,
            BOLDEST => rivals().map(|seat| view.bold(seat).count_ones()).max().unwrap_or(0),
            CLEAN => rivals().filter(|&seat| self.shows_no_misfire(seat)).count() as u32,
            RIVAL_RUN => {
                let shown = |seat, line: Line| {
                    let cards = line.places().map(|place| view.shown(seat, place));
                    // Only its highest cards, down to the first hidden one.
                    let cards = cards.into_iter().skip_while(Option::is_none);
                    run(cards.map_while(|card| card).map(Card::number))
                };
                let flanks = |seat| shown(seat, Line::Port).max(shown(seat, Line::Starboard));
                rivals().map(flanks).max().unwrap_or(0).into()
            }
            RIVAL_ACTIONS => rivals().map(|seat| view.actions_left(seat).into()).max().unwrap_or(0),
            ROW => self.own.map_or(0, |own| match view.ranks().row_of(own) {
                0 => 0,
                1 => 1,
                2..=13 => 2,
                14..=19 => 3,
                20..ranks::LEAST_FOUR => 4,
                _ => 5,
            }),
            PORT => self.flank(Line::Port),
            STARBOARD => self.flank(Line::Starboard),
            BARRAGE => {
                let find = || self.own.map_or(0, |own| barrage(own, view.levels()).0);
                (*self.barrage.get_or_init(find)).into()
            }
            LEADS => self.flanks(|flank| flank.own > flank.least),
            CLINCHED => self.flanks(|flank| flank.own > flank.most),
            TRAILS => self.flanks(|flank| flank.own < flank.least),
            ODDS => {
                let call = view.to_call();
                (100 * call).checked_div(view.pot() + call).unwrap_or(0) as u32
            }
            SWAP_GAIN => self.swap().0.into(),
            SORT_GAIN => self.sort().0.into(),
            DRAW_GAIN => self.draw().0.into(),
            _ => self.best().0.into(),
        }
    }

    /// The run of a flank as dealt so far.
    fn flank(&self, line: Line) -> u32 {
        let levels = self.view.levels().clamp(1, LEVELS);
        let cards = self.own.map(|own| own.line(line));
        cards
            .map_or(0, |cards| run(cards[LEVELS - levels..].iter().map(|card| card.number())))
            .into()
    }

    /// The seats of the rivals still in.
    fn rivals(&self) -> impl Iterator<Item = usize> + use<> {
        let others = self.view.still_in() & !(1 << self.view.seat());
        (0..self.view.players()).filter(move |seat| others >> seat & 1 == 1)
    }

    fn shows_no_misfire(&self, seat: usize) -> bool {
        let up = Lanes::of(self.view.face_up(seat));
        self.view.shown_pyramid(seat).misfires_among(up) == 0
    }

    /// The number of own flanks that meet a condition; 0 before the capstones are dealt.
    fn flanks(&self, asked: impl Fn(&Flank) -> bool) -> u32 {
        let Some(own) = self.own.filter(|_| self.view.levels() == LEVELS) else { return 0 };
        let both = || [Line::Port, Line::Starboard].map(|line| self.beside_rivals(own, line));
        self.flanks.get_or_init(both).iter().filter(|flank| asked(flank)).count() as u32
    }

    /// An own flank, compared with those of the rivals that show no misfire.
    fn beside_rivals(&self, own: &Pyramid, line: Line) -> Flank {
        let (view, ranks) = (self.view, self.view.ranks());
        let bits = view.rules().flank_bits();
        let rank = |pyramid: &Pyramid| ranks.line_of(line, pyramid) & bits;
        let sixes = view.rules().vermilion_sixes > 0;
        let [.., lowest] = line.places();
        let flank = Flank { own: rank(own), least: 0, most: 0 };
        self.rivals().filter(|&seat| self.shows_no_misfire(seat)).fold(flank, |flank, seat| {
            let shown = view.shown_pyramid(seat);
            // Only the lowest card of a flank may be hidden.
            let (least, most) = match view.face_up(seat) >> lowest.index() & 1 {
                1 => (rank(shown), rank(shown)),
                _ => {
                    let [capstone, gunner, shield, _] = shown.line(line);
                    let (least, most) =
                        ranks.flank_without_thruster([capstone, gunner, shield], sixes);
                    let six = bits & u8::from(capstone.is_wild());
                    (least | six, most | six)
                }
            };
            Flank { least: flank.least.max(least), most: flank.most.max(most), ..flank }
        })
    }

    /// Whether it holds more misfires than it can still mend.
    fn hopeless(&self) -> bool {
        // The actions of a level come between two of its betting rounds.
        let from = if self.acting { self.view.levels() - 1 } else { self.view.round() / 2 };
        self.worth.misfires > self.view.replacements_left(from)
    }

    /// The legal swaps, each with the pyramid that it makes.
    fn swaps(&self) -> impl Iterator<Item = (Pilot, Pyramid)> {
        let view = self.view;
        let swapped = move |own: &'a Pyramid| {
            let all = NEIGHBOURS.into_iter().zip(0..);
            let all = all.map(|(places, number)| (places, Pilot::Transpose(number)));
            let legal = all.filter(|&(_, action)| view.allows(action));
            legal.map(move |(places, action)| (action, own.transposed(places)))
        };
        self.own.into_iter().flat_map(swapped)
    }

    /// The legal re-sorts, each with the pyramid that it makes.
    fn sorts(&self) -> impl Iterator<Item = (Pilot, Pyramid)> {
        let view = self.view;
        let sorted = move |own: &'a Pyramid| {
            let first = Order::from_index(0);
            let lines = Line::ALL.into_iter();
            let lines = lines.filter(move |&line| view.allows(Pilot::Resort(line, first)));
            lines.flat_map(move |line| {
                let orders = (1..Order::WAYS).map(Order::from_index);
                orders.map(move |order| (Pilot::Resort(line, order), own.resorted(line, order)))
            })
        };
        self.own.into_iter().flat_map(sorted)
    }

    /// The evaluator of gains, once it has looked.
    fn gains(&self) -> Option<Gains<'v, 'a>> {
        self.own.map(|own| Gains::new(self.view, *own, self.worth))
    }

    fn swap(&self) -> Gain {
        *self.swap.get_or_init(|| self.gains().map_or(NONE, |gains| gains.swap()))
    }

    fn sort(&self) -> Gain {
        *self.sort.get_or_init(|| self.gains().map_or(NONE, |gains| gains.sort()))
    }

    fn draw(&self) -> Gain {
        let draw = |gains: Gains<'_, '_>| gains.draw(self.memory, self.hopeless());
        *self.draw.get_or_init(|| self.gains().map_or(NONE, draw))
    }

    /// The best gain; among equals, a certain one comes before an expected one.
    fn best(&self) -> Gain {
        let first = |a: Gain, b: Gain| if b.0 > a.0 { b } else { a };
        first(first(self.swap(), self.sort()), self.draw())
    }

    /// A step towards an Ion Barrage: the swap, or else the re-sort, that makes the most cards fit
    /// one, or else a replacement of the lowest card that does not fit.
    fn chase(&self) -> Option<Pilot> {
        let own = self.own?;
        let levels = self.view.levels();
        let (now, fit) = barrage(own, levels);
        let more = |ways: &mut dyn Iterator<Item = (Pilot, Pyramid)>| {
            let counted = ways.map(|(action, pyramid)| (barrage(&pyramid, levels).0, action));
            let most = counted
                .fold((now, None), |best, (n, a)| if n > best.0 { (n, Some(a)) } else { best });
            most.1
        };
        let replace = || {
            let dealt = &Place::ALL[..Place::up_to(levels - 1)];
            let misfit = dealt.iter().find(|place| fit >> place.index() & 1 == 0)?;
            self.possible(Pilot::Replace(*misfit))
        };
        more(&mut self.swaps()).or_else(|| more(&mut self.sorts())).or_else(replace)
    }

    fn possible(&self, action: Pilot) -> Option<Pilot> {
        self.view.allows(action).then_some(action)
    }

    /// The pilot action of a rule, or `None` if it is impossible.
    pub(super) fn take(&self, act: Act) -> Option<Pilot> {
        let gained = |(gain, action): Gain| (gain > 0).then_some(action);
        match act {
            Act::Pass => Some(Pilot::Pass),
            Act::Mend if self.worth.misfires == 0 => None,
            Act::Mend => self.own.and_then(|own| {
                let highest = own.highest_misfire(self.view.levels() - 1);
                self.possible(Pilot::Replace(highest))
            }),
            Act::Swap => gained(self.swap()),
            Act::Sort => gained(self.sort()),
            Act::Draw => gained(self.draw()),
            Act::Best => gained(self.best()),
            Act::Chase => self.chase(),
            Act::Replace(place) => self.possible(Pilot::Replace(place)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::zinbiddle::hand::Ranks;
    use crate::games::zinbiddle::rules::Rules;

    fn pyramid(text: &str) -> Pyramid {
        let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
        Pyramid::new(cards.try_into().unwrap())
    }

    #[test]
    fn what_fits_a_barrage_is_counted() {
        let whole = pyramid("4r 4g 4b 4y 3b 3r 2y 2b 1g");
        assert!(Ranks::get().pyramid(&whole).is_ion_barrage());
        assert_eq!(barrage(&whole, 4), (9, 0x1ff));
        assert_eq!(barrage(&whole, 2), (6, 0x3f));
        assert_eq!(barrage(&pyramid("4r 4r 4b 4y 3b 3r 2y 2b 1g"), 4).0, 8);
        assert_eq!(barrage(&pyramid("4r V6 4b 4y V6 3r 2y 2b V6"), 4).0, 9);
        assert_eq!(barrage(&pyramid("4r 4r 4r 4r 0b 3r 1y 2r 4g"), 4).0, 2);
        assert_eq!(barrage(&pyramid("0r 0r 0r 0r 0b 0r 0y 0r 0g"), 4), (0, 0));
        // Each of them is an Ion Barrage, and no two are equal.
        assert_eq!(BARRAGES.len(), 192);
        for &barrage in BARRAGES.iter() {
            let card = |place: Place| {
                let suit = (barrage >> (4 * place.index()) & 0xf).trailing_zeros() as u8;
                Card::new(4 - place.level() as u8, suit).unwrap()
            };
            let pyramid = Pyramid::new(Place::ALL.map(card));
            assert!(Ranks::get().pyramid(&pyramid).is_ion_barrage());
            assert_eq!(BARRAGES.iter().filter(|&&other| other == barrage).count(), 1);
        }
    }

    #[test]
    fn runs_are_those_of_the_rules() {
        for code in 0..KINDS.pow(4) {
            let card = |i: u32| Card::of_kind(code / KINDS.pow(i) % KINDS);
            let cards = [card(0), card(1), card(2), card(3)];
            let wanted = ranks::run(Ranks::get().flank(cards));
            assert_eq!(u32::from(run(cards.iter().map(|card| card.number()))), wanted, "{cards:?}");
        }
    }

    /// Z10: 280 of 91,390 from two sets.
    #[test]
    fn naturals_are_counted() {
        let mut shoe = Rules { sets: 2, ..Rules::default() }.deck().map(f64::from);
        assert_eq!(natural(&shoe), 30);
        shoe[Card::SIX.kind()] = 4.0;
        let four = |n: u64| n * (n - 1) * (n - 2) * (n - 3);
        assert_eq!(u64::from(natural(&shoe)), 10_000 * (4 * four(12) - 3 * four(4)) / four(44));
        assert_eq!(
            (natural(&[0.0; KINDS]), natural(&[1.0; KINDS])),
            (0, 10_000 * 4 * 120 / 143_640)
        );
    }
}
