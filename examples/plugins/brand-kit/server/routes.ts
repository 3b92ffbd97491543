import { randomUUID } from 'node:crypto';

import { fail } from '@reelport/core/contract';
import {
  isUniqueViolation,
  LIBRARY,
  serverSettings,
  type CallRegistry,
  type ServerContext,
  type Tx,
} from '@reelport/core/server';
import { asc, eq, sql } from 'drizzle-orm';

import { createKit, deleteKit, extractPalette, listKits, updateKit, type Kit, type KitFields } from '../calls.ts';
import { settings } from '../settings.ts';
import { tellKits } from './tell-kits.ts';
import { brandKits, type KitRow } from './tables.ts';

/** The calls of the kits' page. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  const set = serverSettings(ctx, settings);

  calls.handle(listKits, async (_input, { caller }) => {
    const rows = await ctx.db.scope(caller.accountId).select(brandKits, { orderBy: asc(brandKits.name), limit: 500 });
    return { items: rows.map(toKit) };
  });

  calls.handle(createKit, async ({ body }, { caller: { accountId } }) => {
    const { mostKits } = await set.operator();
    return await named(body, () =>
      ctx.db.transaction(async (tx) => {
        // Two concurrent requests would both count too few.
        await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`brand-kit ${accountId}`}, 0))`);
        const kits = tx.scope(accountId);
        if ((await kits.count(brandKits)) >= mostKits)
          fail('brand-kit:too-many', { most: mostKits }, { kind: 'conflict' });
        const id = randomUUID();
        const [row] = await kits.insert(brandKits, { ...body, id, createdAt: ctx.clock.now() });
        await tellKits(ctx, tx, accountId);
        return toKit(present(row));
      }),
    );
  });

  calls.handle(
    updateKit,
    async ({ params: { id }, body }, { caller: { accountId } }) =>
      await named(body, () =>
        ctx.db.transaction(async (tx) => {
          const [row] = await tx.scope(accountId).update(brandKits, eq(brandKits.id, id), body);
          const kit = toKit(present(row));
          await tellKits(ctx, tx, accountId);
          return kit;
        }),
      ),
  );

  calls.handle(deleteKit, async ({ params: { id } }, { caller: { accountId } }) => {
    await ctx.db.transaction(async (tx) => {
      const [row] = await tx.scope(accountId).delete(brandKits, eq(brandKits.id, id));
      present(row);
      await tellKits(ctx, tx, accountId);
    });
    return {};
  });

  calls.handle(extractPalette, async ({ params: { id }, body: { materialId } }, { caller: { accountId } }) => {
    const library = ctx.use(LIBRARY) ?? fail('brand-kit:library-missing', {}, { kind: 'unavailable' });
    const material = (await library.find(accountId, [materialId])).get(materialId);
    if (material === undefined || material.trashed || material.kind !== 'image') {
      fail('brand-kit:picture-missing', {}, { kind: 'not-found' });
    }
    return await ctx.db.transaction(async (tx) => await startPalette(tx, accountId, id, materialId));
  });

  async function startPalette(tx: Tx, accountId: string, kitId: string, materialId: string) {
    const payload = { kitId, materialId };
    const task = await ctx.jobs.enqueue(tx, 'brand-kit.palette', { accountId, payload });
    const [row] = await tx.scope(accountId).update(brandKits, eq(brandKits.id, kitId), { paletteTask: task.id });
    present(row);
    await tellKits(ctx, tx, accountId);
    return { taskId: task.id };
  }
}

async function named<T>({ name }: KitFields, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) fail('brand-kit:name-taken', { name }, { kind: 'conflict', cause: error });
    throw error;
  }
}

/** Another account's kit is reported like one that does not exist. */
function present(row: KitRow | undefined): KitRow {
  return row ?? fail('brand-kit:kit-missing', {}, { kind: 'not-found' });
}

function toKit({ createdAt: _createdAt, accountId: _accountId, ...kit }: KitRow): Kit {
  return kit;
}
