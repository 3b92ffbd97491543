import type { I18n } from '#core/web/i18n/i18n.ts';

import type { MixRun } from '#plugins/mixing/mix-run.ts';

/** How far a run is, in a few words. */
export function describeRun(run: MixRun, t: I18n['t']): string {
  const { state, made, failed } = run;
  const count = expectedOf(run);
  switch (state) {
    case 'planning':
      return t('mixing:run.planning', { count: run.facts.count });
    case 'working':
      // Nothing is there to be counted before every shot was encoded once.
      return made === 0 ? t('mixing:run.encoding', { count }) : t('mixing:run.rendering', { made, count });
    case 'paused':
      return t('mixing:run.paused', { made, count });
    case 'finishing':
      return t('mixing:run.certifying', { count: made });
    case 'done':
      return failed > 0 ? t('mixing:run.done-partly', { made, failed }) : t('mixing:run.done', { count: made });
    case 'failed':
      return t('mixing:run.failed', { made });
    case 'cancelled':
      return t('mixing:run.cancelled', { made });
  }
}

/** How many videos there will be, as far as that is known. */
export function expectedOf({ facts }: MixRun): number {
  return facts.planned ?? facts.count;
}
