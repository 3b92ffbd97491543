import { LANGUAGES } from '#core/contract/languages.ts';

/** What a text seems to be written in. */
export interface FoundLanguage {
  /** One of the 28 languages; null where nothing can be said. */
  tag: string | null;
  /** False where people have to be asked. */
  isSure: boolean;
}

/** Letters that are looked at; more do not make it surer. */
const LOOKED_AT = 4_000;
/** What is too short to be sure of, in letters of an alphabet. */
const SHORT = 12;

/** Tags by the codes of the detector, which writes Filipino and Norwegian differently. */
const TAGS = new Map([
  ...LANGUAGES.map(({ tag }): [string, string] => [tag.split('-')[0] ?? tag, tag]),
  ...([
    ['tl', 'fil-PH'],
    ['no', 'nb-NO'],
  ] as const),
]);
/** Indonesian is taken for Malay, and Danish, which is none of the 28, for Norwegian. */
const ALIKE = new Set(['id', 'ms', 'da', 'no']);

/** Writing of the languages that have one of their own. */
const SCRIPTS: readonly [RegExp, string][] = [
  [/\p{Script=Hangul}/gu, 'ko-KR'],
  [/\p{Script=Thai}/gu, 'th-TH'],
  [/\p{Script=Hebrew}/gu, 'he-IL'],
  [/\p{Script=Greek}/gu, 'el-GR'],
  [/\p{Script=Bengali}/gu, 'bn-BD'],
];
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;
const LETTER = /\p{L}/gu;
const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** Finds out what a text is written in. The model, 1.6 MB, is loaded with the first text. */
export async function findLanguage(text: string): Promise<FoundLanguage> {
  const looked = text.slice(0, LOOKED_AT);
  const letters = count(looked, LETTER);
  if (letters === 0) return { tag: null, isSure: false };
  for (const [script, tag] of SCRIPTS) if (count(looked, script) > letters / 2) return { tag, isSure: true };
  const [kana, han] = [count(looked, KANA), count(looked, HAN)];
  // Names of brands in kana appear in Chinese texts, too.
  if (kana + han > letters / 2) return { tag: kana > letters / 10 ? 'ja-JP' : 'zh-CN', isSure: true };
  const { eld } = await import('eld/small');
  const found = eld.detect(looked);
  const tag = TAGS.get(found.language) ?? null;
  return { tag, isSure: tag !== null && found.isReliable() && letters >= SHORT && !ALIKE.has(found.language) };
}

/** Letters that it takes to say that a text is written in something else. */
const ENOUGH = 30;

/** Whether texts are written in something else than a language, beyond doubt: names and short texts are in none. */
export async function isOtherLanguage(texts: readonly string[], tag: string): Promise<boolean> {
  const all = texts.join('\n');
  if (count(all, LETTER) < (count(all, HAN) > 0 ? SHORT : ENOUGH)) return false;
  const found = await findLanguage(all);
  if (found.tag === null || !found.isSure) return false;
  return found.tag.split('-')[0] !== tag.split('-')[0];
}
