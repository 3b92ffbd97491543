import type { FastifyRequest } from 'fastify';

import type { Call } from '#core/contract/call.ts';
import { SEC_CODE } from '#core/contract/envelope.ts';
import { fail } from '#core/contract/errors.ts';
import type { Accounts, Caller } from '#core/server/services/accounts/accounts.ts';
import type { InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';

import { enter } from './gate.ts';
import { assertOnePair, available, guardPlugin } from './plugin-guard.ts';

/** The token of an `Authorization: Bearer …` header; tokens are read from nowhere else. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** The services that admission needs. */
export interface AdmissionParts {
  accounts: Accounts;
  plugins: Pick<InstalledPlugins, 'find' | 'used'>;
}

/** The owner of the kernel's own calls. */
export const KERNEL = 'core';

/**
 * Identifies the caller and checks whether they may make the call, by the plugin's gate as set by operators.
 * @param owner id of the plugin that declares the call, or {@link KERNEL}
 * @param tellsEnd false for a call whose response is not read as an envelope; the next call then says how the session
 *   ended
 * @returns the caller; null for an anonymous visitor of a public call
 * @throws expected `core:forced-offline` (code 408) and `core:account-disabled` (code 406), once for a session that
 *   ended so; `core:unauthenticated` (401), `core:forbidden`, `core:forbidden-role`, `core:locked.…` (403),
 *   `core:plugin.unavailable` (404), and what {@link guardPlugin} throws
 */
export async function admit(
  request: FastifyRequest,
  { accounts, plugins }: AdmissionParts,
  call: Pick<Call, 'access'>,
  owner: string,
  tellsEnd = true,
): Promise<Caller | null> {
  const token = bearerToken(request);
  const caller = token === undefined ? undefined : await accounts.authenticate(token);
  if (caller === undefined && call.access !== 'public') return await refuse(tellsEnd ? token : undefined, accounts);
  if (call.access === 'operator' && caller?.operator !== true) fail('core:forbidden', {}, { kind: 'forbidden' });
  if (owner !== KERNEL) {
    const plugin = await plugins.find(owner, caller?.accountId);
    available(plugin);
    if (caller !== undefined && call.access === 'member') {
      enter(plugin.manifest.gate, caller, request.method === 'GET');
    }
    assertOnePair(plugin);
  }
  await guardPlugin(request, plugins, caller ?? null);
  return caller ?? null;
}

async function refuse(token: string | undefined, accounts: Accounts): Promise<never> {
  const end = token === undefined ? undefined : await accounts.tellEnd(token);
  if (end === 'forced-offline') fail('core:forced-offline', {}, { secCode: SEC_CODE.tooManyDevices });
  if (end === 'disabled') fail('core:account-disabled', {}, { secCode: SEC_CODE.abnormalAccount });
  fail('core:unauthenticated', {}, { kind: 'unauthenticated' });
}
