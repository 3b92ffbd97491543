/** How subtitles look. Lengths are shares of the letters' size, so that a look fits every picture. */
export interface SubtitleLook {
  /** Letters' size, as a share of the picture's shorter side. */
  size: number;
  bold: boolean;
  italic?: boolean;
  /** Letters further apart. */
  spacing?: number;
  colour: string;
  outline?: { colour: string; width: number };
  shadow?: { colour: string; opacity: number; depth: number };
  /** Soft light around the letters: how far the outline is blurred. */
  glow?: number;
  /** What lies behind a text. */
  box?: { colour: string; opacity: number; padding: number };
  /** Words take this colour as they are spoken: at once, or filled from their beginning on. */
  karaoke?: { colour: string; fills: boolean };
  /** Of the second language. */
  second: { colour: string; scale: number };
}

const BLACK = '#000000';
const WHITE = '#ffffff';

/** The looks that people choose from, in the order in which pages show them. */
export const SUBTITLE_PRESETS = {
  classic: look({ outline: { colour: BLACK, width: 0.07 } }),
  clean: look({ bold: false, shadow: { colour: BLACK, opacity: 0.65, depth: 0.05 }, outline: thin(0.02) }),
  bold: look({ size: 0.062, outline: { colour: BLACK, width: 0.12 } }),
  yellow: look({ colour: '#ffe14d', outline: { colour: BLACK, width: 0.08 } }),
  film: look({ size: 0.044, bold: false, colour: '#f6f1e4', outline: thin(0.04), spacing: 0.02 }),
  italic: look({ size: 0.046, bold: false, italic: true, outline: thin(0.05) }),
  'box-dark': look({ box: { colour: BLACK, opacity: 0.62, padding: 0.28 } }),
  'box-light': look({
    ...{ colour: '#10161d', box: { colour: WHITE, opacity: 0.9, padding: 0.28 } },
    second: { colour: '#44525f', scale: 0.72 },
  }),
  'box-orange': look({
    ...{ colour: '#1a0e05', box: { colour: '#ff8a3d', opacity: 1, padding: 0.28 } },
    second: { colour: '#3d2008', scale: 0.72 },
  }),
  news: look({ size: 0.046, box: { colour: '#123a7a', opacity: 0.92, padding: 0.34 } }),
  pop: look({ size: 0.062, outline: { colour: '#e6336e', width: 0.13 } }),
  neon: look({ colour: '#d9fbff', outline: { colour: '#12b7d8', width: 0.12 }, glow: 0.14 }),
  karaoke: look({ outline: { colour: BLACK, width: 0.08 }, karaoke: { colour: '#ffd21f', fills: true } }),
  'karaoke-pop': look({
    ...{ size: 0.062, outline: { colour: BLACK, width: 0.12 } },
    karaoke: { colour: '#3df08a', fills: false },
  }),
} as const satisfies Record<string, SubtitleLook>;

export type SubtitlePreset = keyof typeof SUBTITLE_PRESETS;

/** The names of the looks. */
export const PRESET_IDS = Object.keys(SUBTITLE_PRESETS) as [SubtitlePreset, ...SubtitlePreset[]];

function look(own: Partial<SubtitleLook>): SubtitleLook {
  return { size: 0.054, bold: true, colour: WHITE, second: { colour: '#ffe9b8', scale: 0.72 }, ...own };
}

function thin(width: number): NonNullable<SubtitleLook['outline']> {
  return { colour: BLACK, width };
}
