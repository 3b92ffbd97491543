import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import type * as calls from '../calls.ts';
import { OFFER_FROM } from '../limits.ts';
import { askForOthers, prepareAsking, reasonOf } from './ask-engine.ts';
import { findLanguage, translatedLines, type OfLanguage } from './lines.ts';
import { recallNear } from './memory.ts';

/** Suggestions of each source. */
const MOST = 3;
/** Milliseconds that somebody waits for the service. */
const PATIENCE = 100_000;

/**
 * Offers translations of a line.
 * @throws expected `translation:missing` (404), `translation:engine.…` (503)
 */
export async function suggest(
  ctx: ServerContext,
  own: OfLanguage & { cue: string },
  { engine, than }: z.output<typeof calls.suggest.body>,
): Promise<z.output<typeof calls.suggest.data>['items']> {
  const project = await findLanguage(ctx.db, own);
  const all = (await translatedLines(ctx.db, own)).map(({ line }) => line);
  const line = all.find(({ cue }) => cue === own.cue) ?? fail('translation:missing', {}, { kind: 'not-found' });
  const pair = { accountId: own.accountId, from: project.from, to: own.language };
  const known = await recallNear(ctx.db, pair, line.text, { from: OFFER_FROM, most: MOST });
  const items: z.output<typeof calls.suggest.data>['items'] = known.map(({ source, target, score }) => ({
    ...{ text: target, origin: score === 100 ? ('exact' as const) : ('near' as const), score, of: source },
  }));
  if (!engine) return items;
  try {
    const asked = await prepareAsking(ctx, project, { to: own.language, all });
    const signal = AbortSignal.timeout(PATIENCE);
    const others = await askForOthers(asked, { all, line, than, most: MOST, signal });
    return [...items, ...others.map((text) => ({ text, origin: 'engine' as const, score: null, of: '' }))];
  } catch (error) {
    if (!(error instanceof ProviderFailure) && !(error instanceof Error && error.name === 'AbortError')) throw error;
    const { code, params } = reasonOf(error);
    return fail(code, params, { kind: 'unavailable', cause: error });
  }
}
