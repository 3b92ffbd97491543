import type { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import { LIBRARY } from '#plugins/materials/server/api.ts';
import type { measureMixProject as call } from '#plugins/mixing/calls.ts';
import { missingGlyphs } from '#core/server/services/media/fonts/missing-glyphs.ts';
import type { Measured } from '../threads/plan-results.ts';
import type { KnownProject } from '../threads/plan-tasks.ts';
import type { Planner } from '../threads/planner.ts';
import { Recent } from '../threads/recent.ts';
import { createCopying } from './copying.ts';
import { plainBounds } from './plain-bounds.ts';
import { projectTexts } from '#plugins/mixing/project-texts.ts';
import { estimateOf } from './estimate.ts';
import { readPaces } from './run-pace.ts';

export type MeasureBody = z.output<(typeof call)['body']>;

/** Milliseconds that a search may take while somebody waits. */
const LIMIT = 2000;

const TOO_LARGE: ReadonlySet<string> = new Set(['mixing:plan-too-large', 'mixing:shots-too-many']);

/** Projects that were too large are not searched again for so many milliseconds. */
const TIRED = 60_000;

export interface MeasureOptions {
  language: MessageLanguage;
  signal?: AbortSignal;
}

/** Milliseconds of them that comparing clips may take; what is left is compared when it is asked again. */
const COMPARING = 700;

/**
 * Measures projects as they are edited, by what the library knows of their clips and by the rule that a run plans and
 * compares by. While it is not known of all clips what they show, or not all are compared, the answer is provisional.
 */
export function createMeasure(ctx: ServerContext, planner: Planner) {
  const tooLarge = new Recent<number>(100);
  const copyingOf = createCopying(ctx);

  async function search(known: KnownProject, body: MeasureBody, signal: AbortSignal | undefined): Promise<Measured> {
    const { count, share } = body;
    const now = ctx.clock.now().getTime();
    if (now - (tooLarge.get(known.key) ?? -Infinity) < TIRED) return plainBounds(known, count);
    try {
      return await planner.measure({ known, count, share, comparing: COMPARING }, { limit: LIMIT, signal });
    } catch (error) {
      if (!(error instanceof ExpectedError) || !TOO_LARGE.has(error.code)) throw error;
      tooLarge.set(known.key, now);
      return plainBounds(known, count);
    }
  }

  /** @throws expected `mixing:project-missing` (404) */
  return async ({ accountId }: Caller, body: MeasureBody, { language, signal }: MeasureOptions) => {
    const { document, count } = body;
    const { known, waiting, unseen } = await planner.see(accountId, document, body.projectId);
    if (unseen.length > 0) await ctx.use(LIBRARY)?.learnFootage(accountId, unseen);
    const [measured, paces, space, glyphs, copying] = await Promise.all([
      search(known, body, signal),
      readPaces(ctx),
      ctx.files.space(accountId),
      missingGlyphs(ctx.media.runner)(projectTexts(document), signal).catch((error: unknown) => {
        // What the project yields is worth telling all the same.
        ctx.log.warn({ err: error }, 'the fonts were not asked');
        return [];
      }),
      copyingOf(document, known.materials),
    ]);
    const { work, shots, seconds, ...yields } = measured;
    const row = yields.rows.find((one) => one.share === (body.share ?? yields.level ?? yields.rows.length - 1));
    const made = known.history === '' ? 0 : known.history.split('\n').length;
    // As many as can be made, where that is fewer.
    const makes = Math.min(count, row === undefined || row.reachable === 0 ? count : row.reachable);
    return {
      ...yields,
      ...{ made, seconds, glyphs, copying },
      shots: Object.fromEntries(shots),
      estimate: {
        ...estimateOf(paces, work, makes, seconds),
        left: space.total === null ? null : Math.max(0, space.total - space.used),
      },
      waiting: waiting.map(({ material, reason }) => ({
        material,
        reason: translate(language, reason.code, reason.params),
      })),
    };
  };
}
