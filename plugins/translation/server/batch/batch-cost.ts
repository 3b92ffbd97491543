import { costOf, extentOf, type Cost, type Price, type RunExtent } from '#core/contract/price.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { DUB_TOOL } from '#plugins/translation/dub-calls.ts';
import { EXPORT_TOOL } from '#plugins/translation/export-settings.ts';

import type { BatchRow } from '../tables.ts';

/** The tool of copywriting that extracts texts. */
const EXTRACT_TOOL = 'copywriting.extract';

/** The tools that a batch starts runs of; each holds what it costs when it begins, and settles that when it ends. */
export const BATCH_TOOLS = [EXTRACT_TOOL, DUB_TOOL, EXPORT_TOOL] as const;
export type BatchTool = (typeof BATCH_TOOLS)[number];

/** What the tools cost now, and what the account has of that. @throws expected `core:task.plugin-missing` (503) */
export async function toolPrices({ toolRuns }: Pick<ServerContext, 'toolRuns'>, accountId: string) {
  const found = await Promise.all(
    BATCH_TOOLS.map(async (tool) => [tool, await toolRuns.price(accountId, tool)] as const),
  );
  return new Map(found);
}

/** The most that one run may cost, by the price that the batch began with. */
export function agreedFor({ prices }: Pick<BatchRow, 'prices'>, tool: BatchTool, extent: RunExtent): Cost | null {
  const price = prices[tool] ?? null;
  const amount = price === null ? undefined : costOf(price, extent);
  return price === null || amount === undefined ? null : { unit: price.unit, amount };
}

/** The runs of a batch: how many of each tool, and the lengths of their videos. */
export type BatchExtents = Readonly<Record<BatchTool, readonly number[]>>;

/** What runs cost together, by unit. Each run is priced by itself, as it will be held. */
export function sumCosts(prices: ReadonlyMap<string, { price: Price | null }>, extents: BatchExtents): Cost[] {
  const sums = new Map<Cost['unit'], number>();
  for (const tool of BATCH_TOOLS) {
    const price = prices.get(tool)?.price ?? null;
    if (price === null) continue;
    for (const seconds of extents[tool]) {
      const amount = costOf(price, extentOf([seconds])) ?? 0;
      sums.set(price.unit, (sums.get(price.unit) ?? 0) + amount);
    }
  }
  return [...sums].map(([unit, amount]) => ({ unit, amount }));
}
