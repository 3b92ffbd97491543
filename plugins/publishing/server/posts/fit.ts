import type { MessageParams } from '#core/contract/errors.ts';
import { keepsRatio, keepsSide } from '#core/contract/fit-limits.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { captionOf, countLetters, isMentionable, type Mention } from '#core/contract/post-text.ts';
import type { ChannelProduct, ChannelRules } from '#core/server/services/providers/channels.ts';

import type { Codecs } from '#plugins/materials/server/api.ts';

/** What of a post has to fit; null for what nobody knows yet. */
export interface FittedPost {
  title: string;
  text: string;
  topics: readonly string[];
  mentions: readonly Mention[];
  product: ChannelProduct | null;
  audience: string | null;
  bytes: number | null;
  seconds: number | null;
  width: number | null;
  height: number | null;
  /** MIME type of its file, and what is in it. */
  type: string | null;
  codecs: Codecs | null;
}

/** What does not fit, in words. */
export interface Misfit {
  code: MessageKey;
  params: MessageParams;
}

/** Holds a post against what its account takes now. */
export function misfitsOf(post: FittedPost, rules: ChannelRules): Misfit[] {
  const found = misfitsOfFile(post, rules);
  const add = (code: MessageKey, params: MessageParams) => void found.push({ code, params });
  const { bytes, seconds, width, height } = post;
  if (rules.isDraft !== true) found.push(...misfitsOfWords(post, rules));
  if (bytes !== null && bytes > rules.bytes) {
    add('publishing:misfit.bytes', { size: megabytes(bytes), most: megabytes(rules.bytes) });
  }
  if (seconds !== null && (seconds < rules.seconds.least || seconds > rules.seconds.most)) {
    const { least, most } = rules.seconds;
    add('publishing:misfit.seconds', { seconds: Math.round(seconds * 10) / 10, least, most });
  }
  if (width !== null && height !== null) {
    const { side, ratio } = rules;
    if (side !== null && !keepsSide({ width, height }, side)) {
      add('publishing:misfit.side', { width, height, least: side.least, most: side.most });
    }
    if (!keepsRatio({ width, height }, ratio)) add('publishing:misfit.ratio', { width, height });
  }
  return found;
}

/** What of its words, its product and its audience the account does not take. */
function misfitsOfWords(post: FittedPost, rules: ChannelRules): Misfit[] {
  const found: Misfit[] = [];
  const add = (code: MessageKey, params: MessageParams) => void found.push({ code, params });
  const { title, text, topics, mentions, product, audience } = post;
  if (rules.titleLetters !== null && title.length > rules.titleLetters) {
    add('publishing:misfit.title', { letters: title.length, most: rules.titleLetters });
  }
  const whole = captionOf({
    text,
    topics: rules.hasTags === true ? [] : topics,
    mentions,
    link: linkOf(product, rules),
  });
  const letters = countLetters(whole, rules.counts ?? { by: 'utf16' });
  if (rules.textLetters !== null && letters > rules.textLetters) {
    add('publishing:misfit.text', { letters, most: rules.textLetters });
  }
  if (product !== null && rules.products?.as === 'item' && !new RegExp(rules.products.pattern).test(product.url)) {
    add('publishing:misfit.product', { name: product.name });
  }
  const { pattern = '', example = '', most = 0 } = rules.mentions ?? {};
  if (most !== null && mentions.length > most) {
    add(most === 0 ? 'publishing:misfit.no-mentions' : 'publishing:misfit.mentions', { count: mentions.length, most });
  } else {
    const unknown = mentions.find(({ name }) => !isMentionable(name, { pattern }));
    if (unknown !== undefined) add('publishing:misfit.mention', { name: unknown.name, example });
  }
  if (rules.topics !== null && topics.length > rules.topics) {
    add('publishing:misfit.topics', { topics: topics.length, most: rules.topics });
  }
  if (audience !== null && !rules.audiences.includes(audience)) add('publishing:misfit.audience', { audience });
  return found;
}

/** Whether another video, or a copy of this one, would fit. */
export const isOfVideo = ({ code }: Misfit): boolean =>
  /\.(bytes|seconds|side|ratio|container|(?:sound-)?codec)$/.test(code);

/** What of its file and its streams the account does not take. */
function misfitsOfFile({ type, codecs }: FittedPost, { containers, codecs: taken = {} }: ChannelRules): Misfit[] {
  const found: Misfit[] = [];
  const check = (code: MessageKey, own: string | null | undefined, takes: readonly string[] | undefined) => {
    if (own === null || own === undefined || takes === undefined || takes.includes(own)) return;
    found.push({ code, params: { own: formatName(own), takes: takes.map(formatName).join(' / ') } });
  };
  check('publishing:misfit.container', type, containers);
  check('publishing:misfit.codec', codecs?.pictures, taken.pictures);
  check('publishing:misfit.sound-codec', codecs?.sound, taken.sound);
  return found;
}

/** What formats are called that people know by other names than ffmpeg and MIME types have. */
const FORMATS: Readonly<Record<string, string>> = {
  ...{ 'video/mp4': 'MP4', 'video/quicktime': 'MOV', 'video/webm': 'WebM', 'video/x-matroska': 'MKV' },
  ...{ 'video/x-msvideo': 'AVI', h264: 'H.264', hevc: 'H.265', mpeg4: 'MPEG-4', mpeg2video: 'MPEG-2', opus: 'Opus' },
};

const formatName = (name: string): string => FORMATS[name] ?? name.replace(/^video\/(x-)?/, '').toUpperCase();

/** The address that stands below the text; undefined where a product is no link. */
export const linkOf = (product: ChannelProduct | null, { products }: ChannelRules): string | undefined =>
  products?.as === 'link' ? product?.url : undefined;

const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;
