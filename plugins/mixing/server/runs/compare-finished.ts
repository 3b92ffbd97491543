import { and, desc, eq, ne, notInArray } from 'drizzle-orm';

import type { AccountScope } from '#core/server/ground/database/database.ts';

import { certifiable } from '../certificate/certify-outputs.ts';
import { findAlike, type Alike } from '../certificate/find-alike.ts';
import type { RenderedOutput } from '../render/render-output.ts';
import { mixingOutputs, type Output, type Run } from '../tables.ts';
import { MAX_EARLIER } from './choose-missing.ts';
import { withFootage } from './output-facts.ts';

/**
 * Compares a video with the finished ones of its run, and with those of other runs that were made of the same shots,
 * before anybody sees it: what is shown as finished stays.
 * @returns a function that compares it with those that were finished since its last call
 */
export function compareFinished(run: Run, output: Output, rendered: RenderedOutput) {
  const known = new Set<string>();
  const merged = new Map(Object.entries(run.plan?.offered ?? {}));
  const own = certifiable({ ...rendered, file: output.id, title: output.title, shots: output.shots }, merged);
  const mostShared = run.share ?? run.plan?.mostShared ?? Infinity;
  const binds = ({ runId, shots }: Output) => runId === run.id || shots.every(({ symbol }) => merged.has(symbol));

  return async (scope: AccountScope): Promise<Alike | null> => {
    const made = and(
      eq(mixingOutputs.projectId, run.projectId),
      eq(mixingOutputs.state, 'made'),
      known.size === 0 ? undefined : notInArray(mixingOutputs.id, [...known]),
    );
    const fresh = [
      ...(await scope.select(mixingOutputs, { where: and(made, eq(mixingOutputs.runId, run.id)) })),
      ...(await scope.select(mixingOutputs, {
        where: and(made, ne(mixingOutputs.runId, run.id)),
        orderBy: desc(mixingOutputs.id),
        limit: MAX_EARLIER,
      })),
    ];
    for (const { id } of fresh) known.add(id);
    const others = (await withFootage(scope, fresh.filter(binds))).map(({ id, title, shots, rendered: shown }) =>
      certifiable({ ...shown, file: id, title, shots }, merged),
    );
    return findAlike(own, others, mostShared);
  };
}
