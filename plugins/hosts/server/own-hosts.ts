import { eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { Credential, Host, HostFacts } from '../calls.ts';
import { hostsChanged } from '../events.ts';
import type { HostFindings } from './health/examine-host.ts';
import { storedCredential } from './ssh/credentials.ts';
import { hostsNodes, type HostRow } from './tables.ts';

/** Hosts of one account. */
const MOST_HOSTS = 100;

interface Own {
  accountId: string;
  id: string;
}

/** What its owner is told of a host; of its secret nothing. */
export function presentHost(
  { accountId: _account, secret: _secret, warnedDays: _days, createdAt: _at, ...row }: HostRow,
  language: MessageLanguage,
): Host {
  return {
    ...row,
    ports: [...row.ports],
    cause: row.cause === null ? null : translate(language, row.cause),
    checkedAt: row.checkedAt?.toISOString() ?? null,
  };
}

export async function listHosts({ db }: ServerContext, accountId: string, language: MessageLanguage) {
  const rows = await db.scope(accountId).select(hostsNodes, { orderBy: sql`lower(${hostsNodes.name}), id` });
  return { hosts: rows.map((row) => presentHost(row, language)), most: MOST_HOSTS };
}

/** @throws expected `hosts:missing-host` (404) */
export async function ownHost(tx: Tx, { accountId, id }: Own): Promise<HostRow> {
  const row = await tx.scope(accountId).find(hostsNodes, eq(hostsNodes.id, id));
  return row ?? fail('hosts:missing-host', {}, { kind: 'not-found' });
}

/** Nothing of what was found still holds once a host is reached elsewhere. */
const UNCHECKED: HostFindings & Pick<HostRow, 'hostKey' | 'checkedAt'> = {
  ...{ state: 'unchecked' as const, cause: null, hostKey: null, offeredKey: null, ports: [], system: null },
  ...{ milliseconds: null, checkedAt: null },
};

/** @throws expected `hosts:most` (422), and as `readPrivateKey` */
export async function addHost(
  ctx: ServerContext,
  accountId: string,
  { credential, ...facts }: HostFacts & { credential: Credential },
): Promise<HostRow> {
  const id = uuid();
  const stored = await storedCredential(ctx, id, credential);
  return await ctx.db.transaction(async (tx) => {
    const scope = tx.scope(accountId);
    if ((await scope.count(hostsNodes)) >= MOST_HOSTS) fail('hosts:most', { most: MOST_HOSTS }, { kind: 'invalid' });
    const row = { id, ...facts, ...stored, ...UNCHECKED, createdAt: ctx.clock.now() };
    const [added] = await scope.insert(hostsNodes, row);
    if (added === undefined) throw new Error('what was inserted is there');
    await ctx.audit.record(tx, { actor: accountId, action: 'host.added', target: id, accountId });
    await ctx.events.publish(tx, hostsChanged, { accountId, data: { id } });
    return added;
  });
}

/** @throws expected `hosts:missing-host` (404), and as `readPrivateKey` */
export async function changeHost(
  ctx: ServerContext,
  own: Own,
  { credential, ...facts }: HostFacts & { credential?: Credential | undefined },
): Promise<HostRow> {
  const stored = credential === undefined ? {} : await storedCredential(ctx, own.id, credential);
  return await ctx.db.transaction(async (tx) => {
    const before = await ownHost(tx, own);
    const isElsewhere = placeOf(before) !== placeOf(facts);
    const [changed = before] = await tx.scope(own.accountId).update(hostsNodes, eq(hostsNodes.id, own.id), {
      ...{ ...facts, ...stored, ...(isElsewhere ? UNCHECKED : {}) },
      ...(facts.expiresOn === before.expiresOn ? {} : { warnedDays: null }),
    });
    if (credential !== undefined) {
      const entry = { actor: own.accountId, action: 'host.credential-changed', target: own.id };
      await ctx.audit.record(tx, { ...entry, accountId: own.accountId });
    }
    await ctx.events.publish(tx, hostsChanged, { accountId: own.accountId, data: { id: own.id } });
    return changed;
  });
}

/** Where a host is connected to. */
export const addressOf = ({ ip, elasticIp }: Pick<HostRow, 'ip' | 'elasticIp'>): string => elasticIp ?? ip;

const placeOf = (host: Pick<HostRow, 'ip' | 'elasticIp' | 'port'>): string => `${addressOf(host)} ${host.port}`;

/** @throws expected `hosts:missing-host` (404) */
export async function removeHost(ctx: ServerContext, own: Own): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const gone = await tx.scope(own.accountId).delete(hostsNodes, eq(hostsNodes.id, own.id));
    if (gone.length === 0) fail('hosts:missing-host', {}, { kind: 'not-found' });
    const { accountId, id } = own;
    await ctx.audit.record(tx, { actor: accountId, action: 'host.removed', target: id, accountId });
    await ctx.events.publish(tx, hostsChanged, { accountId, data: { id } });
  });
}
