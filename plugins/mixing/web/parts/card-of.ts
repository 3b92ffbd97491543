import type { I18n } from '#core/web/i18n/i18n.ts';
import { isUnderWay } from '#core/web/runs/is-under-way.ts';

import type { CardState, CardStep, WorkbenchCard } from '#plugins/workbench/api.ts';

import type { MixCard } from '#plugins/mixing/calls.ts';

/** A project as a card of the workbench. */
export function cardOf({ id, name, changedAt, run, picture }: MixCard): WorkbenchCard {
  return {
    ...{ id, title: name, changedAt, picture, state: stateOf(run) },
    to: run !== null && isUnderWay(run) ? `/mixedCut/run/${run.id}` : `/mixedCut/edit/${id}`,
    subjectId: run?.id,
    next: nextOf(id, run),
  };
}

/** What its owner does with a project next. */
function nextOf(id: string, run: MixCard['run']): CardStep {
  if (run === null) return { title: 'mixing:next.edit', to: `/mixedCut/edit/${id}` };
  const to = `/mixedCut/run/${run.id}`;
  if (isUnderWay(run)) return { title: 'mixing:next.watch', to };
  if (run.state === 'done') return { title: 'mixing:next.see', params: { count: run.made }, to };
  return { title: 'mixing:next.why', to };
}

/** How much is in a project, in a few words. */
export function factsOf({ groups, clips }: Pick<MixCard, 'groups' | 'clips'>, t: I18n['t']): string {
  return t('mixing:projects.facts', {
    groups: t('mixing:projects.groups', { count: groups }),
    clips: t('mixing:projects.clips', { count: clips }),
  });
}

/** How far a project is, by its last run. */
export function stateOf(run: MixCard['run']): CardState {
  if (run === null) return { tone: 'idle', text: 'mixing:card.draft' };
  const { made } = run;
  const count = run.planned ?? run.count;
  switch (run.state) {
    case 'planning':
      return { tone: 'working', text: 'mixing:card.planning' };
    case 'working':
      return {
        ...{ tone: 'working', text: made === 0 ? 'mixing:card.encoding' : 'mixing:card.rendering' },
        params: { made, count },
        progress: count === 0 ? 0 : made / count,
      };
    case 'paused':
      return {
        ...{ tone: 'idle', text: 'mixing:card.paused', params: { made, count } },
        progress: count === 0 ? 0 : made / count,
      };
    case 'finishing':
      return { tone: 'working', text: 'mixing:card.certifying', params: { count }, progress: 1 };
    case 'done':
      return { tone: 'done', text: 'mixing:card.done', params: { made } };
    case 'failed':
      return run.error === null
        ? { tone: 'failed', text: 'mixing:card.failed-plain' }
        : { tone: 'failed', text: 'mixing:card.failed', params: { reason: run.error } };
    case 'cancelled':
      return { tone: 'idle', text: 'mixing:card.cancelled', params: { made } };
  }
}
