import { and, asc, eq, lte, sql } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { voicesLeftCopies, type LeftCopy, type VoiceCopy } from '../tables.ts';

const MINUTE = 60_000;
/** Milliseconds after which a copy is tried again that could not be deleted, doubled each time up to a day. */
const [FIRST, MOST] = [10 * MINUTE, 24 * 60 * MINUTE];
/** Copies that one round looks at. */
const BATCH = 200;

/**
 * Notes a copy of a voice that is gone, such as with its account: the service is to delete it. What is deleted from the
 * table of voices is noted by the database itself.
 * @param reference the voice's id, by which services find what they have made of it
 */
export async function noteLeftCopy(
  { clock }: Pick<ServerContext, 'clock'>,
  tx: Tx,
  { service, voice }: VoiceCopy,
  reference: string,
): Promise<void> {
  const dueAt = clock.now();
  await tx.orm
    .insert(voicesLeftCopies)
    .values({ service, reference, voice, dueAt })
    .onConflictDoUpdate({
      target: [voicesLeftCopies.service, voicesLeftCopies.reference],
      set: { voice, dueAt },
    });
}

/**
 * Has copies deleted whose voices are gone. One whose service is away, refuses, or is not the one in use stays for later.
 * @returns how many are gone
 */
export async function forgetCopies(ctx: Pick<ServerContext, 'db' | 'clock' | 'providers' | 'log'>): Promise<number> {
  const due = await ctx.db.orm
    .select()
    .from(voicesLeftCopies)
    .where(lte(voicesLeftCopies.dueAt, ctx.clock.now()))
    .orderBy(asc(voicesLeftCopies.dueAt))
    .limit(BATCH);
  if (due.length === 0) return 0;
  const use = await ctx.providers.use('voices').catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'copies of voices that are gone cannot be deleted now');
    return null;
  });
  let gone = 0;
  let isAway = use === null;
  for (const copy of due) {
    if (use === null || use.id !== copy.service || isAway) {
      await later(ctx, copy);
      continue;
    }
    try {
      await use.provider.remove(copy.voice, copy.reference);
      // Meanwhile it may have become known what the service calls it: that one is still there.
      const same = sql`${voicesLeftCopies.voice} is not distinct from ${copy.voice}`;
      const deleted = await ctx.db.orm
        .delete(voicesLeftCopies)
        .where(and(eq(voicesLeftCopies.id, copy.id), same))
        .returning({ id: voicesLeftCopies.id });
      gone += deleted.length;
    } catch (error) {
      ctx.log.warn({ err: error, service: copy.service }, 'a copy of a voice that is gone could not be deleted');
      await later(ctx, copy);
      // A service that serves nobody now keeps nobody waiting for each of the others; one copy that it refuses does not.
      isAway = error instanceof ProviderFailure && error.kind !== 'refused';
    }
  }
  return gone;
}

async function later({ db, clock }: Pick<ServerContext, 'db' | 'clock'>, { id, tries }: LeftCopy): Promise<void> {
  const dueAt = new Date(clock.now().getTime() + Math.min(MOST, FIRST * 2 ** Math.min(tries, 20)));
  await db.orm
    .update(voicesLeftCopies)
    .set({ dueAt, tries: tries + 1 })
    .where(eq(voicesLeftCopies.id, id));
}
