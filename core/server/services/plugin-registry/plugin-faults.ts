import { and, count, countDistinct, desc, eq, gt, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';

import type { Database, Tx } from '#core/server/ground/database/database.ts';
import { coreAccounts, coreSessions } from '#core/server/services/accounts/tables.ts';

import type { PluginFault } from './plugins.ts';
import { corePluginFaults, type corePluginVersions } from './tables.ts';

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
 * Whether the running version has failed so often, without ever having worked, that it must be abandoned. Each member,
 * sub-accounts included, counts once, so that one broken or malicious browser cannot undo an update for everybody.
 * Every fault counts that an operator sees, that no account reported, or that a member reports while no other member is
 * logged in.
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
      words: countDistinct(
        sql`case when ${coreAccounts.operator} or ${corePluginFaults.accountId} is null
          then ${corePluginFaults.id}
          else coalesce(${coreAccounts.parentId}, ${corePluginFaults.accountId}) end`,
      ),
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
  const { times = 0, words = 0 } = found ?? {};
  if (words >= FATAL_FAULTS || times < FATAL_FAULTS) return words >= FATAL_FAULTS;
  return fault.accountId !== null && !(await hasOtherMembers(tx, fault.accountId, fault.at));
}

/** Whether a member other than the account's is logged in. */
async function hasOtherMembers({ orm }: Tx, accountId: string, now: Date): Promise<boolean> {
  const memberOf = sql`coalesce(${coreAccounts.parentId}, ${coreAccounts.id})`;
  const own = orm.select({ id: memberOf }).from(coreAccounts).where(eq(coreAccounts.id, accountId));
  const [other] = await orm
    .select({ id: coreAccounts.id })
    .from(coreSessions)
    .innerJoin(coreAccounts, eq(coreAccounts.id, coreSessions.accountId))
    .where(
      and(
        isNull(coreSessions.revokedAt),
        gt(coreSessions.expiresAt, now),
        eq(coreAccounts.operator, false),
        eq(coreAccounts.disabled, false),
        ne(memberOf, own),
      ),
    )
    .limit(1);
  return other !== undefined;
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
