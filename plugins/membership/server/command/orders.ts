import { parseArgs } from 'node:util';

import { desc } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ConsoleCommand, ConsoleContext } from '#core/server/plugins/console-command.ts';

import { itemOf } from '#plugins/membership/price-list.ts';
import { ordersInReview } from '../orders/follow-orders.ts';
import { decideOrder, findOrder } from '../orders/decide-order.ts';
import { membershipReconciliations } from '../tables.ts';

/** Days whose comparison is shown. */
const SHOWN_DAYS = 14;

/** `npm run operator -- orders …`: what waits for an operator, and what becomes of it. */
const orders: ConsoleCommand = async (context) => {
  const [command = 'help', ...words] = context.arguments;
  switch (command) {
    case 'review':
      await review(context);
      return 0;
    case 'differences':
      await differences(context);
      return 0;
    case 'accept':
    case 'give-up':
      await decide(context, words, command === 'accept' ? 'accepted' : 'given-up');
      return 0;
    default:
      context.print(context.translate('membership:orders.help'));
      return command === 'help' || command === '--help' ? 0 : 2;
  }
};
export default orders;

async function review({ server, print, translate }: ConsoleContext): Promise<void> {
  const rows = await ordersInReview(server);
  for (const { number, accountId, purchase, price, fee, reason, paidAmount, paidCurrency } of rows) {
    const paid = paidAmount === null ? '-' : `${(paidAmount / 100).toFixed(2)} ${paidCurrency ?? ''}`;
    const why = reason === null ? '' : translate(`membership:orders.reason-${reason}`);
    print(
      translate('membership:orders.line', {
        ...{ number, account: accountId, item: itemOf(purchase), total: ((price + fee) / 100).toFixed(2), paid, why },
      }),
    );
  }
  print(translate('membership:orders.count', { count: rows.length }));
}

/** What the daily comparison with the payment services has shown, newest first. */
async function differences({ server, print, translate }: ConsoleContext): Promise<void> {
  const reports = await server.db.orm
    .select()
    .from(membershipReconciliations)
    .orderBy(desc(membershipReconciliations.day))
    .limit(SHOWN_DAYS);
  for (const { day, orders: count, differences: found } of reports) {
    print(translate('membership:orders.day', { day, orders: count, differences: found.length }));
    for (const { number, service, kind } of found) {
      print(`  ${number}  ${service}  ${translate(`membership:orders.difference-${kind}`)}`);
    }
  }
  if (reports.length === 0) print(translate('membership:orders.no-days'));
}

const decisionSchema = z.object({ number: z.string(), reason: z.string().trim().min(3).max(200) });

async function decide(
  { server, print, translate }: ConsoleContext,
  words: readonly string[],
  type: 'accepted' | 'given-up',
): Promise<void> {
  const { number, reason } = readDecision(words);
  const moved = await decideOrder(server, await findOrder(server.db, number), { type, reason, actor: 'console' });
  print(translate(`membership:orders.now-${moved.state === 'closed' ? 'closed' : 'accepted'}`, { number }));
}

function readDecision(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return decisionSchema.parse(parseArgs({ args: [...words], options: { number: text, reason: text } }).values);
  } catch (error) {
    return fail('membership:orders.help', {}, { kind: 'invalid', cause: error });
  }
}
