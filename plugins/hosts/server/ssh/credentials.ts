import type { ServerContext } from '#core/server/plugins/context.ts';

import type { Credential, HostKey } from '#plugins/hosts/calls.ts';
import type { HostRow } from '../tables.ts';
import { readPrivateKey, type LoginKey } from './private-key.ts';

/** What ssh2 logs in by. */
export type Login = { password: string } | LoginKey;

const sealedFor = (id: string): string => `hosts.node ${id}`;

/**
 * What of a credential is stored with its host.
 * @throws expected, as {@link readPrivateKey}
 */
export async function storedCredential(
  { secrets }: Pick<ServerContext, 'secrets'>,
  id: string,
  credential: Credential,
): Promise<{ method: Credential['method']; secret: string; key: HostKey | null }> {
  const { method } = credential;
  const seal = (login: Login): string => secrets.seal(JSON.stringify(login), sealedFor(id));
  if (method === 'password') return { method, secret: seal({ password: credential.password }), key: null };
  const { login, shown } = await readPrivateKey(credential);
  return { method, secret: seal(login), key: shown };
}

/** What a host is logged in to by. */
export function openCredential(
  { secrets }: Pick<ServerContext, 'secrets'>,
  { id, secret }: Pick<HostRow, 'id' | 'secret'>,
): Login {
  return JSON.parse(secrets.open(secret, sealedFor(id))) as Login;
}
