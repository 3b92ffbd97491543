import type { I18n } from '#core/web/i18n/i18n.ts';

import type { MaterialRecord } from './RecordStore.ts';

/** What happened, as a few words. */
export function recordText({ what, detail }: Pick<MaterialRecord, 'what' | 'detail'>, t: I18n['t']): string {
  if (what === 'renamed' && detail !== null) return t('materials:record.renamed-from', { name: detail });
  if (what === 'moved')
    return detail === null ? t('materials:record.moved-top') : t('materials:record.moved-to', { folder: detail });
  if (what === 'mixed' && detail !== null) return t('materials:record.mixed-count', { count: detail });
  return t(`materials:record.${what}`);
}
