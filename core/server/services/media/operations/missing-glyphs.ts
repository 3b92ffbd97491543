import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CaptionStyle } from '#core/contract/captions.ts';

import type { MediaRunner } from '../runner.ts';
import { assDocument } from './ass-document.ts';

/** Characters that would be burned in as boxes. */
export interface MissingGlyphs {
  /** Each once. */
  characters: string[];
  /** The Debian packages whose fonts have them. */
  packages: string[];
}

/** Texts in one style. */
export interface StyledTexts {
  style: CaptionStyle;
  texts: readonly string[];
}

const IGNORABLE = /\p{Default_Ignorable_Code_Point}|\s/u;

/** Coloured emoji are no outlines, so libass cannot draw those of Noto Color Emoji. */
const PACKAGES: readonly { of: RegExp; name: string }[] = [
  {
    of: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
    name: 'fonts-noto-cjk',
  },
  { of: /\p{Emoji}|\p{So}/u, name: 'fonts-symbola' },
  { of: /./u, name: 'fonts-noto-core' },
];

/**
 * Finds the characters that no font of this machine has, by having libass draw each once: it alone knows which
 * fonts it falls back to. Takes about 0.1 CPU seconds.
 */
export async function missingGlyphs(
  runner: MediaRunner,
  styled: readonly StyledTexts[],
  signal?: AbortSignal,
): Promise<MissingGlyphs> {
  const tracks = styled.map(({ style, texts }) => {
    const characters = new Set([...texts.join('')].filter((character) => !IGNORABLE.test(character)));
    return { style, events: characters.size === 0 ? [] : [{ start: 0, end: 1, text: [...characters].join(' ') }] };
  });
  if (tracks.every(({ events }) => events.length === 0)) return { characters: [], packages: [] };
  const folder = await mkdtemp(join(tmpdir(), 'reelport-glyphs-'));
  try {
    await writeFile(join(folder, 'texts.ass'), assDocument(tracks, 320, 180));
    const { log } = await runner.ffmpeg({
      ...{ cwd: folder, signal, keepInfo: true },
      args: [
        '-f',
        'lavfi',
        '-i',
        'color=s=320x180:r=1:d=1',
        '-vf',
        'ass=texts.ass',
        '-frames:v',
        '1',
        '-f',
        'null',
        '-',
      ],
    });
    const codes = [...log.matchAll(/failed to find any fallback with glyph 0x([0-9a-f]+)/gi)].map(([, code = '0']) =>
      Number.parseInt(code, 16),
    );
    const characters = [...new Set(codes)]
      .map((code) => String.fromCodePoint(code))
      .filter((one) => !IGNORABLE.test(one));
    const names = characters.flatMap((character) => PACKAGES.find(({ of }) => of.test(character))?.name ?? []);
    return { characters, packages: [...new Set(names)] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
