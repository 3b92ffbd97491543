import { and, eq } from 'drizzle-orm';

import type { AccountScope } from '#core/server/ground/database/database.ts';

import { certifiable } from '../certificate/certify-outputs.ts';
import { compareWithEarlier } from '../certificate/compare-pairs.ts';
import { isOver } from '../certificate/pairs-over-limit.ts';
import type { RenderedOutput } from '../render/render-output.ts';
import { mixingOutputs, type Output, type Run } from '../tables.ts';
import { withFootage } from './output-facts.ts';

/**
 * Compares a video with the finished ones of its run before anybody sees it, so that what is shown as finished stays.
 * @returns a function that compares it with those that were finished since its last call, and says whether it is too
 * much like one of them
 */
export function compareFinished(run: Run, output: Output, rendered: RenderedOutput) {
  const known = new Set<string>();
  const own = certifiable({ ...rendered, file: output.id, title: output.title, shots: output.shots }, new Map());
  const mostShared = run.share ?? run.plan?.mostShared ?? Infinity;

  return async (scope: AccountScope): Promise<boolean> => {
    const made = await scope.select(mixingOutputs, {
      where: and(eq(mixingOutputs.runId, run.id), eq(mixingOutputs.state, 'made')),
    });
    const fresh = made.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    const others = (await withFootage(scope, fresh)).map(({ id, title, shots, rendered: shown }) =>
      certifiable({ ...shown, file: id, title, shots }, new Map()),
    );
    return compareWithEarlier([own], others).across.some((pair) => isOver(pair, mostShared));
  };
}
