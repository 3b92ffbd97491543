import { z } from 'zod';

/** A text in kana, with a space between words, and where each of its letters stands in the text that was read. */
export interface JapaneseReading {
  /** Code points. */
  kana: readonly string[];
  /** For each of them, the part of the text that it is read for, in code points from 0. */
  from: readonly number[];
  to: readonly number[];
  /** Whether there are characters that nobody could read; they stand where they were. */
  isWhole: boolean;
}

const tokenSchema = z.object({
  surface: z.string(),
  /** As it is said; missing for words that the dictionary does not have, `*` for signs of some of them. */
  pronunciation: z.string().optional(),
  partOfSpeech: z.string().optional(),
  partOfSpeechSubcategory1: z.string().optional(),
  byteStart: z.int(),
  byteEnd: z.int(),
});
type Token = z.output<typeof tokenSchema>;

/** Numbers before a counter, which is then read otherwise, where the dictionary knows them only apart. */
const TOGETHER: ReadonlyMap<string, string> = new Map([
  ['一人', 'ヒトリ'],
  ['二人', 'フタリ'],
]);
/** A sign that stands for any word. */
const BLANK = /^〇+$/u;
/** Digits and Latin letters are read by the voice itself. */
const OWN = /^[\p{Script=Latin}\p{Nd}.,:%+-]+$/u;
const HAN = /\p{Script=Han}/u;

type Tokenize = (text: string) => Token[];
let opened: Promise<Tokenize> | undefined;

/** Loads the dictionary, up to 155 MB of memory, with the first Japanese text. */
async function open(): Promise<Tokenize> {
  const { TokenizerBuilder } = await import('lindera-wasm-nodejs-ipadic');
  const builder = new TokenizerBuilder();
  builder.setDictionary('embedded://ipadic');
  builder.setMode('normal');
  const tokenizer = builder.build();
  return (text) => z.array(tokenSchema).parse(tokenizer.tokenize(text));
}

/** Reads a Japanese text as somebody would say it, in kana, since voices of this machine know no kanji. */
export async function readJapanese(text: string): Promise<JapaneseReading> {
  opened ??= open();
  opened.catch(() => (opened = undefined));
  const tokenize = await opened;
  const reading = { kana: [] as string[], from: [] as number[], to: [] as number[], isWhole: true };
  let at = 0;
  // Line by line: what a line is read like does not depend on others, and lines stay lines.
  for (const line of text.toWellFormed().split('\n')) {
    // Kana alone are read as they are: whoever writes so has parted the words, and a dictionary of kanji would part them wrongly.
    if (HAN.test(line)) readLine(line, at, tokenize(line), reading);
    else for (const [place, letter] of [...line].entries()) add(reading, letter, at + place, at + place + 1);
    at += [...line].length;
    add(reading, '\n', at, at + 1);
    at += 1;
  }
  for (const list of [reading.kana, reading.from, reading.to]) list.pop();
  return reading;
}

interface Made {
  kana: string[];
  from: number[];
  to: number[];
  isWhole: boolean;
}

function add({ kana, from, to }: Made, letters: string, start: number, end: number): void {
  for (const letter of letters) {
    kana.push(letter);
    from.push(start);
    to.push(end);
  }
}

function readLine(line: string, begin: number, tokens: readonly Token[], made: Made): void {
  const places = codePoints(line);
  const placeOf = (byte: number): number => begin + (places.get(byte) ?? 0);
  let last = begin;
  let before: Token | undefined;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    const next = tokens[index + 1];
    if (token === undefined) continue;
    const both = TOGETHER.get(token.surface + (next?.surface ?? ''));
    const start = placeOf(token.byteStart);
    const end = placeOf(both === undefined ? token.byteEnd : (next?.byteEnd ?? token.byteEnd));
    const isApart = start > last || (before !== undefined && (both !== undefined || beginsWord(token, before)));
    if (isApart) add(made, ' ', last, Math.max(last, start));
    const kana = both ?? kanaOf(token, before);
    if (HAN.test(kana)) made.isWhole = false;
    add(made, kana, start, end);
    if (both !== undefined) index += 1;
    last = end;
    before = both === undefined ? token : next;
  }
}

function kanaOf({ surface, pronunciation }: Token, before: Token | undefined): string {
  if (BLANK.test(surface)) return 'マル'.repeat([...surface].length);
  // Half of the width, as old machines wrote them.
  if (pronunciation === undefined || pronunciation === '*') return surface.normalize('NFKC');
  if (OWN.test(surface.normalize('NFKC'))) return surface.normalize('NFKC');
  // The moon, but for a month.
  if (surface === '月' && before !== undefined && /\p{Nd}$/u.test(before.surface)) return 'ガツ';
  return pronunciation;
}

/** Particles, endings, counters and digits go with what stands before them. */
function beginsWord(token: Token, before: Token): boolean {
  const { partOfSpeech = '', partOfSpeechSubcategory1 = '', surface } = token;
  const [isOwn, isBehindOwn] = [token, before].map((each) => OWN.test(each.surface.normalize('NFKC')));
  if (isOwn === true) return isBehindOwn !== true;
  if (isBehindOwn === true && surface === '月') return false;
  if (['助詞', '助動詞', '記号'].includes(partOfSpeech)) return false;
  return !['接尾', '非自立', '数'].includes(partOfSpeechSubcategory1) || before.partOfSpeech === '記号';
}

/** The number of each code point of a text, by the byte at which it begins in UTF-8, and of its end. */
function codePoints(text: string): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  let [byte, place] = [0, 0];
  for (const letter of text) {
    places.set(byte, place);
    byte += Buffer.byteLength(letter);
    place += 1;
  }
  return places.set(byte, place);
}
