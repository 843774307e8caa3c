//! Colours: those of a light and of a dark phone.

use tiny_skia::Color;

/// All colours of a picture but those of apps.
pub(super) struct Theme {
    pub(super) page: Color,
    pub(super) panel: Color,
    pub(super) text: Color,
    pub(super) dim: Color,
    /// What is disabled, and hints.
    pub(super) faint: Color,
    pub(super) line: Color,
    pub(super) accent: Color,
    pub(super) on_accent: Color,
    /// A large tinted surface, and what is on it.
    pub(super) tint: Color,
    pub(super) on_tint: Color,
    /// The track of what is off.
    pub(super) track: Color,
    pub(super) field: Color,
    pub(super) keyboard: Color,
    pub(super) key: Color,
    pub(super) special_key: Color,
    pub(super) sky: [Color; 3],
    pub(super) hills: [Color; 2],
}

impl Theme {
    pub(super) fn new(dark: bool) -> Self {
        if dark { Self::dark() } else { Self::light() }
    }

    fn light() -> Self {
        Self {
            page: rgb(0x00f9_f9ff),
            panel: rgb(0x00e9_ebf5),
            text: rgb(0x001a_1c20),
            dim: rgb(0x0044_4750),
            faint: rgb(0x00a0_a3ad),
            line: rgb(0x00c4_c6d0),
            accent: rgb(0x0041_5f91),
            on_accent: rgb(0x00ff_ffff),
            tint: rgb(0x00d6_e3ff),
            on_tint: rgb(0x0000_1b3e),
            track: rgb(0x00e2_e2e9),
            field: rgb(0x00e7_e8f0),
            keyboard: rgb(0x00e7_e8ee),
            key: rgb(0x00ff_ffff),
            special_key: rgb(0x00cf_d6e6),
            sky: [rgb(0x005b_8bd6), rgb(0x00a9_c8f2), rgb(0x00f6_dcc8)],
            hills: [rgb(0x0077_94b8), rgb(0x003f_5d83)],
        }
    }

    fn dark() -> Self {
        Self {
            page: rgb(0x0011_1318),
            panel: rgb(0x0028_2a30),
            text: rgb(0x00e2_e2e9),
            dim: rgb(0x00c4_c6d0),
            faint: rgb(0x0063_666f),
            line: rgb(0x0044_474e),
            accent: rgb(0x00aa_c7ff),
            on_accent: rgb(0x000a_305f),
            tint: rgb(0x0028_4777),
            on_tint: rgb(0x00d6_e3ff),
            track: rgb(0x0033_353a),
            field: rgb(0x002a_2c33),
            keyboard: rgb(0x001b_1d22),
            key: rgb(0x0037_3a41),
            special_key: rgb(0x0049_5163),
            sky: [rgb(0x0006_0d1f), rgb(0x0012_2348), rgb(0x003a_3560)],
            hills: [rgb(0x0018_2747), rgb(0x000a_1226)],
        }
    }
}

/// A colour from its six hexadecimal digits.
pub(super) fn rgb(hex: u32) -> Color {
    let [_, red, green, blue] = hex.to_be_bytes();
    Color::from_rgba8(red, green, blue, 255)
}

/// The same colour, seen through.
pub(super) fn faded(mut color: Color, alpha: f32) -> Color {
    color.set_alpha(alpha);
    color
}
