import type { I18n } from '#core/web/i18n/i18n.ts';

import type { MixRun } from '#plugins/mixing/calls.ts';

/** How far a run is, in a few words. */
export function describeRun({ state, made, planned, count, failed }: MixRun, t: I18n['t']): string {
  const all = planned ?? count;
  switch (state) {
    case 'planning':
      return t('mixing:run.planning', { count });
    case 'rendering':
      // Nothing is there to be counted before every shot was encoded once.
      return made === 0 ? t('mixing:run.encoding', { count: all }) : t('mixing:run.rendering', { made, count: all });
    case 'paused':
      return t('mixing:run.paused', { made, count: all });
    case 'certifying':
      return t('mixing:run.certifying', { count: made });
    case 'done':
      return failed > 0 ? t('mixing:run.done-partly', { made, failed }) : t('mixing:run.done', { count: made });
    case 'failed':
      return t('mixing:run.failed', { made });
    case 'cancelled':
      return t('mixing:run.cancelled', { made });
  }
}
