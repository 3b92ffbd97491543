import { z } from 'zod';

import type { MessageParams } from '#core/contract/errors.ts';

/** Characters that no font has where videos are made, each with the Debian package that brings one. */
export const glyphsSchema = z.array(z.object({ character: z.string(), package: z.string() }));
export type MissingGlyphs = z.output<typeof glyphsSchema>;

/** Characters that are named in one sentence. */
const MAX_NAMED = 12;

/** What `mixing:glyphs-missing` says of them, and `mixing:glyphs-missing-there` on a page; null where none is missing. */
export function describeMissingGlyphs(glyphs: MissingGlyphs): MessageParams | null {
  if (glyphs.length === 0) return null;
  const characters = glyphs.slice(0, MAX_NAMED).map(({ character }) => character);
  if (glyphs.length > MAX_NAMED) characters.push('…');
  const packages = [...new Set(glyphs.map((glyph) => glyph.package))];
  return { characters: characters.join(' '), packages: packages.join(' ') };
}
