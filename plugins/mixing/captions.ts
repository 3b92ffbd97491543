import { z } from 'zod';

/** A text on the picture, timed in seconds of the shot or output that it belongs to. */
export const captionEventSchema = z.strictObject({
  start: z.number().min(0).max(86_400),
  end: z.number().min(0).max(86_400),
  text: z.string().min(1).max(500),
});
export type CaptionEvent = z.output<typeof captionEventSchema>;

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** How a caption looks. Sizes are in thousandths of the picture's width, so that a style fits every resolution. */
export const captionStyleSchema = z.strictObject({
  /** Font family; the CJK default also has Latin, Cyrillic and Greek. */
  font: z.string().min(1).max(80).default('Noto Sans CJK SC'),
  /** Height of the letters, in thousandths of the picture's width. */
  size: z.number().min(15).max(200).default(55),
  color: color.default('#ffffff'),
  outlineColor: color.default('#000000'),
  /** In thousandths of the picture's width. */
  outline: z.number().min(0).max(20).default(3),
  /** A box behind the text instead of an outline. */
  box: z.boolean().default(false),
  bold: z.boolean().default(true),
  /** Vertical centre of the text, from the top: 0 to 1. */
  position: z.number().min(0.05).max(0.95).default(0.78),
});
/** How captions look: font, colours and place. */
export type CaptionStyle = z.output<typeof captionStyleSchema>;

/** White with a thin black outline in the lower part of the picture, as sellers expect. */
export const DEFAULT_CAPTION_STYLE: CaptionStyle = captionStyleSchema.parse({});

/** Where the text of a group stands: above subtitles, so that neither lies on the other. */
export const GROUP_TEXT_POSITION = 0.6;

/** Larger and higher up: for a title at the beginning. */
export const DEFAULT_TITLE_STYLE: CaptionStyle = captionStyleSchema.parse({ size: 80, outline: 5, position: 0.24 });

/** Captions that share a style. */
export interface CaptionTrack {
  style: CaptionStyle;
  events: readonly CaptionEvent[];
}

/** The part of a caption track that falls into a time span, with times relative to that span. */
export function clipCaptions(track: CaptionTrack, start: number, end: number): CaptionTrack {
  const events = track.events
    .filter((event) => event.end > start && event.start < end)
    .map((event) => ({
      start: Math.round(Math.max(0, event.start - start) * 1000) / 1000,
      end: Math.round(Math.min(end - start, event.end - start) * 1000) / 1000,
      text: event.text,
    }));
  return { style: track.style, events };
}
