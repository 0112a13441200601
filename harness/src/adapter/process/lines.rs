//! Bytes to lines, with a limit.

/// How much room is kept from line to line.
const KEPT: usize = 1 << 20;

/// What has come and has not been taken yet.
#[derive(Debug)]
pub(super) struct Lines {
    buffer: Vec<u8>,
    start: usize,
    scanned: usize,
    limit: usize,
    first: bool,
}

/// A line is longer than the limit; how it begins.
#[derive(Debug, PartialEq)]
pub(super) struct TooLong(pub(super) Vec<u8>);

impl Lines {
    pub(super) fn new(limit: usize) -> Self {
        Lines {
            buffer: Vec::new(),
            start: 0,
            scanned: 0,
            limit,
            first: true,
        }
    }

    /// Adds what has come. Memory is bounded as long as every chunk is followed by
    /// [`Lines::take`] until there is no line.
    pub(super) fn push(&mut self, chunk: &[u8]) {
        self.buffer.extend_from_slice(chunk);
    }

    /// The next line that is not blank, without its end and, for the first one, without a
    /// byte order mark.
    pub(super) fn take(&mut self) -> Option<Result<Vec<u8>, TooLong>> {
        loop {
            let line = match self.next_end() {
                Some(end) => self.cut(end),
                None if self.half().len() > self.limit => {
                    let start = self.half()[..self.limit.min(4096)].to_vec();
                    self.discard();
                    return Some(Err(TooLong(start)));
                }
                None => return None,
            };
            if line.len() > self.limit {
                return Some(Err(TooLong(line[..self.limit.min(4096)].to_vec())));
            }
            if !line.trim_ascii().is_empty() {
                return Some(Ok(line));
            }
        }
    }

    /// The beginning of a line whose end has not come.
    pub(super) fn half(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Forgets everything that has come.
    pub(super) fn discard(&mut self) {
        self.buffer = Vec::new();
        self.start = 0;
        self.scanned = 0;
    }

    fn next_end(&mut self) -> Option<usize> {
        let found = self.buffer[self.scanned..]
            .iter()
            .position(|byte| *byte == b'\n');
        match found {
            Some(at) => Some(self.scanned + at),
            None => {
                self.scanned = self.buffer.len();
                self.compact();
                None
            }
        }
    }

    fn cut(&mut self, end: usize) -> Vec<u8> {
        let whole = self.start == 0 && end + 1 == self.buffer.len() && end > KEPT;
        let mut line = if whole {
            // A large line is handed over rather than copied.
            let mut line = std::mem::take(&mut self.buffer);
            line.truncate(end);
            self.scanned = 0;
            line
        } else {
            let line = self.buffer[self.start..end].to_vec();
            self.start = end + 1;
            self.scanned = self.start;
            line
        };
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if std::mem::take(&mut self.first) && line.starts_with(b"\xef\xbb\xbf") {
            line.drain(..3);
        }
        line
    }

    fn compact(&mut self) {
        self.buffer.drain(..self.start);
        self.scanned -= self.start;
        self.start = 0;
        if self.buffer.capacity() > KEPT && self.buffer.len() < KEPT / 2 {
            self.buffer.shrink_to(KEPT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(chunks: &[&[u8]], limit: usize) -> Vec<Result<Vec<u8>, TooLong>> {
        let mut lines = Lines::new(limit);
        let mut found = Vec::new();
        for chunk in chunks {
            lines.push(chunk);
            found.extend(std::iter::from_fn(|| lines.take()));
        }
        found
    }

    #[test]
    fn lines_are_the_same_however_they_are_cut() {
        let whole = b"\xef\xbb\xbf{\"a\":1}\r\n\n  \r\nsecond\n\xef\xbb\xbfthird\nhalf";
        let expected = all(&[whole], 100);
        assert_eq!(
            expected,
            [
                Ok(b"{\"a\":1}".to_vec()),
                Ok(b"second".to_vec()),
                Ok(b"\xef\xbb\xbfthird".to_vec()),
            ]
        );
        for size in 1..whole.len() {
            let chunks: Vec<&[u8]> = whole.chunks(size).collect();
            assert_eq!(all(&chunks, 100), expected, "in chunks of {size}");
        }
    }

    #[test]
    fn a_line_as_long_as_the_limit_is_read_and_no_longer_one() {
        assert_eq!(all(&[b"12345\n"], 5), [Ok(b"12345".to_vec())]);
        assert_eq!(all(&[b"123456\n"], 5), [Err(TooLong(b"12345".to_vec()))]);
        assert_eq!(all(&[b"123", b"456"], 5), [Err(TooLong(b"12345".to_vec()))]);
    }

    #[test]
    fn a_large_line_is_not_kept() {
        let mut lines = Lines::new(64 << 20);
        lines.push(&vec![b'x'; 8 << 20]);
        assert!(lines.take().is_none());
        lines.push(b"\n");
        assert!(matches!(lines.take(), Some(Ok(line)) if line.len() == 8 << 20));
        assert!(lines.take().is_none());
        assert!(lines.buffer.capacity() <= KEPT);
    }
}
