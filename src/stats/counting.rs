//! Metrics of card counting: effects of removal, correlations, and the return and the risk of an
//! edge.
//!
//! Unless another source is cited, the formulas are those of P. Griffin, The Theory of Blackjack,
//! 6th ed. (1999), and D. Schlesinger, Blackjack Attack, 3rd ed. (2005).

use super::estimate::Estimate;
use super::quantile::t_two_sided;
use serde::{Deserialize, Serialize};

/// Sums over rounds from fresh shoes, from which the effects of removal follow. The weights are
/// integers, so the order of merging does not change the result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removals {
    /// The number of rounds.
    n: i128,
    /// Σ net, in money units.
    x: i128,
    /// Σ weight, by card.
    weight: Vec<i128>,
    /// Σ net · weight, by card.
    product: Vec<i128>,
    /// The number of rounds that dealt a whole shoe.
    emptied: i128,
}

/// The weight of a round that is equally likely with and without the card.
const WHOLE: i128 = 1 << 30;

impl Removals {
    /// Adds a round of this `net`. `shoes` holds the copies of each card, by shoe; `dealt` the
    /// number of each card dealt, by card over all shoes in turn, unless a shoe `ran_out`.
    ///
    /// If a round dealt k of a shoe's N cards, d of them among the c copies of a card, it is
    /// (c − d)/c · N/(N − k) times as likely without one of those copies as with all of them: a
    /// ratio of two products of falling factorials. So the same rounds give the effects of all
    /// cards, unless they deal a whole shoe, which with one card fewer would run out.
    pub fn add(&mut self, net: i64, (dealt, ran_out): (&[u32], bool), shoes: &[Vec<u32>]) {
        self.weight.resize(dealt.len(), 0);
        self.product.resize(dealt.len(), 0);
        self.n += 1;
        self.x += i128::from(net);
        if ran_out {
            self.emptied += 1;
            return;
        }
        let (mut from, mut emptied) = (0, false);
        for copies in shoes {
            let own = &dealt[from..from + copies.len()];
            let all: u32 = copies.iter().sum();
            let left = i128::from(all - own.iter().sum::<u32>());
            emptied |= all > 0 && left == 0;
            for (card, (&copies, &gone)) in copies.iter().zip(own).enumerate() {
                if copies > 0 && left > 0 {
                    let (copies, gone) = (i128::from(copies), i128::from(gone));
                    let weight = (copies - gone) * i128::from(all) * WHOLE / (copies * left);
                    self.weight[from + card] += weight;
                    self.product[from + card] += weight * i128::from(net);
                }
            }
            from += copies.len();
        }
        self.emptied += i128::from(emptied);
    }

    /// Adds the rounds of `other`.
    pub fn merge(&mut self, other: &Removals) {
        self.weight.resize(self.weight.len().max(other.weight.len()), 0);
        self.product.resize(self.weight.len(), 0);
        self.n += other.n;
        self.x += other.x;
        self.emptied += other.emptied;
        for (card, (weight, product)) in other.weight.iter().zip(&other.product).enumerate() {
            self.weight[card] += weight;
            self.product[card] += product;
        }
    }

    /// The share of rounds that dealt a whole shoe. What these would come to with one card fewer is
    /// unknown, so the effects are wrong by about as much.
    pub fn emptied(&self) -> f64 {
        self.emptied as f64 / (self.n as f64).max(1.0)
    }

    /// The effect of removal of a card: the mean net of rounds without one copy of it less that of
    /// all rounds, in money units (Griffin, chapter 4, for its meaning). `None` if there is no such
    /// card.
    pub fn effect(&self, card: usize) -> Option<f64> {
        let (weight, product) = (*self.weight.get(card)? as f64, *self.product.get(card)? as f64);
        (weight > 0.0).then(|| product / weight - self.x as f64 / self.n as f64)
    }
}

/// A shoe as a counting system sees it: the copies, the tag and the effect of removal of each card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tagged {
    /// The number of copies, by card.
    pub copies: Vec<u32>,
    /// The tags, by card; empty if the shoe is not counted.
    pub tags: Vec<i32>,
    /// The effects of removal, by card.
    pub effects: Vec<f64>,
}

impl Tagged {
    /// Weighted by copies: the sum of squared deviations of the tags, the sum of products of the
    /// deviations of tags and effects, and the sum of squared deviations of the effects.
    fn sums(&self) -> (f64, f64, f64) {
        let all: f64 = self.copies.iter().map(|&copies| f64::from(copies)).sum();
        let tag = |card: usize| self.tags.get(card).map_or(0.0, |&tag| f64::from(tag));
        let sum = |of: &dyn Fn(usize) -> f64| -> f64 {
            (0..self.copies.len()).map(|card| f64::from(self.copies[card]) * of(card)).sum()
        };
        let (tags, effects) = (sum(&tag) / all, sum(&|card| self.effects[card]) / all);
        (
            sum(&|card| (tag(card) - tags).powi(2)),
            sum(&|card| (tag(card) - tags) * (self.effects[card] - effects)),
            sum(&|card| (self.effects[card] - effects).powi(2)),
        )
    }
}

/// What tags explain of the effects of removal of several shoes.
#[derive(Clone, Copy, Default)]
struct Explained {
    /// The sum of squared deviations of the effects.
    all: f64,
    /// The part of it that the tags explain.
    part: f64,
    /// The sum of products of the deviations of tags and effects, for its sign.
    both: f64,
}

impl Explained {
    /// `None` if no shoe is counted, or only how many of its cards are gone.
    fn of(shoes: &[Tagged]) -> Option<Explained> {
        let mut found = Explained::default();
        let mut told_apart = false;
        for shoe in shoes {
            let (tags, both, effects) = shoe.sums();
            found.all += effects;
            found.both += both;
            if tags > 0.0 {
                told_apart = true;
                found.part += both * both / tags;
            }
        }
        told_apart.then_some(found)
    }

    fn correlation(self) -> Option<f64> {
        let share = self.part.max(0.0) / self.all;
        (self.all > 0.0).then(|| share.sqrt().min(1.0).copysign(self.both))
    }
}

/// The number of shoes that are counted.
fn counted(shoes: &[Tagged]) -> usize {
    shoes.iter().filter(|shoe| shoe.tags.iter().any(|&tag| tag != 0)).count()
}

/// The betting correlation: the correlation of tags and effects of removal over all cards (Griffin,
/// chapter 4). If several shoes are counted, each with its own count, it is the multiple
/// correlation: shoes are dealt independently, so the squares add up. `None` if no shoe is counted
/// or no effect varies.
pub fn betting_correlation(shoes: &[Tagged]) -> Option<f64> {
    Explained::of(shoes)?.correlation()
}

/// Effects of removal from groups of sessions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EffectSample {
    /// From all groups, by card.
    pub all: Vec<f64>,
    /// Without each group.
    pub without: Vec<Vec<f64>>,
}

/// The largest share of the variance of sampled effects of removal that may be noise if their
/// correlation is reported.
const MOST_NOISE: f64 = 0.5;

/// The betting correlation with sampled effects of removal; `tagged` gives the shoes with effects.
///
/// Noise makes the effects vary more, and so draws the correlation towards 0. The sums of squares
/// behind it are quadratic in means over sessions, so the jackknife takes out what noise adds to
/// them: G · S − (G − 1) · (mean of S without each of G groups). The part that one shoe's tags explain
/// is the square of a sum that noise leaves alone, and stays as it is. The interval is Student's,
/// from the jackknife error of the plain correlation, widened as the correction widens its value.
///
/// `None` as for [`betting_correlation`], and if more than half of the variance of the effects is
/// noise.
pub fn sampled_correlation(
    effects: &EffectSample,
    reach: impl Into<Reach>,
    tagged: impl Fn(&[f64]) -> Vec<Tagged>,
) -> Option<Estimate> {
    let reach = reach.into();
    let groups = effects.without.len() as f64;
    let shoes = tagged(&effects.all);
    let whole = Explained::of(&shoes)?;
    let without: Vec<Explained> =
        effects.without.iter().filter_map(|effects| Explained::of(&tagged(effects))).collect();
    let corrected = |of: fn(&Explained) -> f64| {
        groups * of(&whole) - (groups - 1.0) / groups * without.iter().map(of).sum::<f64>()
    };
    let part = match counted(&shoes) {
        1 => whole.part,
        _ => corrected(|e| e.part),
    };
    let clear = Explained { all: corrected(|e| e.all), part, both: whole.both };
    if groups < 2.0 || clear.all < (1.0 - MOST_NOISE) * whole.all {
        return None;
    }
    let value = clear.correlation()?;
    let plain = jackknife(without.len(), reach, |out| {
        out.map_or(whole, |group| without[group]).correlation()
    })?;
    let se = plain.se? * (whole.all / clear.all).sqrt();
    let half = reach.errors(without.len()) * se;
    let (low, high) = ((value - half).max(-1.0), (value + half).min(1.0));
    Some(Estimate { value, se: Some(se), low: Some(low), high: Some(high) })
}

/// The integer tags from −`level` to `level` with the highest betting correlation for a shoe with
/// these copies and effects of removal. Ties go to the tags whose sum over the shoe is nearest to 0,
/// then to the smallest tags. A card whose removal helps gets a tag above 0, so that a high count is
/// a good one.
///
/// The best tags ascend with the effects, so only such tags are tried, and cards with the same
/// effect share one. For the correlation is f/√Q, with f linear in the tags t and Q convex; at the
/// best tags, with f/√Q = λ, no others have a larger f − λ·√Q, nor, as the root is concave, a larger
/// f − κ·Q for some κ > 0, nor a larger Σ copies · (effect · t − κ·(t − their mean)²). That is a sum
/// over cards, so that each tag is the whole number nearest to a line in the effect, or an end of the
/// range.
pub fn best_tags(copies: &[u32], effects: &[f64], level: i32) -> Vec<i32> {
    let mut cards: Vec<usize> = (0..copies.len()).filter(|&card| copies[card] > 0).collect();
    cards.sort_by(|&a, &b| effects[a].total_cmp(&effects[b]));
    let all: f64 = copies.iter().map(|&copies| f64::from(copies)).sum();
    let mean = cards.iter().map(|&card| f64::from(copies[card]) * effects[card]).sum::<f64>() / all;
    // The sums of the copies, and of the deviations of their effects, up to each group of cards with
    // one effect; and the numbers of kinds.
    let mut ends: Vec<[f64; 3]> = vec![[0.0; 3]];
    let groups: Vec<&[usize]> = cards.chunk_by(|&a, &b| effects[a] == effects[b]).collect();
    for group in &groups {
        let [mut held, mut sum, kinds] = ends[ends.len() - 1];
        for &card in *group {
            held += f64::from(copies[card]);
            sum += f64::from(copies[card]) * (effects[card] - mean);
        }
        ends.push([held, sum, kinds + group.len() as f64]);
    }
    let mut search =
        Search { ends: &ends, level, cuts: Vec::new(), best: (0.0, [0.0; 2], Vec::new()) };
    search.from(-level, 0, [0.0; 4]);
    let mut tags = vec![0; copies.len()];
    let mut from = 0;
    for (tag, &end) in (-level..).zip(&search.best.2) {
        groups[from..end].iter().flat_map(|group| *group).for_each(|&card| tags[card] = tag);
        from = end;
    }
    tags
}

/// A search over all tags that ascend with the effects of groups of cards.
struct Search<'s> {
    ends: &'s [[f64; 3]],
    level: i32,
    /// For each tag so far, from the lowest, the group at which it ends.
    cuts: Vec<usize>,
    /// Correlation times a constant, the sizes that ties are decided by, and the cuts.
    best: (f64, [f64; 2], Vec<usize>),
}

impl Search<'_> {
    /// Gives `tag` and higher ones to the groups from `from` on; `sums` holds the sums so far: tags,
    /// their squares, their products with effects, and the sizes of tags by kind.
    fn from(&mut self, tag: i32, from: usize, sums: [f64; 4]) {
        let groups = self.ends.len() - 1;
        let least = if tag == self.level { groups } else { from };
        for end in least..=groups {
            let [held, effect, kinds] =
                [0, 1, 2].map(|at| self.ends[end][at] - self.ends[from][at]);
            let value = f64::from(tag);
            let adds = [value * held, value * value * held, value * effect, value.abs() * kinds];
            let sums: [f64; 4] = std::array::from_fn(|at| sums[at] + adds[at]);
            self.cuts.push(end);
            match tag == self.level {
                true => self.judge(sums),
                false => self.from(tag + 1, end, sums),
            }
            self.cuts.pop();
        }
    }

    fn judge(&mut self, [tags, squares, both, size]: [f64; 4]) {
        let all = self.ends[self.ends.len() - 1][0];
        let varied = squares - tags * tags / all;
        if varied <= 1e-9 * squares || both <= 0.0 {
            return;
        }
        let (worth, size) = (both / varied.sqrt(), [tags.abs(), size]);
        // Equal up to rounding.
        let near = (worth - self.best.0).abs() < 1e-9 * worth;
        if worth > self.best.0 && !near || near && size < self.best.1 {
            self.best = (worth, size, self.cuts.clone());
        }
    }
}

/// The playing efficiency (Griffin, chapter 4): the EV that a system adds at a flat stake, as a
/// fraction of the EV that full memory adds. `None` if full memory adds nothing.
pub fn playing_efficiency(system: f64, none: f64, full: f64) -> Option<f64> {
    let gain = full - none;
    (gain != 0.0).then(|| (system - none) / gain)
}

/// The desirability index, 1000 · EV / SD per round (Schlesinger, chapter 10).
pub fn desirability(ev: f64, sd: f64) -> f64 {
    1000.0 * ev / sd
}

/// SCORE: the square of the desirability index (Schlesinger, chapter 10). `None` for a losing game,
/// which has none.
pub fn score(ev: f64, sd: f64) -> Option<f64> {
    (ev > 0.0).then(|| desirability(ev, sd).powi(2))
}

/// N0: the number of rounds after which the expected win equals its standard deviation, Var / EV²
/// (Brett Harris; Schlesinger, chapter 10). `None` for a losing game.
pub fn n0(ev: f64, sd: f64) -> Option<f64> {
    (ev > 0.0).then(|| (sd / ev).powi(2))
}

/// The risk of ruin with a bankroll B, exp(−2 · B · EV / SD²) (Schlesinger, chapter 8; a Brownian
/// motion with drift that starts B above 0); 1 in a losing game.
pub fn risk_of_ruin(bankroll: f64, ev: f64, sd: f64) -> f64 {
    (-2.0 * bankroll * ev / (sd * sd)).exp().min(1.0)
}

/// The Kelly bet with a bankroll B, in units of the bets that have this EV and SD: B · EV / SD²; 0 in
/// a losing game (Kelly, A new interpretation of information rate, 1956; Thorp, The Kelly criterion,
/// 2006).
pub fn kelly(bankroll: f64, ev: f64, sd: f64) -> f64 {
    (bankroll * ev / (sd * sd)).max(0.0)
}

/// The number of standard errors from an estimate to either end of its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// The confidence of Student's interval.
    pub confidence: f64,
    /// The fewest standard errors, where the interval must hold however often one looks; 0 where it
    /// need not.
    pub least: f64,
}

impl From<f64> for Reach {
    /// Student's interval with this confidence.
    fn from(confidence: f64) -> Reach {
        Reach { confidence, least: 0.0 }
    }
}

impl Reach {
    /// The standard errors of a jackknife of so many groups.
    fn errors(self, groups: usize) -> f64 {
        t_two_sided(self.confidence, groups as u64 - 1).max(self.least)
    }
}

/// The jackknife estimate of a statistic of groups of sessions: its standard error by leaving out
/// each group in turn (Tukey 1958; Efron, The Jackknife, the Bootstrap and Other Resampling Plans,
/// 1982, chapter 3), and Student's interval with one degree of freedom fewer than groups, or a wider
/// one.
/// `statistic` is called with `None` for all groups, and with each group to leave out. The result is
/// `None` if there is no value for all groups. The error is `None` if there is none without some
/// group, or if leaving out each group changes nothing.
pub fn jackknife(
    groups: usize,
    reach: impl Into<Reach>,
    statistic: impl Fn(Option<usize>) -> Option<f64>,
) -> Option<Estimate> {
    let value = statistic(None)?;
    let unknown = Estimate { value, se: None, low: None, high: None };
    let without: Option<Vec<f64>> = (0..groups).map(|group| statistic(Some(group))).collect();
    let Some(without) = without.filter(|_| groups > 1) else { return Some(unknown) };
    let count = groups as f64;
    let mean = without.iter().sum::<f64>() / count;
    let squares: f64 = without.iter().map(|value| (value - mean).powi(2)).sum();
    let se = ((count - 1.0) / count * squares).sqrt();
    if se == 0.0 {
        return Some(unknown);
    }
    let half = reach.into().errors(groups) * se;
    let end = |end: f64| end.is_finite().then_some(end);
    Some(Estimate { value, se: Some(se), low: end(value - half), high: end(value + half) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::random::{Purpose, Seed};

    const COPIES: [u32; 6] = [6; 6];
    const EFFECTS: [f64; 6] = [1.0, 0.3, -0.6, -1.0, 0.6, 0.2];

    fn tagged(tags: &[i32], effects: &[f64]) -> Vec<Tagged> {
        vec![Tagged { copies: COPIES.into(), tags: tags.into(), effects: effects.into() }]
    }

    /// Effects sampled in groups, with a standard error of `noise`.
    fn sample(run: u64, noise: f64, groups: usize) -> EffectSample {
        let mut stream = Seed::new((1000.0 * noise) as u64).round(run, 0).stream(Purpose::Deal);
        // Twelve uniform numbers make a normal one.
        let mut normal =
            || (0..12).map(|_| f64::from(stream.below(201)) / 200.0).sum::<f64>() - 6.0;
        let error = noise * (groups as f64).sqrt();
        let drawn: Vec<[f64; 6]> =
            (0..groups).map(|_| EFFECTS.map(|effect| effect + error * normal())).collect();
        let mean = |out: Option<usize>| -> Vec<f64> {
            let kept = drawn.iter().enumerate().filter(|(at, _)| Some(*at) != out);
            let kept: Vec<&[f64; 6]> = kept.map(|(_, drawn)| drawn).collect();
            let of = |card: usize| kept.iter().map(|drawn| drawn[card]).sum::<f64>();
            (0..6).map(|card| of(card) / kept.len() as f64).collect()
        };
        EffectSample {
            all: mean(None),
            without: (0..groups).map(|group| mean(Some(group))).collect(),
        }
    }

    /// The correlation of tags with sampled effects is not drawn towards 0, whether noise is small
    /// or large; its interval covers; and it is not reported where noise prevails.
    #[test]
    fn noise_does_not_hide_a_correlation() {
        let tags = [1, 0, -1, -1, 1, 0];
        let known = betting_correlation(&tagged(&tags, &EFFECTS)).unwrap();
        const RUNS: u64 = 300;
        for (noise, told) in
            [(0.1, 300..301), (0.3, 300..301), (0.5, 200..301), (1.0, 0..100), (3.0, 0..100)]
        {
            let found: Vec<Estimate> = (0..RUNS)
                .filter_map(|run| {
                    let sample = sample(run, noise, 64);
                    sampled_correlation(&sample, 0.95, |effects| tagged(&tags, effects))
                })
                .collect();
            assert!(told.contains(&found.len()), "{noise}: {}", found.len());
            let mean = found.iter().map(|found| found.value).sum::<f64>() / found.len() as f64;
            assert!(told.start == 0 || (mean - known).abs() < 0.03, "{noise}: {mean} for {known}");
            let holds =
                |found: &&Estimate| (found.low.unwrap()..=found.high.unwrap()).contains(&known);
            let missed = found.len() - found.iter().filter(holds).count();
            // 5% of 300 are 15; 30 have a probability of 0.0002.
            assert!(missed < 30, "{noise}: {missed}");
        }
    }

    /// Griffin's single-deck effects of removal for 2 to 9, tens and aces, in percent.
    const GRIFFIN: [f64; 10] = [0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.0, -0.18, -0.51, -0.61];

    fn blackjack(tags: [i32; 10]) -> Tagged {
        let copies = vec![4, 4, 4, 4, 4, 4, 4, 4, 16, 4];
        Tagged { copies, tags: tags.to_vec(), effects: GRIFFIN.to_vec() }
    }

    /// The published correlations of three systems.
    #[test]
    fn published_betting_correlations() {
        for (name, tags, published) in [
            ("Hi-Lo", [1, 1, 1, 1, 1, 0, 0, 0, -1, -1], 0.97),
            ("Hi-Opt I", [0, 1, 1, 1, 1, 0, 0, 0, -1, 0], 0.88),
            ("KO", [1, 1, 1, 1, 1, 1, 0, 0, -1, -1], 0.98),
        ] {
            let found = betting_correlation(&[blackjack(tags)]).unwrap();
            assert!((found - published).abs() < 0.005, "{name}: {found}");
            let opposite = betting_correlation(&[blackjack(tags.map(|tag| -tag))]).unwrap();
            assert!((found + opposite).abs() < 1e-12);
        }
        assert_eq!(betting_correlation(&[blackjack([0; 10])]), None);
    }

    #[test]
    fn counts_of_several_shoes_add_up() {
        let one = blackjack([1, 1, 1, 1, 1, 0, 0, 0, -1, -1]);
        let alone = betting_correlation(std::slice::from_ref(&one)).unwrap();
        let both = betting_correlation(&[one.clone(), one.clone()]).unwrap();
        assert!((alone - both).abs() < 1e-12);
        // A system that explains half of the variance has half of the squared correlation.
        let half = betting_correlation(&[one.clone(), Tagged { tags: vec![], ..one }]).unwrap();
        assert!((half * half - alone * alone / 2.0).abs() < 1e-12);
    }

    /// Exhaustive check on a small shoe: no tags within the level correlate better.
    #[test]
    fn the_best_tags_are_found() {
        let copies = [4, 4, 2, 8];
        let effects = [0.4, 0.1, -0.2, -0.2];
        for level in 1..=3 {
            let tags = best_tags(&copies, &effects, level);
            let of = |tags: Vec<i32>| {
                let (copies, effects) = (copies.to_vec(), effects.to_vec());
                betting_correlation(&[Tagged { copies, tags, effects }]).unwrap_or(-1.0)
            };
            let found = of(tags.clone());
            assert!(tags.iter().all(|tag| tag.abs() <= level));
            let range = -level..=level;
            for (a, b) in range.clone().flat_map(|a| range.clone().map(move |b| (a, b))) {
                for (c, d) in range.clone().flat_map(|c| range.clone().map(move |d| (c, d))) {
                    assert!(of(vec![a, b, c, d]) <= found + 1e-9);
                }
            }
        }
        assert_eq!(best_tags(&copies, &[0.0; 4], 2), [0; 4]);
    }

    /// The same on random shoes; a shoe with the maximum number of kinds is searched in no time.
    #[test]
    fn tags_that_ascend_with_the_effects_are_the_best() {
        let mut stream = Seed::new(8).round(0, 0).stream(Purpose::Deal);
        for _ in 0..40 {
            let copies: Vec<u32> = (0..5).map(|_| stream.below(9)).collect();
            let effects: Vec<f64> =
                (0..5).map(|_| f64::from(stream.below(21)) / 10.0 - 1.0).collect();
            let of = |tags: &[i32]| {
                let shoe =
                    Tagged { copies: copies.clone(), tags: tags.into(), effects: effects.clone() };
                betting_correlation(&[shoe]).filter(|found| found.is_finite()).unwrap_or(0.0)
            };
            let found = of(&best_tags(&copies, &effects, 2));
            for code in 0..5_i32.pow(5) {
                let tags: Vec<i32> = (0..5).map(|card| code / 5_i32.pow(card) % 5 - 2).collect();
                assert!(of(&tags) <= found + 1e-9, "{copies:?} {effects:?} {tags:?}");
            }
        }
        let effects: Vec<f64> = (0..64).map(|_| f64::from(stream.below(1 << 15))).collect();
        let tags = best_tags(&[4; 64], &effects, 2);
        assert!([-2, -1, 0, 1, 2].iter().all(|tag| tags.contains(tag)));
    }

    #[test]
    fn an_edge_earns_and_risks() {
        // An edge of 1% of a stake with a standard deviation of 1.1: DI 9.09, SCORE 82.6, N0
        // 12,100.
        let (ev, sd) = (0.01, 1.1);
        assert!((desirability(ev, sd) - 9.090_909).abs() < 1e-6);
        assert!((score(ev, sd).unwrap() - 82.644_628).abs() < 1e-6);
        assert!((n0(ev, sd).unwrap() - 12_100.0).abs() < 1e-6);
        assert!((score(ev, sd).unwrap() * n0(ev, sd).unwrap() - 1e6).abs() < 1e-3);
        // With a bankroll of 100: exp(−2/1.21) and 100 · 0.01 / 1.21.
        assert!((risk_of_ruin(100.0, ev, sd) - 0.191_495_0).abs() < 1e-6);
        assert!((kelly(100.0, ev, sd) - 0.826_446_3).abs() < 1e-6);
        assert_eq!((score(-ev, sd), n0(-ev, sd)), (None, None));
        assert_eq!((risk_of_ruin(100.0, -ev, sd), kelly(100.0, -ev, sd)), (1.0, 0.0));
        assert_eq!(playing_efficiency(0.25, 0.0, 0.5), Some(0.5));
        assert_eq!(playing_efficiency(0.25, 0.5, 0.5), None);
    }

    /// The EV without a card, computed by hand for a round of one card.
    #[test]
    fn effects_are_those_of_rounds_without_the_card() {
        // One of three cards, two 0s and one 1, is drawn; a 0 nets 6, a 1 nets −3: mean 3.
        let mut removals = Removals::default();
        for (net, dealt) in [(6, [1, 0]), (6, [1, 0]), (-3, [0, 1])] {
            removals.add(net, (&dealt, false), &[vec![2, 1]]);
        }
        assert_eq!(removals.emptied(), 0.0);
        // Without a 0: (6 − 3)/2; without the 1: 6.
        assert!((removals.effect(0).unwrap() - (1.5 - 3.0)).abs() < 1e-6);
        assert!((removals.effect(1).unwrap() - (6.0 - 3.0)).abs() < 1e-6);
        let mut twice = removals.clone();
        twice.merge(&removals);
        assert_eq!((twice.n, twice.effect(0)), (6, removals.effect(0)));
        // A round that deals all cards, or more than there are, has no weight.
        for (dealt, ran_out) in [([2, 1], false), ([0, 1], true)] {
            twice.add(0, (&dealt, ran_out), &[vec![2, 1]]);
        }
        assert_eq!(twice.weight, removals.weight.iter().map(|w| 2 * w).collect::<Vec<_>>());
        twice.merge(&twice.clone());
        assert_eq!(twice.emptied(), 0.25);
    }

    /// For a mean, the jackknife gives the ordinary standard error.
    #[test]
    fn the_jackknife_of_a_mean_is_its_standard_error() {
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        let mean = |out: Option<usize>| {
            let kept: Vec<f64> = (0..8).filter(|&i| Some(i) != out).map(|i| values[i]).collect();
            Some(kept.iter().sum::<f64>() / kept.len() as f64)
        };
        let found = jackknife(8, 0.95, mean).unwrap();
        assert!((found.value - 5.0).abs() < 1e-12);
        assert!((found.se.unwrap() - (32.0_f64 / 56.0).sqrt()).abs() < 1e-12);
        assert_eq!(jackknife(8, 0.95, |_| None), None);
    }
}
