import { and, asc, eq, gte, inArray, isNull, lt, lte, notInArray, or } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import { takeRate } from '#core/server/ground/database/rate-limit.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';
import { isPublicAddress } from '#core/server/services/outbound/public-address.ts';
import { serverSettings } from '#core/server/services/settings/server-settings.ts';

import { hostsChanged } from '#plugins/hosts/events.ts';
import { settings } from '#plugins/hosts/settings.ts';
import { addressOf, ownHost } from '../own-hosts.ts';
import { openCredential } from '../ssh/credentials.ts';
import type { SshTarget } from '../ssh/open-session.ts';
import { hostsChecks, hostsNodes, type HostRow } from '../tables.ts';
import { examineHost } from './examine-host.ts';
import { WARN_EXPIRY } from './warn-expiry.ts';

/** The job that checks the hosts whose turn it is, every ten minutes. */
export const CHECK_HOSTS = 'hosts.check';

const MINUTE = 60_000;
/** A host is checked by itself once in this time. */
const EVERY = 30 * MINUTE;
/** Hosts of one job, and of them at the same time. */
const [MOST, AT_ONCE] = [300, 8];
const KEPT = 7 * 24 * 60 * MINUTE;
/** Tasks of schedules, of which there are several an hour. */
const TASKS_KEPT = 2 * 24 * 60 * MINUTE;
/** How often somebody may have their hosts checked in a minute. */
const MOST_A_MINUTE = 20;

/** Which addresses hosts may have. */
export async function allowedAddresses(ctx: ServerContext): Promise<(address: string) => boolean> {
  const { privateNetwork } = await serverSettings(ctx, settings).operator();
  return (address) => privateNetwork || isPublicAddress(address);
}

/** How a host is logged in to. */
export function targetOf(ctx: ServerContext, host: HostRow): SshTarget {
  const { port, user, hostKey } = host;
  return { address: addressOf(host), port, user, login: openCredential(ctx, host), trusted: hostKey };
}

/**
 * Checks a host that its owner asks about.
 * @throws expected `hosts:missing-host` (404), `hosts:too-often` (429)
 */
export async function checkOwnHost(
  ctx: ServerContext,
  own: { accountId: string; id: string },
  signal: AbortSignal,
): Promise<HostRow> {
  const host = await ownHost(ctx.db, own);
  const { allowed, retryAfter } = await takeRate(ctx.db, `hosts.check:${own.accountId}`, MOST_A_MINUTE, 60);
  if (!allowed) fail('hosts:too-often', { seconds: retryAfter }, { kind: 'too-many' });
  return await checkNow(ctx, host, signal);
}

/**
 * Confirms the host key that the last check has found, and checks the host by it.
 * @throws expected `hosts:missing-host` (404), `hosts:other-key` (409)
 */
export async function trustHost(
  ctx: ServerContext,
  own: { accountId: string; id: string },
  fingerprint: string,
  signal: AbortSignal,
): Promise<HostRow> {
  const host = await ctx.db.transaction(async (tx) => {
    const { offeredKey, hostKey: before } = await ownHost(tx, own);
    if (offeredKey?.fingerprint !== fingerprint) fail('hosts:other-key', {}, { kind: 'conflict' });
    const changes = { hostKey: offeredKey, offeredKey: null };
    const [changed] = await tx.scope(own.accountId).update(hostsNodes, eq(hostsNodes.id, own.id), changes);
    await ctx.audit.record(tx, {
      ...{ actor: own.accountId, action: 'host.trusted', target: own.id, accountId: own.accountId },
      details: { fingerprint, before: before?.fingerprint ?? null },
    });
    return changed;
  });
  return await checkNow(ctx, host ?? fail('hosts:missing-host', {}, { kind: 'not-found' }), signal);
}

/** Checks a host, and stores what was found unless it is another one by then. */
async function checkNow(ctx: ServerContext, host: HostRow, signal: AbortSignal): Promise<HostRow> {
  const found = await examineHost(targetOf(ctx, host), { allows: await allowedAddresses(ctx), signal });
  const { id, accountId, ip, port, user, secret } = host;
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const where = [
      ...[eq(hostsNodes.ip, ip), eq(hostsNodes.port, port), eq(hostsNodes.user, user), eq(hostsNodes.secret, secret)],
    ];
    const elastic = host.elasticIp === null ? isNull(hostsNodes.elasticIp) : eq(hostsNodes.elasticIp, host.elasticIp);
    const values = { ...found, checkedAt: now };
    const [changed] = await tx.scope(accountId).update(hostsNodes, [eq(hostsNodes.id, id), elastic, ...where], values);
    if (changed === undefined) return await ownHost(tx, { accountId, id });
    const isUp = found.state === 'healthy' || found.state === 'unfit';
    const check = { id: uuid(), nodeId: id, isUp, milliseconds: found.milliseconds, at: now };
    // A first look at the key says nothing about its health.
    if (found.state !== 'unknown-key') await tx.scope(accountId).insert(hostsChecks, check);
    await ctx.events.publish(tx, hostsChanged, { accountId, data: { id } });
    return changed;
  });
}

/** Checks those that were not checked for half an hour. Who waits for their owner's word is left alone. */
export function checkHosts(ctx: ServerContext): JobHandler {
  return async ({ signal }) => {
    const { state, checkedAt } = hostsNodes;
    const before = new Date(ctx.clock.now().getTime() - EVERY);
    const due = await ctx.db.orm
      .select()
      .from(hostsNodes)
      .where(and(notInArray(state, ['unchecked', 'unknown-key', 'changed-key']), lte(checkedAt, before)))
      .orderBy(asc(checkedAt))
      .limit(MOST);
    const work = async (): Promise<void> => {
      for (let host = due.shift(); host !== undefined; host = due.shift()) {
        signal.throwIfAborted();
        try {
          await checkNow(ctx, host, signal);
        } catch (error) {
          signal.throwIfAborted();
          ctx.log.warn({ err: error, host: host.id }, 'a host could not be checked');
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };
}

/** How the checks of a host went, oldest first. @throws expected `hosts:missing-host` (404) */
export async function readHealth(ctx: ServerContext, own: { accountId: string; id: string }) {
  await ownHost(ctx.db, own);
  const { nodeId, at } = hostsChecks;
  const since = new Date(ctx.clock.now().getTime() - KEPT);
  const where = [eq(nodeId, own.id), gte(at, since)] as const;
  const rows = await ctx.db.scope(own.accountId).select(hostsChecks, { where, orderBy: asc(at) });
  return { checks: rows.map((row) => ({ at: row.at.toISOString(), milliseconds: row.milliseconds })) };
}

/** Removes checks of more than a week ago, and tasks of the schedules. @returns how many */
export async function sweepChecks({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<number> {
  const now = clock.now().getTime();
  const checks = await db.orm.delete(hostsChecks).where(lt(hostsChecks.at, new Date(now - KEPT)));
  const { job, state, updatedAt } = coreTasks;
  const over = and(
    inArray(job, [CHECK_HOSTS, WARN_EXPIRY]),
    or(eq(state, 'succeeded'), eq(state, 'failed')),
    lte(updatedAt, new Date(now - TASKS_KEPT)),
  );
  return (checks.rowCount ?? 0) + ((await db.orm.delete(coreTasks).where(over)).rowCount ?? 0);
}
