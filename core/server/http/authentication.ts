import type { FastifyRequest } from 'fastify';

import type { Call } from '#core/contract/call.ts';
import { decide } from '#core/contract/decide.ts';
import { SEC_CODE } from '#core/contract/envelope.ts';
import { fail } from '#core/contract/errors.ts';
import type { Gate } from '#core/contract/plugin.ts';
import type { Level } from '#core/contract/tiers.ts';

import type { Accounts, Caller } from '../accounts/accounts.ts';

/** The token of an `Authorization: Bearer …` header; the only place that one is read from. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * Finds out who makes a call and whether they may.
 * @param gate the gate of the call's plugin, or null for a call of the kernel
 * @param tellsEnd false for a call whose answer nobody reads as an envelope; the next one then tells
 * @returns the caller; null for an anonymous visitor of a public call
 * @throws expected `core:forced-offline` (code 408) and `core:account-disabled` (code 406), once for a session that
 * ended so; `core:unauthenticated` (401), `core:forbidden`, `core:forbidden-role`, `core:locked.…` (403)
 */
export async function admit(
  request: FastifyRequest,
  accounts: Accounts,
  call: Pick<Call, 'access'>,
  gate: Gate | null,
  tellsEnd = true,
): Promise<Caller | null> {
  const token = bearerToken(request);
  const caller = token === undefined ? undefined : await accounts.authenticate(token);
  if (call.access === 'public') return caller ?? null;
  if (caller === undefined) return await refuse(tellsEnd ? token : undefined, accounts);
  if (call.access === 'operator') {
    if (!caller.operator) fail('core:forbidden', {}, { kind: 'forbidden' });
    return caller;
  }
  if (gate !== null) enter(gate, caller);
  return caller;
}

async function refuse(token: string | undefined, accounts: Accounts): Promise<never> {
  const end = token === undefined ? undefined : await accounts.tellEnd(token);
  if (end === 'forced-offline') fail('core:forced-offline', {}, { secCode: SEC_CODE.tooManyDevices });
  if (end === 'disabled') fail('core:account-disabled', {}, { secCode: SEC_CODE.abnormalAccount });
  fail('core:unauthenticated', {}, { kind: 'unauthenticated' });
}

const LOCKED = {
  level0: 'core:locked.package',
  level1: 'core:locked.level1',
  level2: 'core:locked.level2',
  level3: 'core:locked.level3',
  level4: 'core:locked.level4',
} as const satisfies Record<Level, string>;

function enter(gate: Gate, caller: Caller): void {
  const decision = decide(gate, caller);
  if (decision.allowed) return;
  if (decision.reason !== 'feature') fail('core:forbidden-role', {}, { kind: 'forbidden' });
  const key = decision.unlockedBy === null ? 'core:locked.package' : LOCKED[decision.unlockedBy];
  fail(key, { feature: decision.feature, level: decision.unlockedBy ?? '' }, { kind: 'forbidden' });
}
