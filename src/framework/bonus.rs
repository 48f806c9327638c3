//! Bonuses: money that a seat receives or pays whenever an event happens to it.
//!
//! A game has two rule fields, of the types [`Bonuses`] and [`BonusFrom`], checks them with
//! [`Bonuses::check`], and resolves them once for a table with [`Bonuses::payer`]. When a round is
//! settled it pays each hit of an event with [`Payer::pay`] and traces it with [`Payment::step`].

use super::money::Money;
use super::recorder::who;
use super::settings::{hint, nearest, shown};
use super::{AnyReading, Explained, Fault, Field, Readings, Step};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The field of the amounts. It is a table, and the only field whose value a setting extends by an
/// entry instead of replacing.
pub const NAME: &str = "bonus";
/// The field of the payer.
pub const FROM: &str = "bonus_from";

/// The largest amount, in stakes; it keeps sums of squares of nets within 128 bits.
pub const MOST: i64 = 1000;

/// The two fields, under the id of the rule by which a game settles its rounds.
pub fn fields(rule: &'static str) -> [Field; 2] {
    [
        Field::new::<Bonuses>(NAME, rule, AnyReading, Bonuses::ABOUT),
        Field::new::<BonusFrom>(FROM, rule, AnyReading, BonusFrom::ABOUT),
    ]
}

crate::readings! {
    /// The payer of bonuses.
    #[derive(Default)]
    pub enum BonusFrom {
        /// The house.
        #[default]
        House,
        /// The other seats in equal parts; the remainder of the division is the house's.
        Table,
    }
}

impl Explained for BonusFrom {
    const ABOUT: &'static str = "the payer of bonuses: the house, or each other seat an equal part \
                                 (what does not divide evenly is the house's)";
}

/// An amount as written, in stakes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Amount {
    Whole(i64),
    Decimal(f64),
}

impl Amount {
    /// The amount in money units, `unit` of them to a stake; the error says what is allowed.
    fn units(self, unit: i64) -> Result<i64, String> {
        let (stakes, scaled) = match self {
            Amount::Whole(stakes) => (stakes as f64, stakes.saturating_mul(unit)),
            Amount::Decimal(stakes) => (stakes, (stakes * unit as f64).round() as i64),
        };
        if !(-MOST as f64..=MOST as f64).contains(&stakes) {
            return Err(format!("{}..={MOST} is allowed", -MOST));
        }
        if (scaled as f64 - stakes * unit as f64).abs() > 1e-6 {
            return Err(match unit {
                1 => "money has no decimals here".to_owned(),
                unit => format!("the smallest part of money is 1/{unit}"),
            });
        }
        Ok(scaled)
    }
}

/// The field `bonus`: amounts in stakes, by the name of the event.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bonuses(BTreeMap<String, Amount>);

impl Readings for Bonuses {
    fn allowed() -> String {
        "a table of events of a seat and amounts -1000..=1000, or {}".to_owned()
    }
}

impl Explained for Bonuses {
    const ABOUT: &'static str = "an amount for a seat whenever the event happens to it, in the unit \
                                 of the EV, times the stake where players choose one; below 0 the seat \
                                 pays: bonus.EVENT=AMOUNT";
}

impl Bonuses {
    /// Whether no event pays anything.
    pub fn is_empty(&self) -> bool {
        self.0
            .values()
            .all(|amount| matches!(amount, Amount::Whole(0)) || *amount == Amount::Decimal(0.0))
    }

    /// All faults of the two fields at a table of `players` players; `events` are the names of a
    /// seat's events, and a stake is `unit` money units.
    pub fn check(&self, from: BonusFrom, events: &[&str], unit: i64, players: usize) -> Vec<Fault> {
        let mut faults = Vec::new();
        let (mut found, mut allowed) = (Vec::new(), Vec::new());
        for (name, amount) in &self.0 {
            let wrong = match amount.units(unit) {
                _ if !events.contains(&name.as_str()) => no_event(name, events),
                Err(why) => format!("{}: {why}", shown(name)),
                Ok(_) => continue,
            };
            found.push(setting(name, *amount));
            allowed.push(wrong);
        }
        if allowed.iter().any(|wrong| wrong.starts_with("a seat has no event")) {
            allowed.push(format!("its events are {}", events.join(", ")));
        }
        if !found.is_empty() {
            let found = format!("{{ {} }}", found.join(", "));
            faults.push(Fault::new(NAME, found, allowed.join("; ")));
        }
        if from == BonusFrom::Table && players < 2 {
            let allowed = "house, as nobody else is at a table of one player to pay";
            faults.push(Fault::new(FROM, "table".to_owned(), allowed.to_owned()));
        }
        faults
    }

    /// The bonuses in money units, in the order of `events`. The fields must have been checked.
    pub fn payer(&self, from: BonusFrom, events: &[&str], unit: i64) -> Payer {
        let amount = |name: &&str| {
            self.0.get(*name).and_then(|amount| amount.units(unit).ok()).unwrap_or_default()
        };
        let amounts = match self.is_empty() {
            true => Vec::new(),
            false => events.iter().map(amount).collect(),
        };
        Payer { amounts, from }
    }
}

fn no_event(name: &str, events: &[&str]) -> String {
    // `seat2:win` is the event `win` of seat 2, and all seats have the same bonuses.
    let bare = name.split_once(':').filter(|(seat, _)| seat.starts_with("seat"));
    let meant = match bare {
        Some((_, bare)) if events.contains(&bare) => Some(bare.to_owned()),
        _ => nearest(name, events.iter().copied()),
    };
    format!("a seat has no event `{}`{}", shown(name), hint(&meant))
}

fn setting(name: &str, amount: Amount) -> String {
    let amount = match amount {
        Amount::Whole(stakes) => stakes.to_string(),
        Amount::Decimal(stakes) => stakes.to_string(),
    };
    format!("{} = {amount}", super::settings::key(name))
}

/// The bonuses of a table in money units.
#[derive(Clone, Debug, Default)]
pub struct Payer {
    /// Amounts by event; empty if no event pays anything.
    amounts: Vec<i64>,
    from: BonusFrom,
}

impl Payer {
    /// Whether no event pays anything: the check of the hot path.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.amounts.is_empty()
    }

    /// The amount for one hit of an event, in money units; `event` is an index into the events of
    /// [`Bonuses::payer`].
    #[inline]
    pub fn amount(&self, event: usize) -> i64 {
        self.amounts.get(event).copied().unwrap_or_default()
    }

    /// Pays a seat the amount of an event multiplied by `times` (1 for one hit, or the stake where
    /// stakes vary), and books it in the nets of the round, in money units. `None` if the event has
    /// no bonus.
    pub fn pay(
        &self,
        seat: usize,
        event: usize,
        times: i64,
        nets: &mut [i64],
        house: &mut i64,
    ) -> Option<Payment> {
        let amount = self.amount(event) * times;
        if amount == 0 {
            return None;
        }
        let payment = Payment::new(self.from, seat, amount, nets.len());
        for (other, net) in nets.iter_mut().enumerate() {
            *net += if other == seat { amount } else { -payment.share };
        }
        *house -= payment.house;
        Some(payment)
    }

    /// The same for every hit of a seat, given the number of hits of each event, in order; `tell`
    /// gets each payment with its event.
    pub fn pay_hits(
        &self,
        seat: usize,
        hits: &[impl Copy + Into<u32>],
        times: i64,
        (nets, house): (&mut [i64], &mut i64),
        mut tell: impl FnMut(usize, Payment),
    ) {
        let hits = hits.iter().enumerate();
        for event in hits.flat_map(|(event, &hits)| (0..hits.into()).map(move |_| event)) {
            if let Some(payment) = self.pay(seat, event, times, nets, house) {
                tell(event, payment);
            }
        }
    }
}

/// A bonus that was paid, in money units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// The seat, from 0.
    pub seat: usize,
    /// The amount it received; below 0 it paid.
    pub amount: i64,
    /// The part that each other seat paid.
    pub share: i64,
    /// The part that the house paid.
    pub house: i64,
    /// The payer by the rules.
    pub from: BonusFrom,
}

impl Payment {
    /// Splits an amount among the payers at a table of `players` players.
    pub fn new(from: BonusFrom, seat: usize, amount: i64, players: usize) -> Payment {
        let others = players.saturating_sub(1) as i64;
        let share = match from {
            BonusFrom::Table if others > 0 => amount / others,
            _ => 0,
        };
        Payment { seat, amount, share, house: amount - share * others, from }
    }

    /// The step of the trace for this payment.
    pub fn step(&self, rule: &'static str, event: &str, money: Money) -> Step {
        let (data, text) = (|amount| money.data(amount), |amount| money.text(amount));
        let (verb, way) = match self.amount > 0 {
            true => ("gets a bonus of", "from"),
            false => ("pays", "to"),
        };
        let parties = match (self.share, self.house) {
            (0, _) => format!("{way} the house"),
            (share, 0) => format!("{} {way} each other seat", text(share)),
            (share, house) => {
                format!("{} {way} each other seat, {} {way} the house", text(share), text(house))
            }
        };
        let (seat, amount) = (who(self.seat), text(self.amount));
        let says = format!("{seat} {verb} {amount} for {event}: {parties}");
        Step::new(rule, "bonus", says)
            .seat(self.seat)
            .with("for", event)
            .with("amount", data(self.amount))
            .with("from", if self.from == BonusFrom::House { "house" } else { "table" })
            .with("each_other_seat", data(self.share))
            .with("house", data(self.house))
            .public()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENTS: [&str; 3] = ["win", "exact-match", "lane:7"];

    fn read(text: &str) -> Bonuses {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn amounts_are_checked_by_event_range_and_unit() {
        let faults = |text: &str, unit| read(text).check(BonusFrom::House, &EVENTS, unit, 3);
        assert_eq!(faults("win = 5\nexact-match = -0.25\n'lane:7' = 1000", 1000), []);
        for (text, unit, parts) in [
            (
                "wim = 5",
                1000,
                &["{ wim = 5 }", "no event `wim` (did you mean `win`?)", "lane:7"][..],
            ),
            ("'seat2:win' = 5", 1000, &["(did you mean `win`?)", "\"seat2:win\" = 5"]),
            ("win = 1000.5", 1000, &["-1000..=1000"]),
            ("win = nan", 1000, &["-1000..=1000"]),
            ("win = 9223372036854775807", 1000, &["-1000..=1000"]),
            ("win = 0.0005", 1000, &["1/1000"]),
            ("win = 0.5", 1, &["no decimals"]),
            ("win = 0.5\nloss = 1", 1, &["no decimals", "`loss`"]),
        ] {
            let found = faults(text, unit);
            let message = found[0].to_string();
            assert!(
                found.len() == 1 && parts.iter().all(|part| message.contains(part)),
                "{message}"
            );
        }
        let alone = Bonuses::default().check(BonusFrom::Table, &EVENTS, 1000, 1);
        assert!(alone[0].to_string().contains("nobody else"), "{}", alone[0]);
    }

    #[test]
    fn what_does_not_divide_is_the_houses_and_money_is_conserved() {
        let bonuses = read("win = 0.01\nexact-match = -1.001");
        for (from, players, shares) in
            [(BonusFrom::House, 4, [0, 0]), (BonusFrom::Table, 4, [3, -333])]
        {
            let payer = bonuses.payer(from, &EVENTS, 1000);
            for (event, share) in shares.into_iter().enumerate() {
                let (mut nets, mut house) = (vec![0; players], 0);
                let payment = payer.pay(2, event, 1, &mut nets, &mut house).unwrap();
                assert_eq!(nets.iter().sum::<i64>() + house, 0);
                assert_eq!((nets[2], nets[0]), (payment.amount, -share));
                let step = payment.step("X1", EVENTS[event], Money::stakes(1000));
                assert_eq!((step.event, step.fields["seat"].as_i64()), ("bonus", Some(3)));
            }
            assert_eq!(payer.pay(2, 2, 1, &mut [0; 4], &mut 0), None);
        }
        let nothing = read("win = 0\nexact-match = 0.0").payer(BonusFrom::House, &EVENTS, 1);
        assert!(nothing.is_empty());
    }

    #[test]
    fn steps_say_who_pays() {
        let text = |from, amount| {
            Payment::new(from, 0, amount, 4).step("X1", "win", Money::stakes(1000)).text
        };
        assert_eq!(
            text(BonusFrom::House, 2500),
            "seat 1 gets a bonus of 2.5 for win: from the house"
        );
        assert_eq!(
            text(BonusFrom::Table, -3001),
            "seat 1 pays 3.001 for win: 1 to each other seat, 0.001 to the house"
        );
    }
}
