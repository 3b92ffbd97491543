/** A word as Tesseract has read it. */
export interface TesseractWord {
  /** The number of its picture among those of a run, from 0. */
  picture: number;
  /** Which line of its picture it is in. */
  line: string;
  text: string;
  /** 0 to 1. */
  confidence: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What Tesseract writes of the pictures of a run. */
export interface TesseractTable {
  sizes: { width: number; height: number }[];
  words: TesseractWord[];
}

/** Languages that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u;
/** The share of the shorter of two words that both may cover. */
const OVERLAP = 0.3;

/** Reads Tesseract's table: a row for each page, and for each word with the numbers of its block, paragraph and line. */
export function readTable(table: string): TesseractTable {
  const sizes: TesseractTable['sizes'] = [];
  const words: TesseractWord[] = [];
  for (const row of table.split('\n').slice(1)) {
    const [level, page, block, paragraph, line, , left, top, width, height, confidence, ...rest] = row.split('\t');
    const picture = Number(page) - 1;
    if (level === '1') sizes[picture] = { width: Number(width), height: Number(height) };
    const text = rest.join('\t').trim();
    if (level !== '5' || text === '' || !(Number(confidence) >= 0)) continue;
    words.push({
      ...{ picture, line: [block, paragraph, line].join(' '), text, confidence: Number(confidence) / 100 },
      ...{ left: Number(left), top: Number(top) },
      ...{ right: Number(left) + Number(width), bottom: Number(top) + Number(height) },
    });
  }
  return { sizes, words };
}

/** What words of a line say together, the box around them, and how sure they are by their length. */
export type WordsTogether = Omit<TesseractWord, 'picture' | 'line'>;

/** Puts the words of a line together. @param words one at least */
export function together(words: readonly TesseractWord[]): WordsTogether {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return {
    text: words.reduce((line, { text }) => {
      const isClose = line === '' || (UNSPACED.test(line) && UNSPACED.test(text));
      return `${line}${isClose ? '' : ' '}${text}`;
    }, ''),
    confidence: words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters,
    left: Math.min(...words.map(({ left }) => left)),
    top: Math.min(...words.map(({ top }) => top)),
    right: Math.max(...words.map(({ right }) => right)),
    bottom: Math.max(...words.map(({ bottom }) => bottom)),
  };
}

/**
 * Of the words that were read in several pictures of one line, those that are the surest at each place, in order.
 * @param least how sure a word must be
 */
export function surestWords(words: readonly TesseractWord[], least: number): TesseractWord[] {
  const chosen: TesseractWord[] = [];
  for (const word of words.toSorted((a, b) => b.confidence - a.confidence)) {
    const covers = (other: TesseractWord): boolean => {
      const both = Math.min(word.right, other.right) - Math.max(word.left, other.left);
      return both > OVERLAP * Math.min(word.right - word.left, other.right - other.left);
    };
    if (word.confidence >= least && !chosen.some(covers)) chosen.push(word);
  }
  return chosen.toSorted((a, b) => a.left - b.left);
}
