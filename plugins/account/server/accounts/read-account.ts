import { fail } from '#core/contract/errors.ts';
import type { Account, AccountOption } from '#core/contract/account-calls.ts';
import { displayName } from '#core/contract/display-name.ts';
import { adaptRole, ADAPTED_ROLE_CODES, FEATURE_LEVELS } from '#core/contract/tiers.ts';
import type { Caller, AccountRow } from '#core/server/services/accounts/accounts.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { SpendableBalance } from '#plugins/account/calls.ts';
import { identitiesOf, wechatNameOf } from './identities.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Days that a version without an end still lasts. */
const ENDLESS_DAYS = 36_500;
/** What `fdType` says. */
const MAIN_ACCOUNT = 1;
const SUB_ACCOUNT = 2;

/** The logged-in user. */
export async function readAccount(ctx: ServerContext, caller: Caller): Promise<Account> {
  const account = await ownAccount(ctx, caller);
  const known = await identitiesOf(ctx.db, account.id);
  const live = await ctx.accounts.liveSessions(ctx.db, account.id);
  const mobile = known.get('mobile') ?? null;
  return {
    id: account.id,
    fdName: account.name,
    fdUsername: known.get('username') ?? mobile ?? account.name,
    fdMobile: mobile,
    wechatName: await wechatNameOf(ctx.db, account.id),
    fdRoleCode: caller.roleCode ?? ADAPTED_ROLE_CODES.level0,
    fdType: account.parentId === null ? MAIN_ACCOUNT : SUB_ACCOUNT,
    hadTier: account.memberSince !== null,
    isQF: live.some(({ id, partner }) => partner && id === caller.sessionId),
    features: [...caller.features],
    featureLevels: caller.featureLevels ?? FEATURE_LEVELS,
    admitted: caller.admitted ?? true,
    operator: caller.operator,
    avatar: null,
  };
}

/** The sub-accounts of the caller, to choose among. */
export async function listSubAccounts(ctx: ServerContext, { accountId }: Caller): Promise<AccountOption[]> {
  const own = await ctx.accounts.subAccounts(ctx.db, accountId);
  return await Promise.all(
    own.map(async ({ id, name }) => ({ label: displayName(name, await wechatNameOf(ctx.db, id)), value: id })),
  );
}

/** What the caller can spend. */
export async function readBalances({ db, ledger }: ServerContext, { accountId }: Caller): Promise<SpendableBalance[]> {
  const own = await ledger.allotments(db, [accountId]);
  return own.map(({ unit, available, held, spent }) => ({ unit, available, held, spent }));
}

/** What is bound to the account. */
export async function readBindStatus(ctx: ServerContext, { accountId }: Caller) {
  const known = await identitiesOf(ctx.db, accountId);
  return { wechatNum: known.has('wechat'), fdMobile: known.has('mobile') };
}

/** The remaining days of the membership, rounded up, and whether it is the free one. */
export async function readMemberDays(ctx: ServerContext, caller: Caller) {
  const seconds = await secondsLeft(ctx, caller);
  const free = caller.roleCode === null || adaptRole(caller.roleCode) === ADAPTED_ROLE_CODES.level0;
  return { days: Math.ceil(seconds / DAY_SECONDS), free };
}

/** How long the version still lasts. */
export async function readDuration(ctx: ServerContext, caller: Caller) {
  const { roleUntil } = await ownAccount(ctx, caller);
  return { fdRemainingSecs: await secondsLeft(ctx, caller), fdExpireDate: roleUntil?.toISOString() ?? null };
}

/** The account's space, and what its files take of it. */
export async function readFileCapacity(ctx: ServerContext, { accountId }: Caller) {
  const { used, total } = await ctx.files.space(accountId);
  return { fdTotalSize: total ?? 0, fdUsedSize: used };
}

async function secondsLeft(ctx: ServerContext, caller: Caller): Promise<number> {
  const { roleUntil } = await ownAccount(ctx, caller);
  if (roleUntil === null) return ENDLESS_DAYS * DAY_SECONDS;
  return Math.max(0, Math.floor((roleUntil.getTime() - ctx.clock.now().getTime()) / 1000));
}

async function ownAccount(ctx: ServerContext, { accountId }: Caller): Promise<AccountRow> {
  return (await ctx.accounts.find(ctx.db, accountId)) ?? fail('core:unauthenticated', {}, { kind: 'unauthenticated' });
}
