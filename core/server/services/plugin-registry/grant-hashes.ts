import { createHash } from 'node:crypto';

import { and, eq, isNull } from 'drizzle-orm';

import { callKey } from '#core/contract/call-hashes.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { callHash, type HashedCall } from './call-hashes.ts';
import { patternsOverlap } from './package/pattern-overlap.ts';
import { corePluginGrants } from './tables.ts';

/**
 * The hash of what a grant reaches, by the grant's key: of its call, or of all calls that its pattern matches. Null for
 * a service, and for calls that this server does not declare.
 */
export type GrantHash = (key: string) => string | null;

/** The hashes of a server's calls, worked out when they are asked for: that takes a while, and few are ever granted. */
export interface ServerHashes {
  ofGrant: GrantHash;
  /** @param key of a call; undefined when there is none of that key */
  ofCall(key: string): string | undefined;
}

/** Makes the {@link ServerHashes} of a server from its calls. */
export function createServerHashes(calls: readonly HashedCall[]): ServerHashes {
  const byKey = new Map(calls.map((call) => [callKey(call), call]));
  const known = new Map<string, string | null>();
  const hashes = new Map<HashedCall, string>();
  const hashOf = (call: HashedCall): string => {
    const hash = hashes.get(call) ?? callHash(call);
    hashes.set(call, hash);
    return hash;
  };
  const work = (key: string): string | null => {
    const [methods = '', path] = key.split(' ', 2);
    if (path === undefined) return null;
    const verbs = methods.split(',');
    const reached = calls.filter((call) => verbs.includes(call.method) && patternsOverlap(path, call.path)).map(hashOf);
    if (reached.length < 2) return reached[0] ?? null;
    return createHash('sha256').update(reached.toSorted().join()).digest('hex').slice(0, reached[0]?.length);
  };
  return {
    ofGrant(key) {
      let hash = known.get(key);
      if (hash === undefined) known.set(key, (hash = work(key)));
      return hash;
    },
    ofCall(key) {
      const call = byKey.get(key);
      return call === undefined ? undefined : hashOf(call);
    },
  };
}

/** Whether a given grant holds: what it reaches is still what the operator has allowed. */
export function isUnchanged(key: string, allowed: string | null, hashOf: GrantHash): boolean {
  return allowed === null || allowed === hashOf(key);
}

/** Grants of earlier versions of the product, which kept no hash, are for what their calls are now. */
export async function adoptGrants({ orm }: Tx, hashOf: GrantHash): Promise<void> {
  const { plugin, key, given, call } = corePluginGrants;
  const rows = await orm
    .select({ plugin, key })
    .from(corePluginGrants)
    .where(and(eq(given, true), isNull(call)));
  for (const row of rows) {
    const hash = hashOf(row.key);
    if (hash === null) continue;
    await orm
      .update(corePluginGrants)
      .set({ call: hash })
      .where(and(eq(plugin, row.plugin), eq(key, row.key), isNull(call)));
  }
}
