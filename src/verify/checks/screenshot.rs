//! `screenshot`: how much of a picture of the screen has a colour.

use async_trait::async_trait;
use serde::Deserialize;

use super::channel::{read, unknown};
use super::picture::{Colour, Picture};
use crate::device::{Channel, Value};
use crate::event::Verdict;
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Node, Package, decode, quote};
use crate::verify::check::{Check, Powers};
use crate::verify::error::ProbeError;
use crate::verify::evaluation::Evaluation;
use crate::verify::ground::Used;
use crate::verify::kinds::Kind;
use crate::verify::reads::Reads;

pub(in crate::verify) const KIND: Kind = Kind {
    name: "screenshot",
    about: "A part of the screen has a colour: `screenshot: { app: com.android.settings, part: { left: 0, top: 0.1, right: 1, \
            bottom: 0.9 }, colour: \"#121212\", tolerance: 24, share: 0.6 }`, where `share` of the pixels have to be within \
            `tolerance` of it in each of red, green and blue. `part` is in fractions of the picture, `region` in pixels; \
            without either it is all of it. Black all over is how a secure window looks, and tells nothing.",
    form: None,
    shape: Shape::Map(&[&[
        Key::new("app", Shape::Package, "The app that has to be in front.").needed(),
        Key::new("part", CORNERS, "Which part, in fractions of the picture, 0 to 1."),
        Key::new("region", CORNERS, "Which part, in pixels."),
        Key::new("colour", Shape::Like("^#[0-9a-fA-F]{6}$"), "The colour, `\"#rrggbb\"` in quotes.").needed(),
        Key::new("tolerance", Shape::Whole(0, 255), "How far each of red, green and blue may be off.").or("16"),
        Key::new("share", Shape::Number, "How much of it, more than 0 and at most 1.").or("0.9"),
    ]]),
    compile: |verb, _| {
        let example = || {
            "for example `screenshot: { app: com.android.settings, colour: \"#121212\", tolerance: 24, share: 0.6 }`"
                .to_owned()
        };
        let told = |faults: Vec<Fault>| faults.into_iter().map(|fault| fault.or_help(example)).collect::<Vec<_>>();
        let args = verb.arguments().map_err(|fault| vec![fault.or_help(example)])?;
        let own: Args = decode(args).map_err(told)?;
        let span = |path: &[&str]| args.at(path).map_or(args.span, |node: &Node| node.span);
        let mut faults = Vec::new();
        let colour = colour(&own.colour);
        if colour.is_none() {
            let fault = Fault::error(span(&["colour"]), format!("{} is no colour", quote(&own.colour)));
            faults.push(fault.help("write six hexadecimal digits, in quotes because of the `#`: \"#1a73e8\""));
        }
        if !(own.share > 0.0 && own.share <= 1.0) {
            faults.push(Fault::error(span(&["share"]), "a share is more than 0 and at most 1"));
        }
        if let (Some(_), Some(second)) = (&own.part, args.key_span("region").filter(|_| own.region.is_some())) {
            faults.push(Fault::error(second, "`region` beside `part`: say one of them"));
        }
        for (key, corners, most) in [("part", own.part, 1.0), ("region", own.region, 100_000.0)] {
            let Some(Corners { left, top, right, bottom }) = corners else { continue };
            let within = [left, top, right, bottom].iter().all(|side| (0.0..=most).contains(side));
            let whole = key == "part" || [left, top, right, bottom].iter().all(|side| side.fract() == 0.0);
            if !(within && whole && left < right && top < bottom) {
                let what = if key == "part" { "fractions from 0 to 1" } else { "whole pixels" };
                let message = format!("a {key} is in {what}, with `left` before `right` and `top` before `bottom`");
                faults.push(Fault::error(span(&[key]), message));
            }
        }
        match colour {
            Some(colour) if faults.is_empty() => {
                let part = own.part.map(Part::Fractions).or(own.region.map(Part::Pixels)).unwrap_or(Part::Whole);
                Ok(Box::new(Screenshot { app: own.app, part, colour, tolerance: own.tolerance, share: own.share }))
            }
            _ => Err(faults),
        }
    },
};

const CORNERS: Shape = Shape::Map(&[&[
    Key::new("left", Shape::Number, "From the left.").needed(),
    Key::new("top", Shape::Number, "From the top.").needed(),
    Key::new("right", Shape::Number, "From the left, to here.").needed(),
    Key::new("bottom", Shape::Number, "From the top, to here.").needed(),
]]);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    app: Package,
    part: Option<Corners>,
    region: Option<Corners>,
    colour: String,
    #[serde(default = "tolerance")]
    tolerance: u8,
    #[serde(default = "share")]
    share: f64,
}

fn tolerance() -> u8 {
    16
}

fn share() -> f64 {
    0.9
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Corners {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

fn colour(text: &str) -> Option<Colour> {
    let digits =
        text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

/// What of the picture is looked at.
#[derive(Debug, Clone, Copy)]
enum Part {
    Whole,
    Fractions(Corners),
    Pixels(Corners),
}

impl Part {
    /// Left, top, right and bottom in pixels of this picture.
    // Checked when it was read: nothing is below zero, and fractions are at most one.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
    fn on(self, picture: &Picture) -> [usize; 4] {
        let (width, height) = (picture.width, picture.height);
        match self {
            Self::Whole => [0, 0, width, height],
            Self::Pixels(Corners { left, top, right, bottom }) => [left, top, right, bottom].map(|side| side as usize),
            Self::Fractions(Corners { left, top, right, bottom }) => {
                let (x, y) =
                    (|at: f64| (at * width as f64).round() as usize, |at: f64| (at * height as f64).round() as usize);
                // However thin, a part has a pixel.
                [x(left), y(top), x(right).max(x(left) + 1), y(bottom).max(y(top) + 1)]
            }
        }
    }

    fn words(self) -> String {
        match self {
            Self::Whole => "the screen".to_owned(),
            Self::Fractions(Corners { left, top, right, bottom }) => {
                format!("the part {left},{top} to {right},{bottom} of the screen")
            }
            Self::Pixels(Corners { left, top, right, bottom }) => {
                format!("the pixels {left},{top} to {right},{bottom} of the screen")
            }
        }
    }
}

#[derive(Debug)]
struct Screenshot {
    app: Package,
    part: Part,
    colour: Colour,
    tolerance: u8,
    share: f64,
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[async_trait]
impl Check for Screenshot {
    fn rule(&self) -> String {
        let (part, colour) = (self.part.words(), hex(self.colour));
        format!("{part} in {} is {colour} ±{} to {} %", self.app, self.tolerance, self.share * 100.0)
    }

    fn apps(&self) -> Vec<&str> {
        vec![self.app.as_str()]
    }

    fn powers(&self) -> Powers {
        Powers::FULL
    }

    async fn evaluate(&self, reads: &Reads<'_>) -> Result<Evaluation, ProbeError> {
        let rule = self.rule();
        let channel = Channel::Screenshot;
        let unsure = |when, why: String| Ok(unknown(&rule, &channel, when, why));
        // A picture does not say of what it is. Tree and picture are two reads, so a change in between is not seen.
        match reads.screen().await? {
            Err(because) => return unsure(reads.probe().now(), format!("the screen could not be read: {because}")),
            Ok(screen) if screen.foreground() != self.app.as_str() => {
                let front = match screen.foreground() {
                    "" => "the phone does not say which app is in front".to_owned(),
                    front => format!("{front} is in front, not {}", self.app),
                };
                return unsure(screen.taken_at, front);
            }
            Ok(_) => {}
        }
        let (bytes, when) = match read(&rule, &channel, reads).await? {
            Ok((Value::Bytes(bytes), when)) => (bytes, when),
            Ok((_, when)) => return unsure(when, "what was read is no picture".to_owned()),
            Err(unknown) => return Ok(unknown),
        };
        let picture = match Picture::decode(&bytes) {
            Ok(picture) => picture,
            Err(why) => return unsure(when, why),
        };
        let [left, top, right, bottom] = self.part.on(&picture);
        let Some(pixels) = picture.part(left, top, right, bottom) else {
            let (width, height) = (picture.width, picture.height);
            return unsure(when, format!("the picture has {width}×{height} pixels, and the region is not all on it"));
        };
        let mut seen = Seen::default();
        pixels.for_each(|pixel| seen.add(pixel, self.colour, self.tolerance));
        if seen.all_black() {
            return unsure(when, "it is black all over, as a secure window is on every picture".to_owned());
        }
        let share = seen.share();
        // What a secure window hides may have any colour.
        let (least, most) = seen.bounds();
        let verdict = match (least >= self.share, most >= self.share) {
            (true, _) => Verdict::Confirmed,
            (_, false) => Verdict::Refuted,
            _ if seen.mostly_black() => {
                return unsure(
                    when,
                    "it is black for the most part, as a secure window is, and that decides".to_owned(),
                );
            }
            _ if share >= self.share => Verdict::Confirmed,
            _ => Verdict::Refuted,
        };
        Ok(Evaluation::of(rule, verdict, when)
            .read(format!("{} on the average of {} pixels", hex(seen.average()), seen.count))
            .normalized(format!("{:.1} % have the colour", share * 100.0))
            .at(channel.to_string())
            .and_used([Used::Value]))
    }
}

/// Compression may leave a trace of light.
const BLACK: u8 = 2;

/// What was seen of some pixels.
#[derive(Debug, Default)]
struct Seen {
    count: u64,
    alike: u64,
    sums: [u64; 3],
    brightest: u8,
    black: u64,
    black_alike: u64,
}

impl Seen {
    fn add(&mut self, pixel: Colour, wanted: Colour, tolerance: u8) {
        self.count += 1;
        let alike = pixel.iter().zip(wanted).all(|(is, wanted)| is.abs_diff(wanted) <= tolerance);
        let black = pixel.into_iter().all(|part| part <= BLACK);
        self.alike += u64::from(alike);
        self.black += u64::from(black);
        self.black_alike += u64::from(black && alike);
        self.brightest = pixel.into_iter().fold(self.brightest, u8::max);
        self.sums.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += u64::from(value));
    }

    fn all_black(&self) -> bool {
        self.brightest <= BLACK
    }

    /// So much that it can be no text or line.
    fn mostly_black(&self) -> bool {
        2 * self.black >= self.count
    }

    /// The share that has the colour if what is black has another one, and if all of that has it.
    #[allow(clippy::cast_precision_loss)] // no picture has so many pixels
    fn bounds(&self) -> (f64, f64) {
        let of = |part: u64| part as f64 / self.count.max(1) as f64;
        (of(self.alike - self.black_alike), of(self.alike - self.black_alike + self.black))
    }

    #[allow(clippy::cast_precision_loss)] // no picture has so many pixels
    fn share(&self) -> f64 {
        self.alike as f64 / self.count.max(1) as f64
    }

    fn average(&self) -> Colour {
        self.sums.map(|sum| u8::try_from(sum / self.count.max(1)).unwrap_or(u8::MAX))
    }
}
