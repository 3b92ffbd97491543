import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { costOf, priceSchema, type Cost, type Price, type RunExtent } from '#core/contract/price.ts';
import type { RunPrice } from '#core/contract/tool-run-calls.ts';
import { toolPricesChanged } from '#core/contract/tool-run-events.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { SettingDefinition } from '#core/server/services/settings/settings.ts';

import { toolOf, type RunParts } from './parts.ts';
import { coreToolItems, type RunRow } from './tables.ts';
import type { AnyTool } from './tool.ts';

// What a run costs is held in the transaction that starts it, and settled in the one that ends it.

const prices = z.record(z.string().max(100), priceSchema.nullable()).default({});

/** Prices that operators have set, by the names of tools: they replace the tools' own, null makes a tool free. */
export const TOOL_PRICES_SETTING: SettingDefinition<typeof prices> = {
  key: 'core.tool-prices',
  schema: prices,
  secret: false,
  changed: toolPricesChanged,
};

/** What runs of a tool cost that are started now; null for nothing. */
export async function priceOf({ settings }: RunParts, { name, price }: AnyTool): Promise<Price | null> {
  const set = (await settings.get(TOOL_PRICES_SETTING))[name];
  return set === undefined ? (price ?? null) : set;
}

/**
 * What a run will cost that comes to so much at most; null for nothing.
 * @param agreed what whoever starts it was shown; undefined agrees to everything
 * @throws expected `core:tool-run.price-changed` (409), `core:tool-run.price-unusable` (503)
 */
export async function priceRun(
  parts: RunParts,
  tool: AnyTool,
  extent: () => Promise<RunExtent>,
  agreed: Cost | null | undefined,
): Promise<RunPrice | null> {
  const price = await priceOf(parts, tool);
  if (price === null) return null;
  const most = costOf(price, await extent());
  if (most === undefined) {
    parts.log.warn({ tool: tool.name }, 'the tool has a price by second, and does not say how long a run will be');
    return fail('core:tool-run.price-unusable', {}, { kind: 'unavailable' });
  }
  const isAgreed = agreed === undefined || most === 0 || (agreed?.unit === price.unit && most <= agreed.amount);
  if (!isAgreed) fail('core:tool-run.price-changed', {}, { kind: 'conflict' });
  return { ...price, most, spent: 0 };
}

type PricedRun = Pick<RunRow, 'id' | 'accountId' | 'tool' | 'name' | 'price' | 'revision'>;

const jobOf = ({ id }: PricedRun): string => `tool-run:${id}`;

/**
 * Sets aside what a run may still cost that begins, or begins again. Last in its transaction, for it makes others of the
 * account wait.
 * @throws expected `core:ledger.short.…`
 */
export async function holdCost({ ledger }: RunParts, tx: Tx, run: PricedRun): Promise<void> {
  const { accountId, tool: service, name, price, revision } = run;
  if (price === null || price.most <= price.spent) return;
  await ledger.hold(tx, {
    ...{ accountId, unit: price.unit, amount: price.most - price.spent, job: jobOf(run) },
    ...{ key: `${jobOf(run)}:hold:${revision}`, facts: { service, name } },
  });
}

/**
 * Spends what a run has used of what it holds, and gives the rest back: a run that failed costs nothing, one that was
 * cancelled what it had made. Last in its transaction, as {@link holdCost}.
 * @returns its price from then on
 */
export async function settleCost(
  parts: RunParts,
  tx: Tx,
  run: PricedRun & { price: RunPrice },
  state: 'done' | 'failed' | 'cancelled',
): Promise<RunPrice> {
  const { accountId, tool: service, name, price } = run;
  const hold = await parts.ledger.holdFor(tx, accountId, jobOf(run));
  if (hold === undefined) return price;
  const made = await madeExtent(parts, tx, run);
  const isFree = state === 'failed' || (state === 'cancelled' && price.per === 'success');
  const cost = isFree ? 0 : (costOf(price, made) ?? 0);
  const used = Math.min(hold.amount, Math.max(0, cost - price.spent));
  // Those of what was paid before are in an earlier record.
  const seconds = made.seconds === undefined || used === 0 ? {} : { seconds: Math.round((made.seconds * used) / cost) };
  await parts.ledger.settle(tx, {
    ...{ accountId, holdId: hold.id, used, key: `${jobOf(run)}:settle:${hold.id}` },
    facts: { service, name, ...seconds },
  });
  return { ...price, spent: price.spent + used };
}

/** What a run has come to so far. */
async function madeExtent({ tools }: RunParts, tx: Tx, { id, accountId, tool }: PricedRun): Promise<RunExtent> {
  const { runId, state, sources, seconds } = coreToolItems;
  const counted = tools.get(tool)?.counts === 'inputs' ? sql`distinct ${sources} ->> 0` : sql`*`;
  const [made] = await tx.orm
    .select({ outputs: sql<number>`count(${counted})::int`, seconds: sql<number | null>`sum(${seconds})` })
    .from(coreToolItems)
    .where(and(eq(runId, id), eq(coreToolItems.accountId, accountId), eq(state, 'made')));
  const { outputs = 0, seconds: length = null } = made ?? {};
  return { outputs, ...(length === null ? {} : { seconds: length }) };
}

/** What runs of a tool cost, and what an account has of that. */
export async function readPrice(parts: RunParts, accountId: string, name: string) {
  const price = await priceOf(parts, toolOf(parts, name));
  const available = price === null ? 0 : (await parts.ledger.balance(parts.db, accountId, price.unit)).available;
  return { price, available };
}
