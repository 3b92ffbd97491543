import { ASS_FIELDS, assColour, escapeAss } from '#core/contract/timed-text/ass-text.ts';
import { breakLines, readingLimits } from '#core/contract/timed-text/reading.ts';
import { writeHundredths } from '#core/contract/timed-text/timestamp.ts';

import type { SubtitleLook } from '#plugins/translation/subtitle-presets.ts';
import { safeArea } from '#plugins/translation/safe-areas.ts';
import { lookOf, type SubtitleStyle } from '#plugins/translation/subtitle-style.ts';
import { fontOf } from './fonts.ts';
import { karaokeText } from './karaoke.ts';
import type { SubtitleCue } from './subtitle-cue.ts';

/** What subtitles are drawn on. */
export interface AssPicture {
  /** Pixels as they are seen. */
  width: number;
  height: number;
  matrix: 'bt709' | 'smpte170m';
  isFullRange: boolean;
}

/** The languages of subtitles, and how they look. */
export interface AssLooks {
  language: string;
  /** Null without a second one. */
  second: string | null;
  style: SubtitleStyle;
}

/** A subtitle, and when it is shown in what is drawn. */
export interface AssEvent {
  cue: SubtitleCue;
  /** Milliseconds of what is drawn. */
  from: number;
  to: number;
  /** The moment of what is drawn at which one of the video is shown. */
  at(milliseconds: number): number;
}

const ALIGNMENTS = { bottom: 2, middle: 5, top: 8 } as const;
/** Width of letters against their height, for languages whose letters are narrow and wide. */
const [NARROW, WIDE] = [0.55, 1.03];

/** Subtitles as libass draws them. Whatever a text says is shown letter by letter. */
export function assDocument(events: readonly AssEvent[], looks: AssLooks, picture: AssPicture): string {
  const { style } = looks;
  const { width, height } = picture;
  const look = lookOf(style);
  const size = look.size * style.scale * Math.min(width, height);
  const area = safeArea(style.safeArea, picture);
  const [side, edge] = [Math.round(area.left * width), edgeOf(style.place, area, height)];
  const at = { alignment: ALIGNMENTS[style.place], side, edge };
  const room = width - 2 * side - 2 * (look.box?.padding ?? 0) * size;
  const { karaoke } = look;
  const lines = (text: string, language: string, scale: number) =>
    linesThatFit(text, language, room / (size * scale)).join('\n');
  const told = events.map(({ cue, from, to, at: moment }) => {
    const sung = cue.words.length > 0 ? karaoke : undefined;
    const main =
      sung === undefined
        ? escapeAss(lines(cue.text, looks.language, 1))
        : karaokeText(cue, { from, at: moment, fills: sung.fills });
    const blur = look.glow === undefined ? '' : `{\\blur${(look.glow * size * 0.5).toFixed(1)}}`;
    const second =
      looks.second === null || cue.second === ''
        ? ''
        : `\\N{\\rsecond}${blur}${escapeAss(lines(cue.second, looks.second, look.second.scale))}`;
    return `Dialogue: 0,${writeHundredths(from)},${writeHundredths(to)},${sung === undefined ? 'main' : 'sung'},,0,0,0,,${blur}${main}${second}`;
  });
  return [
    ...['[Script Info]', 'ScriptType: v4.00+', `PlayResX: ${width}`, `PlayResY: ${height}`, 'WrapStyle: 0'],
    ...['ScaledBorderAndShadow: yes', `YCbCr Matrix: ${matrixOf(picture)}`, '', '[V4+ Styles]'],
    `Format: ${ASS_FIELDS.style}`,
    styleLine('main', look, { ...at, size, font: fontOf(looks.language) }),
    ...(karaoke === undefined
      ? []
      : [
          // libass draws what is still to come in the second colour.
          styleLine(
            'sung',
            { ...look, colour: karaoke.colour },
            { ...at, size, font: fontOf(looks.language), rest: look.colour },
          ),
        ]),
    styleLine(
      'second',
      { ...look, colour: look.second.colour },
      { ...at, size: size * look.second.scale, font: fontOf(looks.second ?? looks.language) },
    ),
    ...['', '[Events]', `Format: ${ASS_FIELDS.event}`, ...told, ''],
  ].join('\n');
}

const matrixOf = ({ matrix, isFullRange }: AssPicture): string =>
  `${isFullRange ? 'PC' : 'TV'}.${matrix === 'bt709' ? '709' : '601'}`;

function edgeOf(
  place: SubtitleStyle['place'],
  { top, bottom }: { top: number; bottom: number },
  height: number,
): number {
  return place === 'middle' ? 0 : Math.round((place === 'top' ? top : bottom) * height);
}

interface StyleAt {
  font: { family: string; line: number };
  size: number;
  alignment: number;
  side: number;
  edge: number;
  /** The colour of words that are still to come. */
  rest?: string;
}

function styleLine(name: string, look: SubtitleLook, { font, size, alignment, side, edge, rest }: StyleAt): string {
  const { outline, shadow, box } = look;
  const back = box ?? shadow;
  // Of a box, libass takes the depth of the shadow for how far it reaches.
  const [borderStyle, border] = box === undefined ? [1, (outline?.width ?? 0) * size] : [4, 0];
  const depth = (box?.padding ?? shadow?.depth ?? 0) * size;
  return `Style: ${[
    ...[name, font.family, (size * font.line).toFixed(2), assColour(look.colour), assColour(rest ?? look.colour)],
    ...[assColour(outline?.colour ?? '#000000'), assColour(back?.colour ?? '#000000', back?.opacity ?? 0)],
    ...[look.bold ? -1 : 0, look.italic === true ? -1 : 0, 0, 0, 100, 100, ((look.spacing ?? 0) * size).toFixed(2), 0],
    // The direction of a text is that of its first letter.
    ...[borderStyle, border.toFixed(2), depth.toFixed(2), alignment, side, side, edge, -1],
  ].join(',')}`;
}

/** Lines as they were written, those that are too long broken where readers expect it. @param ems that fit */
function linesThatFit(text: string, language: string, ems: number): string[] {
  const isWide = readingLimits(language).line < 20;
  const most = Math.max(4, Math.floor(ems / (isWide ? WIDE : NARROW)));
  return text.split('\n').flatMap((line) => breakLines(line, language, Math.min(most, readingLimits(language).line)));
}
