import { and, count, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';

import type { Database, Tx } from '../database/database.ts';
import type { PluginFault } from './plugins.ts';
import { corePluginFaults, type corePluginVersions } from './tables.ts';

const KEPT_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;
/** Faults that are kept of one plugin. */
const KEPT = 300;
const MESSAGE_LETTERS = 4_000;
/** What a version is left for when it was never seen to work: it does not begin to run. */
const FATAL_PHASES = ['integrity', 'requires', 'import', 'activate'];
const FATAL_FAULTS = 2;

/** What a fault says, as the database can keep it: it has no text with zeroes or half letters in it. */
export function keepableMessage(message: string): string {
  return message.replaceAll('\0', '').slice(0, MESSAGE_LETTERS).toWellFormed();
}

/** Writes a fault down, and forgets those that are too many. */
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

/** Whether a version that is running has failed so often, without ever having worked, that it is to be left. */
export async function isToBeLeft(
  { orm }: Tx,
  current: typeof corePluginVersions.$inferSelect,
  fault: PluginFault,
): Promise<boolean> {
  if (current.dev || current.proven || current.version !== fault.version) return false;
  if (!FATAL_PHASES.includes(fault.phase)) return false;
  const [found] = await orm
    .select({ times: count() })
    .from(corePluginFaults)
    .where(
      and(
        eq(corePluginFaults.plugin, fault.plugin),
        eq(corePluginFaults.version, fault.version),
        inArray(corePluginFaults.phase, FATAL_PHASES),
        gte(corePluginFaults.at, current.installedAt),
      ),
    );
  return (found?.times ?? 0) >= FATAL_FAULTS;
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

/** Removes what is too old. @returns how many */
export async function sweepFaults(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db.orm
    .delete(corePluginFaults)
    .where(lt(corePluginFaults.at, new Date(now.getTime() - KEPT_MILLISECONDS)));
  return rowCount ?? 0;
}
