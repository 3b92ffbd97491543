import { and, eq, notInArray } from 'drizzle-orm';

import type { AccountScope } from '#core/server/ground/database/database.ts';
import { coreToolItems } from '#core/server/services/tool-runs/tables.ts';

import { certifiable } from '../certificate/certify-outputs.ts';
import { findAlike, type Alike } from '../certificate/find-alike.ts';
import type { RenderedOutput } from '../render/render-output.ts';
import type { Run } from '../tables.ts';
import { MAX_EARLIER } from './choose-missing.ts';
import { withFootage } from './output-facts.ts';
import { madeBeside, selectOutputs, type Output, type PlannedOutput } from './outputs.ts';

/**
 * Compares a video with the finished ones of its run, and with those of other runs that were made of the same shots,
 * before anybody sees it: what is shown as finished stays.
 * @returns a function that compares it with those that were finished since its last call
 */
export function compareFinished(
  run: Run,
  { id: own, params: { shots: ownShots, title: ownTitle } }: { id: string; params: PlannedOutput },
  rendered: RenderedOutput,
) {
  const known = new Set<string>();
  const merged = new Map(Object.entries(run.plan?.offered ?? {}));
  const compared = certifiable({ ...rendered, file: own, title: ownTitle, shots: ownShots }, merged);
  const mostShared = run.share ?? run.plan?.mostShared ?? Infinity;
  const binds = ({ runId, shots }: Output) => runId === run.id || shots.every(({ symbol }) => merged.has(symbol));

  return async (scope: AccountScope): Promise<Alike | null> => {
    const where = known.size === 0 ? undefined : notInArray(coreToolItems.id, [...known]);
    const ofRun = and(eq(coreToolItems.runId, run.id), eq(coreToolItems.state, 'made'), where);
    const fresh = [
      ...(await selectOutputs(scope, ofRun)),
      ...(await madeBeside(scope, run, { limit: MAX_EARLIER, where })),
    ];
    for (const { id } of fresh) known.add(id);
    const others = (await withFootage(scope, run.projectId, fresh.filter(binds))).map(
      ({ id, title, shots, rendered: shown }) => certifiable({ ...shown, file: id, title, shots }, merged),
    );
    return findAlike(compared, others, mostShared);
  };
}
