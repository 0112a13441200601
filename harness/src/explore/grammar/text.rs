//! Texts: plain words, and every kind that something on the way changes.

use super::{Interest, Maker, pools};

impl Maker<'_> {
    /// A plain word that stands nowhere else: four syllables at most.
    pub(super) fn word(&mut self) -> String {
        let count = self.random.between(3, 4);
        (0..count)
            .flat_map(|_| {
                let consonant = *self.random.pick(b"bdfgklmnprstv");
                let vowel = *self.random.pick(b"aeiou");
                [char::from(consonant), char::from(vowel)]
            })
            .collect()
    }

    /// A sentence with a few such words.
    pub(super) fn sentence(&mut self) -> String {
        let pattern = *self.random.pick(&pools::SENTENCES);
        pattern
            .split('@')
            .enumerate()
            .map(|(nth, part)| match nth {
                0 => part.to_owned(),
                _ => format!("{}{part}", self.word()),
            })
            .collect()
    }

    pub(super) fn url(&mut self) -> String {
        if self.likes(Interest::Urls) {
            let pool: &[&str] = match self.random.chance(65) {
                true => &pools::URLS,
                false => &pools::OTHER_URLS,
            };
            return (*self.random.pick(pool)).to_owned();
        }
        let (host, path) = (self.word(), self.word());
        format!("https://{host}.example/{path}/{}", self.random.below(1000))
    }

    /// A text of a payload.
    pub(super) fn text(&mut self) -> String {
        let Some(pool) = self.pool() else {
            return self.usual_text();
        };
        let odd = *self.random.pick(pool);
        match self.random.below(4) {
            0 => format!("{} {odd}", self.word()),
            1 => format!("{odd}{}", self.word()),
            _ => odd.to_owned(),
        }
    }

    fn usual_text(&mut self) -> String {
        if self.likes(Interest::Long) {
            let length = *self.random.pick(&[201, 256, 1001, 1100, 4097, 10_001]);
            return self.long(length);
        }
        match self.random.below(6) {
            0 => self.url(),
            1 | 2 => self.word(),
            _ => self.sentence(),
        }
    }

    /// What looks like an encoded file.
    pub(super) fn blob(&mut self) -> String {
        let length = *self.random.pick(&[80, 201, 300, 1100, 4100]);
        let encoded = "iVBORw0KGgoAAAANSUhEUgAA+/9k".chars().cycle().take(length);
        let head = *self.random.pick(&["", "data:image/png;base64,"]);
        head.chars().chain(encoded).collect()
    }

    pub(super) fn long(&mut self, length: usize) -> String {
        let word = self.word();
        let mut text = format!("{word} ").repeat(length / word.len() + 1);
        text.truncate(length - 1);
        text.push('x');
        text
    }

    fn pool(&mut self) -> Option<&'static [&'static str]> {
        let pools: [(Interest, &'static [&'static str]); 16] = [
            (Interest::Spaces, &pools::SPACES),
            (Interest::LineEnds, &pools::LINE_ENDS),
            (Interest::Controls, &pools::CONTROLS),
            (Interest::Unicode, &pools::UNICODE),
            (Interest::Composed, &pools::COMPOSED),
            (Interest::Invisible, &pools::INVISIBLE),
            (Interest::Markup, &pools::MARKUP),
            (Interest::Urls, &pools::URLS),
            (Interest::Paths, &pools::PATHS),
            (Interest::LikeNumbers, &pools::LIKE_NUMBERS),
            (Interest::LikeConstants, &pools::LIKE_CONSTANTS),
            (Interest::Dates, &pools::DATES),
            (Interest::LikeOthers, &pools::LIKE_OTHERS),
            (Interest::Secrets, &pools::SECRETS),
            (Interest::Templates, &pools::TEMPLATES),
            (Interest::Percent, &pools::PERCENT),
        ];
        let at = self.random.below(pools.len());
        let turned = pools[at..].iter().chain(&pools[..at]);
        for (interest, pool) in turned {
            if self.has(*interest) && self.random.chance(50) {
                return Some(pool);
            }
        }
        self.random.chance(4).then(|| pools[at].1)
    }
}
