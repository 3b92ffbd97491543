import type { Account, LoginToken } from '#core/contract/account-calls.ts';

import { BY_CODE, logInAsPartner, take, windowPage, type AutomaticLoginDependencies } from './automatic-login.ts';

/** The page after a login by `encryptToken`. */
const AFTER_LOGIN = '/data/center';

/**
 * Logs in with the `encryptToken` or `auth_code` in the address, or with the token that `takeAccessToken` did not
 * store. A link must not end the session of another account without asking. Failures are shown by the error catalogue.
 */
export async function logInByAddress(
  dependencies: AutomaticLoginDependencies,
  offered: LoginToken | null = null,
): Promise<void> {
  const { session, http, page = windowPage() } = dependencies;
  const encrypted = take(page, 'encryptToken');
  const code = take(page, 'auth_code');
  if (encrypted !== null) {
    const request = { method: 'POST', path: '/loginBySign', body: { data: encrypted } } as const;
    const login = await http.send<LoginToken>(request);
    if (!(await maySwitch(dependencies, login))) return;
    await session.accept(login);
    dependencies.go(AFTER_LOGIN);
    dependencies.closeLogin();
  } else if (code !== null && !session.isPartner) {
    await logInAsPartner(dependencies, page, BY_CODE, code, (login) => maySwitch(dependencies, login));
  } else if (offered !== null && (await maySwitch(dependencies, offered))) {
    await session.accept(offered);
  }
}

/** Whether nobody is logged in, or the same account, or whoever is wants to change. */
async function maySwitch(
  { session, http, askToSwitch }: AutomaticLoginDependencies,
  login: LoginToken,
): Promise<boolean> {
  if (session.token === null) return true;
  const mine = await session.load().catch(() => null);
  // It was refused, and is gone.
  if (mine === null && session.token === null) return true;
  const headers = { Authorization: `Bearer ${login.access_token}` };
  const theirs = await http.send<Account>({ method: 'GET', path: '/api/account', headers });
  if (mine?.id === theirs.id) return true;
  return await askToSwitch({ from: mine?.fdName ?? '', to: theirs.fdName });
}
