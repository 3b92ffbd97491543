import type { ToolRun } from '#core/contract/tool-run-calls.ts';

import type { I18n } from '../i18n/i18n.ts';

/** How far a run is, in a few words. */
export function describeToolRun({ state, made, planned, failed }: ToolRun, t: I18n['t']): string {
  const count = planned ?? 0;
  switch (state) {
    case 'planning':
      return t('shell:runs.planning');
    case 'working':
      return t('shell:runs.working', { made, count });
    case 'paused':
      return t('shell:runs.paused', { made, count });
    case 'finishing':
      return t('shell:runs.finishing');
    case 'done':
      return failed > 0 ? t('shell:runs.done-partly', { made, failed }) : t('shell:runs.done', { count: made });
    case 'failed':
      return t('shell:runs.failed', { count: made });
    case 'cancelled':
      return t('shell:runs.cancelled', { count: made });
  }
}
