import { createHash, timingSafeEqual } from 'node:crypto';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { ExpectedError } from '#core/contract/errors.ts';
import { translate } from '#core/server/ground/messages.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { findByIdentity } from '../accounts/identities.ts';
import { attempt, maskNumber } from '../limits.ts';
import { CLIENTS } from '../settings.ts';
import type { Visitor } from '../visitor.ts';
import { withLogin } from './open-login.ts';
import { isPassword } from './passwords.ts';

export interface PasswordLogin {
  username: string;
  password: string;
  id?: string;
  grant_type: string;
  client_id: string;
  client_secret: string;
}

type OAuthError = 'invalid_grant' | 'invalid_client' | 'unsupported_grant_type' | 'access_denied';

/** What `/oauth/token` answers: a token, or what OAuth calls the error. */
export type PasswordAnswer =
  | { access_token: string; expires_in: number; token_type: 'Bearer' }
  | { error: OAuthError; message: string };

/**
 * Logs in by user name or mobile number and password. An unknown name and a wrong password are refused alike and in
 * the same time.
 * @throws expected `account:refused.too-often` (429)
 */
export async function loginByPassword(
  ctx: ServerContext,
  visitor: Visitor,
  { username, password, id, grant_type, client_id, client_secret }: PasswordLogin,
): Promise<PasswordAnswer> {
  const name = username.trim().toLowerCase();
  const notMissed = await attempt(ctx, visitor, { limit: 'loginsPerAddress', of: visitor.address }, [
    { limit: 'wrongPasswordsPerAddress', of: visitor.address },
    { limit: 'wrongPasswordsPerName', of: name },
  ]);
  if (!(await isClient(ctx, client_id, client_secret))) {
    await notMissed();
    return refusal(visitor, 'invalid_client', 'account:refused.client');
  }
  if (grant_type !== 'password') {
    await notMissed();
    return refusal(visitor, 'unsupported_grant_type', 'account:refused.grant');
  }

  const accountId =
    (await findByIdentity(ctx.db, { kind: 'username', value: name })) ??
    (await findByIdentity(ctx.db, { kind: 'mobile', value: name }));
  const right = await isPassword(ctx, accountId, password);
  if (accountId === undefined || !right) {
    await ctx.audit.record(ctx.db, {
      ...{ actor: 'anonymous', action: 'account.login-failed', target: maskNumber(name) },
      ...{ ip: visitor.ip, requestId: visitor.requestId, details: { by: 'password' } },
    });
    return refusal(visitor, 'invalid_grant', 'account:refused.password');
  }
  await notMissed();
  try {
    const token = await withLogin(ctx, visitor, (_tx, openLogin) =>
      openLogin({ accountId, deviceId: id, by: 'password' }),
    );
    return { ...token, token_type: 'Bearer' };
  } catch (error) {
    if (error instanceof ExpectedError && error.code === 'core:account-disabled') {
      return refusal(visitor, 'access_denied', error.code);
    }
    throw error;
  }
}

function refusal({ language }: Visitor, error: OAuthError, key: MessageKey): PasswordAnswer {
  return { error, message: translate(language, key) };
}

async function isClient(ctx: ServerContext, id: string, secret: string): Promise<boolean> {
  const known = (await ctx.settings.get(CLIENTS)).find((client) => client.id === id);
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(known?.secret ?? ''), digest(secret)) && known !== undefined;
}
