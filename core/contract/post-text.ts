/** How a platform counts the letters of a text. */
export interface Counting {
  /**
   * `utf16`: as JavaScript does; `bytes`: of UTF-8; `signs`: what people see as one sign is one; `weighted`: as X does,
   * where most letters outside Latin and emoji are two.
   */
  by: 'utf16' | 'bytes' | 'signs' | 'weighted';
  /** What a link counts as, however long it is; absent where it counts as what it is. */
  link?: number;
}

/** Somebody whom a post mentions. */
export interface Mention {
  /** Without the mark before it, such as `quay` or `quay@tide.example`. */
  name: string;
  /** The platform's own id of them, where it has to be told; null elsewhere. */
  id: string | null;
}

/** Whom a platform takes for a name that can be mentioned. */
export interface MentionRule {
  /** A regular expression that the whole name matches. */
  pattern: string;
  /** A name that does. */
  example: string;
  /** Most of them in a post; null where only the letters of the text count. */
  most: number | null;
  /** Whether the platform has to be told ids to notify anybody. */
  hasIds?: true;
}

/** What is written below a video. */
export interface CaptionParts {
  text: string;
  topics: readonly string[];
  mentions?: readonly Mention[] | undefined;
  /** An address that stands below the text. */
  link?: string | undefined;
}

/** The topics of a post with the mark before them; a topic has no spaces. */
export const hashtags = (topics: readonly string[]): string =>
  topics.map((topic) => `#${topic.replaceAll(/\s+/g, '')}`).join(' ');

/** The text of a post, and below it its link, whom it mentions, and its topics. */
export function captionOf({ text, topics, mentions = [], link = '' }: CaptionParts): string {
  const marks = [mentions.map(({ name }) => `@${name}`).join(' '), hashtags(topics)];
  const parts = [text.trim(), link, marks.filter((part) => part !== '').join(' ')];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Whether a platform takes a name as one that can be mentioned. */
export const isMentionable = (name: string, { pattern }: Pick<MentionRule, 'pattern'>): boolean =>
  new RegExp(`^(?:${pattern})$`, 'u').test(name);

// Chinese that follows without a space is no part of it.
const LINK = /https?:\/\/[^\s\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]+/g;
/** Addresses that X takes for links although nothing stands before them. */
const BARE_LINK =
  /(?<![\w@.-])(?:[a-z0-9-]+\.)+(?:com|net|org|cn|io|co|me|tv|app|dev|shop|store|xyz|info|biz|top|cc|ai|hk|tw|jp|uk|de|fr|sg|my|th|vn|id|ph|br|mx|us|eu)(?![\w-])(?:\/[^\s\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]*)?/gi;
/** Somebody at another server, of whom only the name counts. */
const REMOTE_MENTION = /(?<=(?:^|\s)@[\w.-]+)@[\w.-]+\w/g;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many letters a text has, as a platform counts them. */
export function countLetters(text: string, { by, link }: Counting): number {
  const links = by === 'weighted' ? [LINK, BARE_LINK] : [LINK];
  let rest = by === 'weighted' ? text.normalize('NFC') : text;
  let count = 0;
  for (const pattern of link === undefined ? [] : links) {
    count += (rest.match(pattern)?.length ?? 0) * (link ?? 0);
    rest = rest.replaceAll(pattern, '');
  }
  if (by === 'utf16') return count + rest.length;
  if (by === 'bytes') return [...rest].reduce((sum, letter) => sum + bytesOf(letter.codePointAt(0) ?? 0), count);
  if (by === 'signs') return count + [...graphemes.segment(rest.replaceAll(REMOTE_MENTION, ''))].length;
  for (const { segment } of graphemes.segment(rest)) count += weightOf(segment);
  return count;
}

const bytesOf = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

/** Letters that count once at X; all others count twice. */
const LIGHT: readonly (readonly [first: number, last: number])[] = [
  [0, 4_351],
  [8_192, 8_205],
  [8_208, 8_223],
  [8_242, 8_247],
];

function weightOf(sign: string): number {
  if (/\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F/u.test(sign)) return 2;
  return [...sign].reduce((weight, letter) => weight + (isLight(letter.codePointAt(0) ?? 0) ? 1 : 2), 0);
}

const isLight = (code: number): boolean => LIGHT.some(([first, last]) => code >= first && code <= last);
