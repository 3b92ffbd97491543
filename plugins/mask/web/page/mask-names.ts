import type { I18n } from '#core/web/i18n/i18n.ts';

import type { MaskEdit } from '../draft/masked-video.ts';

/** What a mask is called among those of its video: by what is seen there, and a number. */
export function nameOfMask(t: I18n['t'], masks: readonly MaskEdit[], edit: MaskEdit): string {
  const { place, look } = edit.mask;
  const kind = place.kind === 'text' ? t('mask:follows-text') : t(`mask:look-${look.kind}`);
  return t('mask:mask-name', { number: masks.indexOf(edit) + 1, kind });
}
