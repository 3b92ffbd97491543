import type { CallData } from '#core/contract/call.ts';
import { allotmentChanged } from '#core/contract/kernel-events.ts';
import { shownAmount } from '#core/contract/ledger.ts';
import type { MessageParams } from '#core/contract/errors.ts';
import { costOf, type Cost, type RunExtent } from '#core/contract/price.ts';
import { readToolPrice } from '#core/contract/tool-run-calls.ts';
import { toolPricesChanged, toolRunEnded } from '#core/contract/tool-run-events.ts';

import { DIALOGS } from '../dialogs/dialogs.ts';
import { EVENTS } from '../events/events.ts';
import { HTTP } from '../http/http.ts';
import { eventTrigger } from '../live/event-trigger.ts';
import { LiveValue } from '../live/LiveValue.ts';
import type { PluginContext } from '../plugin-context.ts';
import { useLive } from '../react/use-live.ts';
import { usePluginContext } from '../react/use-plugin-context.ts';

/** What runs of a tool cost, and what the account has of that. */
export type ToolPrice = CallData<typeof readToolPrice>;

/** What runs of a tool cost, kept up to date while the component is shown; null until it is known. */
export function useToolPrice(tool: string): ToolPrice | null {
  const context = usePluginContext();
  return useLive(
    (scope) =>
      new LiveValue<ToolPrice>(
        scope,
        (signal) => context.get(HTTP).call(readToolPrice, { params: { tool } }, { signal, handlesErrors: true }),
        {
          events: context.get(EVENTS),
          // What a run did not use is there again.
          follows: [toolRunEnded, toolPricesChanged, allotmentChanged].map((event) => eventTrigger(event)),
        },
      ),
  ).value;
}

/** What a run costs at most that comes to so much; null for nothing, and before the price is known. */
export function shownCost(known: ToolPrice | null, extent: RunExtent): Cost | null {
  if (known === null || known.price === null) return null;
  const amount = costOf(known.price, extent);
  return amount === undefined || amount === 0 ? null : { unit: known.price.unit, amount };
}

/** What the texts `shell:cost.…` of a unit say of a cost. */
export function costParams({ unit, amount }: Cost, available: number): MessageParams {
  return { needed: shownAmount(unit, amount), available: shownAmount(unit, available) };
}

/**
 * Asks whether a run may cost what it costs, for runs that are started where no price is shown beforehand.
 * @returns what was agreed to, null for a run that costs nothing; undefined when it is not to be started
 */
export async function agreeToCost(
  context: PluginContext,
  tool: string,
  extent: RunExtent,
): Promise<Cost | null | undefined> {
  const { signal, log } = context;
  const known = await context
    .get(HTTP)
    .call(readToolPrice, { params: { tool } }, { signal })
    .catch((error: unknown) => void (signal.aborted || log.info('the price could not be read', error)));
  if (known === undefined) return undefined;
  const cost = shownCost(known, extent);
  if (cost === null) return null;
  const sure = await context.get(DIALOGS).confirm({
    title: 'shell:cost.confirm-title',
    text: `shell:cost.${known.available < cost.amount ? 'short' : 'uses'}-${cost.unit}`,
    params: costParams(cost, known.available),
    confirm: 'shell:cost.confirm',
    width: 440,
  });
  return sure ? cost : undefined;
}
