import type { LoginToken } from '#core/contract/account-calls.ts';
import { fail } from '#core/contract/errors.ts';
import { SEC_CODE } from '#core/contract/envelope.ts';
import { levelOfRole, type Level, type LevelLimits } from '#core/contract/tiers.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { type AccountRow, type LiveSession, roleAt } from '#core/server/services/accounts/accounts.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';

import { hashDevice, type Visitor } from '../visitor.ts';

/** As long as the browser keeps its cookie. */
const LOGIN_SECONDS = 7 * 24 * 60 * 60;

export interface LoginOptions {
  accountId: string;
  /** The name that the device gave itself. */
  deviceId?: string;
  /** How the person proved who they are: `sms`, `qr`, `password`, `partner`, `console`. */
  by: string;
  partner?: boolean;
  /** Lifetime of the token; 7 days when absent. */
  seconds?: number;
}

/** Opens a session in the transaction of {@link withLogin}. */
export type OpenLogin = (options: LoginOptions) => Promise<LoginToken>;

/**
 * Runs `work` in a transaction in which it may log somebody in. Each login gets a session of its own, whatever token
 * the browser held before. Sessions of the same device are replaced; where the level has room for fewer devices,
 * the oldest sessions are forced offline.
 * @throws expected `core:account-disabled` (code 406)
 */
export async function withLogin<T>(
  ctx: ServerContext,
  visitor: Visitor,
  work: (tx: Tx, openLogin: OpenLogin) => Promise<T>,
): Promise<T> {
  // Read before the transaction: waiting for a second connection while holding one may deadlock.
  const limits = await ctx.settings.get(LEVEL_LIMITS_SETTING);
  return await ctx.db.transaction((tx) => work(tx, (options) => openLogin(ctx, tx, visitor, { limits, ...options })));
}

async function openLogin(
  ctx: ServerContext,
  tx: Tx,
  visitor: Visitor,
  options: LoginOptions & { limits: Readonly<Record<Level, LevelLimits>> },
): Promise<LoginToken> {
  const { accountId, by, partner = false, seconds = LOGIN_SECONDS, limits } = options;
  // Two logins at once would both find room for themselves.
  const account = await ctx.accounts.find(tx, accountId, { lock: true });
  if (account === undefined || account.disabled) {
    fail('core:account-disabled', {}, { secCode: SEC_CODE.abnormalAccount });
  }
  const deviceId = options.deviceId === undefined ? undefined : hashDevice(ctx, options.deviceId);
  const level = levelOfRole(roleAt(account, ctx.clock.now())) ?? 'level0';
  const forced = await makeRoom(ctx, tx, account, { deviceId, devices: limits[level].devices });
  const session = await ctx.accounts.openSession(tx, accountId, {
    ...{ deviceId, userAgent: visitor.userAgent, ip: visitor.ip, partner, seconds },
  });
  const from = { accountId, ip: visitor.ip, requestId: visitor.requestId };
  await ctx.audit.record(tx, {
    ...{ actor: accountId, action: 'account.login', target: session.sessionId, ...from, details: { by } },
  });
  for (const { id } of forced) {
    await ctx.audit.record(tx, { actor: accountId, action: 'account.forced-offline', target: id, ...from });
  }
  return { access_token: session.token, expires_in: seconds };
}

/** Ends what is in the way of one more session; answers those that were forced offline. */
async function makeRoom(
  ctx: ServerContext,
  tx: Tx,
  account: AccountRow,
  { deviceId, devices }: { deviceId: string | undefined; devices: number },
): Promise<LiveSession[]> {
  const live = await ctx.accounts.liveSessions(tx, account.id);
  const [own, others] = [live.filter(isOf(deviceId)), live.filter((session) => !isOf(deviceId)(session))];
  for (const { id } of own) await ctx.accounts.revokeSession(tx, id, 'replaced');
  // A session without a device name counts as a separate device.
  const byDevice = [...Map.groupBy(others, (session) => session.deviceId ?? session.id).values()];
  const tooMany = byDevice.slice(0, Math.max(0, byDevice.length - (devices - 1))).flat();
  for (const { id } of tooMany) await ctx.accounts.revokeSession(tx, id, 'forced-offline');
  return tooMany;
}

function isOf(deviceId: string | undefined) {
  return (session: LiveSession) => deviceId !== undefined && session.deviceId === deviceId;
}
