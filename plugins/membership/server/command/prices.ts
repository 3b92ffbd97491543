import { parseArgs } from 'node:util';

import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ConsoleCommand, ConsoleContext } from '#core/server/plugins/console-command.ts';

import { priceListSchema } from '#plugins/membership/price-list.ts';
import { plannedPrices, planPrices, pricesAt } from '../prices/price-lists.ts';

/** `npm run operator -- prices …`: shows the price list in effect, and plans the next one. */
const prices: ConsoleCommand = async (context) => {
  const [command = 'help', ...words] = context.arguments;
  switch (command) {
    case 'show':
      await show(context);
      return 0;
    case 'plan':
      await plan(context, words);
      return 0;
    default:
      context.print(context.translate('membership:prices.help'));
      return command === 'help' || command === '--help' ? 0 : 2;
  }
};
export default prices;

/** The list alone goes to standard output as JSON, to be changed and given back to `plan`. */
async function show({ server, print }: ConsoleContext): Promise<void> {
  const now = server.clock.now();
  const held = await pricesAt(server.db, now);
  const planned = (await plannedPrices(server.db, now)).map((list) => ({
    holdsFrom: list.holdsFrom.toISOString(),
    prices: list.prices,
  }));
  print(JSON.stringify({ holdsFrom: held.holdsFrom?.toISOString() ?? null, prices: held.prices, planned }, null, 2));
}

async function plan({ server, print, translate, readInput }: ConsoleContext, words: readonly string[]): Promise<void> {
  const holdsFrom = readFrom(words);
  if (holdsFrom < server.clock.now()) fail('membership:prices.past', {}, { kind: 'invalid' });
  const list = priceListSchema.safeParse(readJson(await readInput()));
  if (!list.success) fail('membership:prices.wrong', { problem: z.prettifyError(list.error) }, { kind: 'invalid' });
  await planPrices(server, { holdsFrom, prices: list.data, by: 'console' });
  print(translate('membership:prices.planned', { from: holdsFrom.toISOString() }));
}

function readFrom(words: readonly string[]): Date {
  try {
    const { from } = parseArgs({ args: [...words], options: { from: { type: 'string' } } }).values;
    return new Date(z.iso.datetime({ offset: true }).parse(from));
  } catch (error) {
    return fail('membership:prices.help', {}, { kind: 'invalid', cause: error });
  }
}

/** A list, or what `show` printed. */
function readJson(text: string): unknown {
  try {
    const given: unknown = JSON.parse(text);
    return typeof given === 'object' && given !== null && 'prices' in given ? given.prices : given;
  } catch (error) {
    return fail('membership:prices.wrong', { problem: String(error) }, { kind: 'invalid', cause: error });
  }
}
