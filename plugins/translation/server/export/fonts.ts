/** A family of fonts, and how high a line of it is in ems: libass takes that for the size of its letters. */
interface SubtitleFont {
  family: string;
  line: number;
}

const CJK_LINE = 1.448;
const CJK: Readonly<Record<string, string>> = { zh: 'SC', ja: 'JP', ko: 'KR' };
const NOTO: SubtitleFont = { family: 'Noto Sans', line: 1.362 };

/** The faces of scripts that the usual one does not have, and lines of theirs. */
const SCRIPTS: Readonly<Record<string, SubtitleFont>> = {
  // Its lines are 2.1 ems high; what it lacks, such as brackets, is taken from another one and would be much larger.
  ar: { family: 'Noto Sans Arabic', line: 1.75 },
  he: { family: 'Noto Sans Hebrew', line: 1.362 },
  hi: { family: 'Noto Sans Devanagari', line: 1.304 },
  bn: { family: 'Noto Sans Bengali', line: 1.325 },
  th: { family: 'Noto Sans Thai', line: 1.511 },
};

/** What a language is written with. Letters that a face has not are taken from others by libass. */
export function fontOf(language: string): SubtitleFont {
  const [main = ''] = language.toLowerCase().split('-');
  const variant = CJK[main];
  if (variant !== undefined) return { family: `Noto Sans CJK ${variant}`, line: CJK_LINE };
  return SCRIPTS[main] ?? NOTO;
}
