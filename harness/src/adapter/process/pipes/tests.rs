//! Both kinds of pipes do the same.
#![cfg(unix)]

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::adapter::process::lines::Lines;
use crate::adapter::process::tail::Tail;

fn start(script: &str) -> Child {
    Command::new("sh")
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

macro_rules! promises {
    ($kind:ident) => {
        mod $kind {
            use super::*;
            use crate::adapter::process::pipes::$kind::Pipes;

            fn until(
                pipes: &mut Pipes,
                lines: &mut Lines,
                tail: &mut Tail,
                done: impl Fn(&Pipes, &Lines, &Tail) -> bool,
            ) {
                let deadline = Instant::now() + Duration::from_secs(10);
                while !done(pipes, lines, tail) {
                    assert!(Instant::now() < deadline, "nothing came");
                    pipes.step(Duration::from_millis(20), lines, tail);
                }
            }

            #[test]
            fn bytes_go_both_ways_and_end() {
                let mut child = start("cat; echo trouble >&2; exit 3");
                let mut pipes = Pipes::of(&mut child).unwrap();
                let (mut lines, mut tail) = (Lines::new(8 << 20), Tail::default());
                let sent = vec![b'x'; 4 << 20];
                pipes.send(sent.clone());
                until(&mut pipes, &mut lines, &mut tail, |_, lines, _| {
                    lines.half().len() == sent.len()
                });
                assert!(!pipes.has_unsent() && !pipes.output_ended());
                pipes.close_input();
                until(&mut pipes, &mut lines, &mut tail, |pipes, _, tail| {
                    pipes.output_ended() && tail.lines() == ["trouble"]
                });
                child.wait().unwrap();
            }

            #[test]
            fn nothing_waits_for_a_program_that_neither_reads_nor_writes() {
                let mut child = start("exec sleep 60");
                let mut pipes = Pipes::of(&mut child).unwrap();
                let (mut lines, mut tail) = (Lines::new(1000), Tail::default());
                let began = Instant::now();
                pipes.send(vec![b'x'; 4 << 20]);
                assert!(!pipes.step(Duration::from_millis(50), &mut lines, &mut tail));
                assert!(pipes.has_unsent());
                assert!(began.elapsed() < Duration::from_secs(5));
                child.kill().unwrap();
                child.wait().unwrap();
            }

            #[test]
            fn a_closed_stdin_is_seen_when_it_is_written_to() {
                let mut child = start("exec <&-; echo closed; sleep 60");
                let mut pipes = Pipes::of(&mut child).unwrap();
                let (mut lines, mut tail) = (Lines::new(1000), Tail::default());
                until(&mut pipes, &mut lines, &mut tail, |_, lines, _| {
                    lines.half() == b"closed\n"
                });
                pipes.send(vec![b'x'; 100]);
                until(&mut pipes, &mut lines, &mut tail, |pipes, _, _| {
                    pipes.input_broken() && pipes.input_closed()
                });
                child.kill().unwrap();
                child.wait().unwrap();
            }
        }
    };
}

promises!(unix);
promises!(threads);
