import { z } from 'zod';

import { PRESET_IDS, SUBTITLE_PRESETS, type SubtitleLook } from './subtitle-presets.ts';
import { SAFE_AREA_IDS } from './safe-areas.ts';

/** Where subtitles stand. */
export const PLACES = ['bottom', 'middle', 'top'] as const;

/** How large the letters are, against what the look has. */
export const SCALE = { least: 0.6, most: 1.6, step: 0.05 } as const;

/** What people choose of how subtitles look. */
export const subtitleStyleSchema = z.strictObject({
  preset: z.enum(PRESET_IDS).default('classic'),
  scale: z.number().min(SCALE.least).max(SCALE.most).default(1),
  place: z.enum(PLACES).default('bottom'),
  safeArea: z.enum(SAFE_AREA_IDS).default('none'),
});
export type SubtitleStyle = z.output<typeof subtitleStyleSchema>;

/** The look of a style. */
export const lookOf = ({ preset }: SubtitleStyle): SubtitleLook => SUBTITLE_PRESETS[preset];

/** What comes out: in the picture, as tracks that players show on demand, or both. */
export const EXPORT_FORMS = ['burned', 'soft', 'both'] as const;

/** What is heard: the video's own sound, or the dub of each language. */
export const SOUNDS = ['original', 'dub'] as const;

/** How the videos of a project are exported. */
export const exportOptionsSchema = z.strictObject({
  form: z.enum(EXPORT_FORMS).default('burned'),
  /** One video that has the tracks of all languages, rather than one for each; of `soft` alone. */
  together: z.boolean().default(false),
  /** Where a video has one language. */
  sound: z.enum(SOUNDS).default('original'),
  /** Another copy of the project's video that is shown in its place, such as one without its old subtitles. */
  video: z.uuid().nullable().default(null),
  /** A second language below the first one. */
  second: z.string().max(20).nullable().default(null),
  style: subtitleStyleSchema.default(subtitleStyleSchema.parse({})),
});
export type ExportOptions = z.output<typeof exportOptionsSchema>;
