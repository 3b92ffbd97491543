import { pinyin } from 'pinyin-pro';

/** How many characters of a name are searchable by pinyin. */
const MAX_SPELT = 255;
/** Maximum bytes of a sort key, which has to fit into a page's cursor. */
const ORDER_BYTES = 96;
const HAN = /\p{Script=Han}/u;

/**
 * The searchable form of a name: the name, its pinyin without tones, and their initials, in lower case with `ü` as `v`.
 */
export function searchText(name: string): string {
  const plain = normal(name);
  if (!HAN.test(plain)) return plain;
  const syllables = spelt(plain);
  const initials = syllables.map((syllable) => [...syllable][0] ?? '');
  return [plain, syllables.join(''), initials.join('')].join('\n');
}

/** The words of a search; each must be found in the {@link searchText}. */
export function searchWords(query: string): string[] {
  return normal(query).split(/\s+/).filter(Boolean).slice(0, 10);
}

/** A word as a pattern for SQL's `like`, matching anywhere. */
export function likePattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * The sort key of a name, compared byte by byte: Chinese by pinyin, numbers by value, all in lower case. At most 96
 * bytes; names with a longer common prefix have the same key.
 */
export function orderKey(name: string): string {
  const plain = normal(name);
  const sound = HAN.test(plain) ? spelt(plain).join('') : plain;
  const key = sound.replace(/\d+/g, (figures) => figures.replace(/^0+(?=\d)/, '').padStart(8, '0'));
  const bytes = Buffer.from(key).subarray(0, ORDER_BYTES);
  // Drops a character that was cut in half.
  return new TextDecoder().decode(bytes, { stream: true });
}

/** One syllable per Chinese character; other characters stay as they are. */
function spelt(plain: string): string[] {
  return pinyin(plain.slice(0, MAX_SPELT), { toneType: 'none', type: 'array', v: true });
}

function normal(text: string): string {
  return text.toWellFormed().normalize('NFKC').toLowerCase().replaceAll('\0', '').replaceAll('ü', 'v');
}
