import { parseArgs } from 'node:util';

import { eq } from 'drizzle-orm';
import type { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { STORED_ROLE_CODES } from '#core/contract/tiers.ts';
import type { ConsoleCommand, ConsoleContext } from '#core/server/plugins/console-command.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import { FEATURE_LEVELS_SETTING, MEMBER_ROLES_SETTING } from '#core/server/services/settings/tier-rules.ts';
import type { SettingDefinition } from '#core/server/services/settings/settings.ts';
import { TOOL_PRICES_SETTING } from '#core/server/services/tool-runs/payments.ts';

import { mobileSchema } from '#plugins/account/calls.ts';
import { addIdentity, claimIdentity, findByIdentity } from '../accounts/identities.ts';
import { setPassword } from '../login/passwords.ts';
import { EARLIER_NAMES, setEarlierService } from '../services/earlier-services.ts';
import { CLIENTS, CODE_KEY, GIFT, LIMITS, PARTNERS, PLATFORMS, SUB_ACCOUNTS } from '../settings.ts';
import { accountDeletions } from '../tables.ts';

/** The stored role of the highest level. */
const OPERATOR_ROLE = STORED_ROLE_CODES.level4;
const LINK_SECONDS = 60 * 60;
const MIN_PASSWORD = 10;
const USERNAME = /^[a-z0-9._-]{2,30}$/;

const SETTINGS: readonly SettingDefinition<z.ZodType>[] = [
  LIMITS,
  CLIENTS,
  PARTNERS,
  PLATFORMS,
  GIFT,
  SUB_ACCOUNTS,
  CODE_KEY,
  LEVEL_LIMITS_SETTING,
  FEATURE_LEVELS_SETTING,
  MEMBER_ROLES_SETTING,
  TOOL_PRICES_SETTING,
];

/** `npm run operator -- …`: for administrators with access to the server. */
const operator: ConsoleCommand = async (context) => {
  const [command = 'help', ...words] = context.arguments;
  switch (command) {
    case 'create':
      await create(context, words);
      return 0;
    case 'promote':
      await promote(context, words);
      return 0;
    case 'restore':
      await restore(context, words[0] ?? '');
      return 0;
    case 'settings':
      for (const name of settingNames()) context.print(name);
      return 0;
    case 'set':
      await set(context, words[0] ?? '');
      return 0;
    default:
      context.print(context.translate('account:operator.help'));
      return command === 'help' || command === '--help' ? 0 : 2;
  }
};
export default operator;

function readOptions(words: readonly string[]) {
  const options = {
    mobile: { type: 'string' },
    name: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (error) {
    return fail('account:operator.help', {}, { kind: 'invalid', cause: error });
  }
}

async function create(context: ConsoleContext, words: readonly string[]): Promise<void> {
  const { mobile, name, 'password-stdin': withPassword = false } = readOptions(words);
  if (mobile === undefined && !(name !== undefined && withPassword))
    fail('account:operator.help', {}, { kind: 'invalid' });
  if (mobile !== undefined && !mobileSchema.safeParse(mobile).success) {
    fail('account:refused.mobile-format', {}, { kind: 'invalid' });
  }
  const password = withPassword ? (await context.readInput()).replace(/\r?\n$/, '') : undefined;
  if (password !== undefined && [...password].length < MIN_PASSWORD) {
    fail('account:operator.password-short', { min: MIN_PASSWORD }, { kind: 'invalid' });
  }
  const username = password === undefined ? undefined : (name ?? mobile ?? '').toLowerCase();
  if (username !== undefined && !USERNAME.test(username)) fail('account:operator.name-format', {}, { kind: 'invalid' });

  const { server } = context;
  const shown = name ?? mobile ?? '';
  const token = await server.db.transaction(async (tx) => {
    const identities = [
      ...(mobile === undefined ? [] : [{ kind: 'mobile', value: mobile }]),
      ...(username === undefined ? [] : [{ kind: 'username', value: username }]),
    ];
    const account = await server.accounts.create(tx, { name: shown, roleCode: OPERATOR_ROLE, operator: true });
    for (const identity of identities) {
      if ((await claimIdentity(tx, identity)) !== undefined) {
        if (identity.kind === 'mobile')
          fail('account:operator.mobile-taken', { mobile: identity.value }, { kind: 'conflict' });
        fail('account:operator.name-taken', { name: identity.value }, { kind: 'conflict' });
      }
      await addIdentity(server, tx, account.id, identity);
    }
    if (password !== undefined) await setPassword(server, tx, account.id, password);
    await record(context, tx, 'operator.create', account.id);
    return (await server.accounts.openSession(tx, account.id, { seconds: LINK_SECONDS })).token;
  });
  context.print(context.translate('account:operator.created', { name: shown }));
  context.print(context.translate('account:operator.link'));
  context.print(`  ${context.address}/workbench?access_token=${token}`);
  if (mobile !== undefined) context.print(context.translate('account:operator.by-mobile', { mobile }));
  if (username !== undefined) context.print(context.translate('account:operator.by-password', { name: username }));
}

async function promote(context: ConsoleContext, words: readonly string[]): Promise<void> {
  const { mobile = '' } = readOptions(words);
  const { server } = context;
  const name = await server.db.transaction(async (tx) => {
    const accountId = await findByIdentity(tx, { kind: 'mobile', value: mobile });
    const account = accountId === undefined ? undefined : await server.accounts.find(tx, accountId);
    if (account === undefined) fail('account:operator.account-missing', { account: mobile }, { kind: 'not-found' });
    await server.accounts.setOperator(tx, account.id, true);
    await record(context, tx, 'operator.promote', account.id);
    return account.name;
  });
  context.print(context.translate('account:operator.promoted', { name }));
}

async function restore(context: ConsoleContext, accountId: string): Promise<void> {
  const { server } = context;
  const name = await server.db.transaction(async (tx) => {
    const known = /^[0-9a-f-]{36}$/.test(accountId);
    const [kept] = known
      ? await tx.orm.select().from(accountDeletions).where(eq(accountDeletions.accountId, accountId))
      : [];
    const account = known ? await server.accounts.find(tx, accountId) : undefined;
    if (kept === undefined || account === undefined) {
      fail('account:operator.not-restorable', { account: accountId }, { kind: 'not-found' });
    }
    await tx.orm.delete(accountDeletions).where(eq(accountDeletions.accountId, accountId));
    // What has passed to the other account stays there.
    for (const identity of kept.identities) {
      if ((await claimIdentity(tx, identity)) === undefined) await addIdentity(server, tx, accountId, identity);
    }
    await server.accounts.enable(tx, accountId);
    await record(context, tx, 'account.restore', accountId);
    return account.name;
  });
  context.print(context.translate('account:operator.restored', { name }));
}

function settingNames(): string[] {
  return [...EARLIER_NAMES, ...SETTINGS.map(({ key }) => key)];
}

async function set(context: ConsoleContext, name: string): Promise<void> {
  const definition = SETTINGS.find(({ key }) => key === name);
  const isEarlier = EARLIER_NAMES.includes(name);
  if (definition === undefined && !isEarlier) {
    const names = settingNames().join(', ');
    fail('account:operator.setting-unknown', { name, names }, { kind: 'not-found' });
  }
  const input = await context.readInput();
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch (error) {
    fail('account:operator.setting-json', {}, { kind: 'invalid', cause: error });
  }
  const { settings } = context.server;
  if (definition === undefined) await setEarlierService(settings, name, value, 'console');
  else await settings.set(definition, value, 'console');
  context.print(context.translate('account:operator.setting-saved', { name }));
}

async function record({ server }: ConsoleContext, tx: Tx, action: string, accountId: string): Promise<void> {
  await server.audit.record(tx, { actor: 'console', action, target: accountId, accountId });
}
