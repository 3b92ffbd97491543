import type { MediaRunner } from '../runner.ts';
import { drawCharacters, type FontFace } from './draw-characters.ts';

/** A character that would be burned in as a box. */
export interface MissingGlyph {
  character: string;
  /** The Debian package whose fonts have it. */
  package: string;
}

/** Texts in one face. */
export interface StyledTexts {
  style: FontFace;
  texts: readonly string[];
}

/** Finds the characters of texts, each once, that no font of this machine has. */
export type FindMissingGlyphs = (styled: readonly StyledTexts[], signal?: AbortSignal) => Promise<MissingGlyph[]>;

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

/** Milliseconds after which a missing character is looked for again: somebody may have installed its font. */
const LOOK_AGAIN = 60_000;

/** The most characters that are remembered. */
const MAX_KNOWN = 50_000;

/**
 * Makes a finder that asks libass, which alone knows the fonts that it falls back to: characters that were not asked for
 * before are drawn once, in about 0.1 CPU seconds.
 */
export function createMissingGlyphs(runner: MediaRunner): FindMissingGlyphs {
  /** When a character was found to be missing; 0 where it is there. */
  const known = new Map<string, number>();

  return async (styled, signal) => {
    const wanted = styled.map(({ style, texts }) => {
      const characters = [...new Set(texts.join(''))].filter((character) => !IGNORABLE.test(character));
      return { style, characters, face: `${style.font} ${style.bold ? 'bold' : 'regular'} ` };
    });
    const now = Date.now();
    const isNew = (key: string) => {
      const since = known.get(key);
      return since === undefined || (since > 0 && now - since > LOOK_AGAIN);
    };
    const drawn = wanted.flatMap(({ style, characters, face }) => {
      const fresh = characters.filter((character) => isNew(face + character));
      return fresh.length === 0 ? [] : [{ style, fresh, face }];
    });
    if (drawn.length > 0) {
      if (known.size > MAX_KNOWN) known.clear();
      // One face at a time: what is missing is told of each.
      for (const { style, fresh, face } of drawn) {
        const missing = missingIn(await drawCharacters(runner, style, fresh, signal));
        for (const character of fresh) known.set(face + character, missing.has(character) ? now : 0);
      }
    }
    const found = wanted.flatMap(({ characters, face }) =>
      characters.filter((character) => (known.get(face + character) ?? 0) > 0),
    );
    return [...new Set(found)].map((character) => ({
      character,
      package: PACKAGES.find(({ of }) => of.test(character))?.name ?? 'fonts-noto-core',
    }));
  };
}

const finders = new WeakMap<MediaRunner, FindMissingGlyphs>();

/** The finder of a process, which remembers what anybody in it has asked for. */
export function missingGlyphs(runner: MediaRunner): FindMissingGlyphs {
  const finder = finders.get(runner) ?? createMissingGlyphs(runner);
  finders.set(runner, finder);
  return finder;
}

/** The characters of which libass says in its log that no font has them. */
export function missingIn(log: string): Set<string> {
  const codes = [
    // Sometimes a font is named for a character that its face of this weight lacks.
    ...log.matchAll(/failed to find any fallback with glyph 0x([0-9a-f]+)/gi),
    ...log.matchAll(/glyph 0x([0-9a-f]+) not found, broken font/gi),
  ];
  return new Set(codes.map(([, code = '0']) => String.fromCodePoint(Number.parseInt(code, 16))));
}
