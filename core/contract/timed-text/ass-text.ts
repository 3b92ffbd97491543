/** Keeps a backslash from meaning something together with what follows it; it has no width. */
const JOINER = '\u2060';

/** The fields of a style and of an event, in the order in which lines of `[V4+ Styles]` and `[Events]` have them. */
export const ASS_FIELDS = {
  style:
    'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
  event: 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
} as const;

/** A text as a line of ASS shows it letter by letter: nothing in it is an override or an escape. */
export const escapeAss = (text: string): string =>
  text
    .replaceAll('\\', `\\${JOINER}`)
    .replaceAll(/[{}]/g, (brace) => `\\${brace}`)
    .replaceAll(/\r\n?|\n/g, '\\N');

/** A text as it was before {@link escapeAss}. */
export const unescapeAss = (text: string): string =>
  text
    .replaceAll(/\\[Nn]/g, '\n')
    .replaceAll('\\h', ' ')
    .replaceAll(/\\([{}])/g, '$1')
    .replaceAll(`\\${JOINER}`, '\\');

/**
 * A colour as ASS has it, `&HAABBGGRR`.
 * @param hex such as `#ff8a3d`
 * @param opacity 0 for one that is not seen
 */
export function assColour(hex: string, opacity = 1): string {
  const alpha = Math.round((1 - opacity) * 255)
    .toString(16)
    .padStart(2, '0');
  return `&H${alpha}${hex.slice(5, 7)}${hex.slice(3, 5)}${hex.slice(1, 3)}`.toUpperCase();
}
