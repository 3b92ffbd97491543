import { parseArgs } from 'node:util';

import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { LEDGER_UNITS, MAX_LEDGER_AMOUNT, shownAmount } from '#core/contract/ledger.ts';
import type { ConsoleCommand, ConsoleContext } from '#core/server/plugins/console-command.ts';
import { checkLedger } from '#core/server/services/ledger/check-ledger.ts';

import { ONE_OPERATOR } from '../settings.ts';

/** `npm run operator -- ledger …`: proves the ledger, gives to accounts, and sets what one operator may give alone. */
const ledger: ConsoleCommand = async (context) => {
  const [command = 'help', ...words] = context.arguments;
  switch (command) {
    case 'check':
      return await check(context);
    case 'grant':
      await grant(context, words);
      return 0;
    case 'one-operator':
      await setOneOperator(context, words);
      return 0;
    default:
      context.print(context.translate('membership:ledger.help', { units: LEDGER_UNITS.join(', ') }));
      return command === 'help' || command === '--help' ? 0 : 2;
  }
};
export default ledger;

/** @returns 1 when something does not add up */
async function check({ server, print, translate }: ConsoleContext): Promise<number> {
  const { totals, faults, ...counts } = await checkLedger(server.db);
  print(translate('membership:ledger.counted', counts));
  for (const { unit, issued, spent, owned } of totals) print(`  ${unit}: ${issued} = ${spent} + ${owned}`);
  for (const { kind, where } of faults) print(`  ${translate(`membership:ledger.fault-${kind}`, { where })}`);
  print(
    translate(faults.length === 0 ? 'membership:ledger.true' : 'membership:ledger.wrong', { count: faults.length }),
  );
  return faults.length === 0 ? 0 : 1;
}

const grantSchema = z.object({
  account: z.uuid(),
  unit: z.enum(LEDGER_UNITS),
  amount: z
    .string()
    .regex(/^[1-9]\d*$/)
    .transform(Number)
    .pipe(z.number().max(MAX_LEDGER_AMOUNT)),
  reason: z.string().trim().min(3).max(200),
  /** The same key gives once, however often the command is repeated. */
  key: z.string().min(8).max(100).optional(),
});

async function grant({ server, print, translate }: ConsoleContext, words: readonly string[]): Promise<void> {
  const { account: accountId, unit, amount, reason, key = crypto.randomUUID() } = readGrant(words);
  const { after, isRepeated } = await server.db.transaction(async (tx) => {
    if ((await server.accounts.find(tx, accountId)) === undefined) {
      fail('membership:ledger.account-missing', { account: accountId }, { kind: 'not-found' });
    }
    const step = { accountId, unit, amount, key: `console:${key}`, kind: 'grant' } as const;
    const moved = await server.ledger.issue(tx, { ...step, facts: { by: 'console', reason } });
    if (!moved.isRepeated) {
      const details = { unit, amount, reason };
      await server.audit.record(tx, {
        actor: 'console',
        action: 'ledger.grant',
        target: accountId,
        accountId,
        details,
      });
    }
    return moved;
  });
  const shown = { amount: shownAmount(unit, amount), after: shownAmount(unit, after), unit };
  print(translate(isRepeated ? 'membership:ledger.granted-before' : 'membership:ledger.granted', shown));
}

function readGrant(words: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { account: text, unit: text, amount: text, reason: text, key: text };
  try {
    return grantSchema.parse(parseArgs({ args: [...words], options }).values);
  } catch (error) {
    return fail('membership:ledger.help', { units: LEDGER_UNITS.join(', ') }, { kind: 'invalid', cause: error });
  }
}

const oneOperatorSchema = z.object({
  unit: z.enum(LEDGER_UNITS),
  most: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(MAX_LEDGER_AMOUNT)),
});

/** Here nobody has to agree, for where there is one operator. */
async function setOneOperator({ server, print, translate }: ConsoleContext, words: readonly string[]): Promise<void> {
  const { unit, most } = readOneOperator(words);
  await server.settings.change(ONE_OPERATOR, (limits) => ({ ...limits, [unit]: most }), 'console');
  print(translate('membership:ledger.one-operator', { most: shownAmount(unit, most), unit }));
}

function readOneOperator(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return oneOperatorSchema.parse(parseArgs({ args: [...words], options: { unit: text, most: text } }).values);
  } catch (error) {
    return fail('membership:ledger.help', { units: LEDGER_UNITS.join(', ') }, { kind: 'invalid', cause: error });
  }
}
