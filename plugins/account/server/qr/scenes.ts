import { and, eq, inArray } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { findByIdentity, identitiesOf } from '../accounts/identities.ts';
import { accountScenes, type SceneState } from '../tables.ts';

export type SceneRow = typeof accountScenes.$inferSelect;

/** How long each state of a scene lasts: to be scanned, to be confirmed on the phone, to bind a number. */
export const SCENE_SECONDS = { waiting: 30, scanned: 120, confirmed: 600 } as const;

/** A scene with the state that counts now. */
export async function findScene(ctx: ServerContext, tx: Tx, id: string): Promise<SceneRow | undefined> {
  const [row] = await tx.orm.select().from(accountScenes).where(eq(accountScenes.id, id));
  return row === undefined || row.expiresAt <= ctx.clock.now() ? undefined : row;
}

/**
 * Moves a scene on from one of `from`; answers undefined when it is in another state by now.
 * @param values what becomes known with it
 */
export async function moveScene(
  ctx: ServerContext,
  tx: Tx,
  scene: Pick<SceneRow, 'id'>,
  step: { from: readonly SceneState[]; to: SceneState; values?: Partial<SceneRow> },
): Promise<SceneRow | undefined> {
  const seconds = step.to === 'used' ? 0 : SCENE_SECONDS[step.to];
  const expiresAt = new Date(ctx.clock.now().getTime() + seconds * 1000);
  const [moved] = await tx.orm
    .update(accountScenes)
    .set({ ...step.values, state: step.to, expiresAt })
    .where(and(eq(accountScenes.id, scene.id), inArray(accountScenes.state, [...step.from])))
    .returning();
  return moved;
}

/**
 * The scene of the browser that asked for it, once it is confirmed.
 * @throws expected `account:refused.qr-expired`, also for a scene of another browser; `account:refused.qr-waiting`,
 * `account:refused.qr-scanned`
 */
export async function confirmedScene(ctx: ServerContext, browserHash: string | null, id: string): Promise<SceneRow> {
  const scene = await findScene(ctx, ctx.db, id);
  if (scene === undefined || scene.browserHash !== browserHash) fail('account:refused.qr-expired');
  if (scene.state === 'waiting') fail('account:refused.qr-waiting');
  if (scene.state === 'scanned') fail('account:refused.qr-scanned');
  return scene.state === 'confirmed' ? scene : fail('account:refused.qr-expired');
}

/** Who confirmed a scene: an account, possibly without a mobile number, or somebody unknown. */
export async function personOf(
  tx: Tx,
  { accountId, person }: SceneRow,
): Promise<{ accountId: string | undefined; mobileMissing: boolean }> {
  // Who confirmed with their own session is let in as they are.
  if (accountId !== null) return { accountId, mobileMissing: false };
  const known = person === null ? undefined : await findByIdentity(tx, { kind: 'wechat', value: person });
  if (known === undefined) return { accountId: undefined, mobileMissing: true };
  return { accountId: known, mobileMissing: !(await identitiesOf(tx, known)).has('mobile') };
}
