import type { CutFacts } from '#core/contract/cut-facts.ts';

import type { I18n } from '../i18n/i18n.ts';

/** What was copied of a video untouched, and what of it had to be encoded and why, in sentences. */
export function tellCopied(t: I18n['t'], { first, last, copied, picturesEncoded, sound }: CutFacts): string {
  const count = last - first;
  const encoded = count - copied;
  const pictures =
    picturesEncoded !== null
      ? t(`shell:tools.encoded-${picturesEncoded}`, { count })
      : t(encoded === 0 ? 'shell:tools.copied-all' : 'shell:tools.copied', { count, copied, encoded });
  return `${pictures}${t(`shell:tools.sound-${sound}`)}`;
}
