/** ISO 639-2 codes, which tracks of MP4 have, by the first part of a tag. */
const CODES: Readonly<Record<string, string>> = {
  ...{ zh: 'zho', en: 'eng', ja: 'jpn', ko: 'kor', id: 'ind', ms: 'msa', th: 'tha', vi: 'vie', fil: 'fil', tl: 'tgl' },
  ...{ ar: 'ara', fr: 'fra', de: 'deu', it: 'ita', ru: 'rus', pt: 'por', es: 'spa', hi: 'hin', bn: 'ben', he: 'heb' },
  ...{ sv: 'swe', nb: 'nob', no: 'nor', nl: 'nld', el: 'ell', uk: 'ukr', hu: 'hun', pl: 'pol', tr: 'tur', cs: 'ces' },
};

/** The code of a language in a track of MP4; `und` where there is none. @param tag BCP 47 */
export const trackLanguage = (tag: string): string => CODES[tag.toLowerCase().split('-')[0] ?? ''] ?? 'und';

/** What a language calls itself, such as `Deutsch`: what players list tracks by. */
export function ownName(tag: string): string {
  const [main = tag] = tag.split('-');
  return new Intl.DisplayNames([tag], { type: 'language' }).of(main) ?? tag;
}
