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
