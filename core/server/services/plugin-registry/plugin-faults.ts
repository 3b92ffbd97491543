import { and, count, countDistinct, desc, eq, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';

import type { Database, Tx } from '#core/server/ground/database/database.ts';
import { coreAccounts, coreSessions } from '#core/server/services/accounts/tables.ts';

import type { PluginFault } from './plugins.ts';
import { corePluginFaults, corePluginSuccesses, type corePluginVersions } from './tables.ts';

const KEPT_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;
/** The most faults kept per plugin. */
const KEPT = 300;
const MESSAGE_LETTERS = 4_000;
/** Phases in which a fault means that the version does not start: if it never worked, the installation abandons it. */
const FATAL_PHASES = ['integrity', 'requires', 'import', 'activate'];
const FATAL_FAULTS = 2;

/** A fault's message without NUL and lone surrogates, which the database cannot store. */
export function keepableMessage(message: string): string {
  return message.replaceAll('\0', '').slice(0, MESSAGE_LETTERS).toWellFormed();
}

/** Stores a fault and deletes those beyond the limit. */
export async function keepFault({ orm }: Tx, fault: PluginFault): Promise<void> {
  await orm.insert(corePluginFaults).values({ id: uuidv7(), ...fault });
  const own = eq(corePluginFaults.plugin, fault.plugin);
  const [oldest] = await orm
    .select({ id: corePluginFaults.id })
    .from(corePluginFaults)
    .where(own)
    .orderBy(desc(corePluginFaults.id))
    .offset(KEPT - 1)
    .limit(1);
  if (oldest !== undefined) await orm.delete(corePluginFaults).where(and(own, lt(corePluginFaults.id, oldest.id)));
}

/**
 * Whether the running version has failed so often, without ever having been proven, that it must be abandoned: twice
 * where an operator or a report of no account is among them, or for a share of the active members, see
 * {@link membersToDecide}. A member, sub-accounts included, counts once, but the only active one has to report twice.
 */
export async function isToBeLeft(
  tx: Tx,
  current: typeof corePluginVersions.$inferSelect,
  fault: PluginFault,
): Promise<boolean> {
  if (current.dev || current.proven || current.version !== fault.version) return false;
  if (!FATAL_PHASES.includes(fault.phase)) return false;
  const [found] = await tx.orm
    .select({
      times: count(),
      trusted: sql<number>`(count(*) filter (where ${isTrusted}))::int`,
      members: sql<number>`(count(distinct ${memberOf}) filter (where not ${isTrusted}))::int`,
    })
    .from(corePluginFaults)
    .leftJoin(coreAccounts, eq(coreAccounts.id, corePluginFaults.accountId))
    .where(
      and(
        eq(corePluginFaults.plugin, fault.plugin),
        eq(corePluginFaults.version, fault.version),
        inArray(corePluginFaults.phase, FATAL_PHASES),
        gte(corePluginFaults.at, current.installedAt),
      ),
    );
  const { times = 0, trusted = 0, members = 0 } = found ?? {};
  if (trusted > 0 && trusted + members >= FATAL_FAULTS) return true;
  return times >= FATAL_FAULTS && members >= (await membersToDecide(tx, fault.at));
}

/** Who reported: an account that is gone, or none, counts as itself. */
const memberOf = sql`coalesce(${coreAccounts.parentId}, ${corePluginFaults.accountId})`;
const isTrusted = sql`(${corePluginFaults.accountId} is null or coalesce(${coreAccounts.operator}, false))`;

/** The share of the active members who decide about a version together, and the fewest of them, if there are so many. */
const DECIDING = { oneOf: 5, fewest: 3 };

/**
 * How many members it takes to decide about a version for everybody: a fifth of those who are logged in, but not fewer
 * than three, or all where there are fewer. Operators are not counted; their word is enough by itself.
 */
async function membersToDecide({ orm }: Tx, now: Date): Promise<number> {
  const [found] = await orm
    .select({ active: countDistinct(sql`coalesce(${coreAccounts.parentId}, ${coreAccounts.id})`) })
    .from(coreSessions)
    .innerJoin(coreAccounts, eq(coreAccounts.id, coreSessions.accountId))
    .where(
      and(
        isNull(coreSessions.revokedAt),
        gt(coreSessions.expiresAt, now),
        eq(coreAccounts.operator, false),
        eq(coreAccounts.disabled, false),
      ),
    );
  const active = found?.active ?? 0;
  return Math.max(1, Math.min(active, Math.max(DECIDING.fewest, Math.ceil(active / DECIDING.oneOf))));
}

/**
 * Notes that a version was activated without a fault in a browser of an account, or of none that could lie.
 * @returns whether the version is proven by that: by an operator, or by {@link membersToDecide}
 */
export async function isProvenBy(tx: Tx, versionId: string, accountId: string | null, now: Date): Promise<boolean> {
  if (accountId === null) return true;
  const [account] = await tx.orm
    .select({ operator: coreAccounts.operator, parentId: coreAccounts.parentId })
    .from(coreAccounts)
    .where(eq(coreAccounts.id, accountId));
  if (account?.operator === true) return true;
  await tx.orm
    .insert(corePluginSuccesses)
    .values({ version: versionId, member: account?.parentId ?? accountId })
    .onConflictDoNothing();
  const members = await tx.orm.$count(corePluginSuccesses, eq(corePluginSuccesses.version, versionId));
  return members >= (await membersToDecide(tx, now));
}

/** The newest faults of a plugin, newest first. */
export async function readFaults({ orm }: Tx, plugin: string, limit: number): Promise<PluginFault[]> {
  return await orm
    .select({
      plugin: corePluginFaults.plugin,
      version: corePluginFaults.version,
      phase: corePluginFaults.phase,
      message: corePluginFaults.message,
      accountId: corePluginFaults.accountId,
      at: corePluginFaults.at,
    })
    .from(corePluginFaults)
    .where(eq(corePluginFaults.plugin, plugin))
    .orderBy(desc(corePluginFaults.id))
    .limit(Math.min(limit, KEPT));
}

/** Removes old faults. @returns how many */
export async function sweepFaults(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db.orm
    .delete(corePluginFaults)
    .where(lt(corePluginFaults.at, new Date(now.getTime() - KEPT_MILLISECONDS)));
  return rowCount ?? 0;
}
