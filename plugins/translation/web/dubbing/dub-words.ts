import type { useText } from '#core/web/react/use-text.ts';

import type { DubLineReport, LineTranscript } from '#plugins/translation/dub-calls.ts';

type Text = ReturnType<typeof useText>;

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

/** Why a line is not spoken, and what would fit; empty where it is. */
export function faultText(
  t: Text,
  { fault, letters, most }: Pick<DubLineReport, 'fault' | 'letters' | 'most'>,
): string {
  if (fault === null) return '';
  if (fault !== 'long') return t(`translation:dub.fault.${fault}`);
  return most === null ? t('translation:dub.fault.long') : t('translation:dub.fault.most', { letters, most });
}

/** What is missing in a line that was spoken twice. */
export function lackText(t: Text, { found, missing }: LineTranscript): string {
  if (missing.length === 0) return t('translation:dub.fault.other-words', { percent: Math.floor(found * 100) });
  return t('translation:dub.fault.missing', { words: missing.join(t('translation:dub.between-words')) });
}
