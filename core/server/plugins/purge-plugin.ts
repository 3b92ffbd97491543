import { eq, like, sql } from 'drizzle-orm';

import type { Database, Tx } from '#core/server/ground/database/database.ts';
import { coreJobClock, coreJobShares, coreTasks } from '#core/server/services/jobs/tables.ts';
import { abandonRuns } from '#core/server/services/tool-runs/remove-runs.ts';
import { coreSchedules } from '#core/server/services/schedules/tables.ts';
import { ownsName, tablePrefix } from '#core/server/services/plugin-registry/package/reserved-ids.ts';

/** What the server half of a plugin from outside has left in the database. */
export interface PluginRemains {
  /** Its tables with the number of their rows. */
  tables: { name: string; rows: number }[];
  /** Tasks of its jobs, ended ones included. */
  tasks: number;
  /** Migrations that were applied for it. */
  migrations: number;
}

interface Thing extends Record<string, unknown> {
  name: string;
  kind: 'table' | 'view' | 'materialized view' | 'sequence' | 'type';
}

/**
 * Counts what a server half has left.
 * @param others ids of all other plugins that may have tables
 */
export async function findRemains(db: Database, id: string, others: readonly string[]): Promise<PluginRemains> {
  const tables: PluginRemains['tables'] = [];
  for (const { kind, name } of await ownThings(db, id, others)) {
    if (kind !== 'table') continue;
    const { rows } = await db.orm.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(name)}`,
    );
    tables.push({ name, rows: rows[0]?.count ?? 0 });
  }
  const { rows } = await db.orm.execute<{ count: number }>(
    sql`select count(*)::int as count from reelport_migrations where plugin = ${id}`,
  );
  return {
    tables,
    tasks: await db.orm.$count(coreTasks, like(coreTasks.job, `${id}.%`)),
    migrations: rows[0]?.count ?? 0,
  };
}

/**
 * Drops everything that a server half has left: tables, views, sequences, types, migrations, schedules, tasks and their queues. It
 * must not be running anywhere. Runs of its tools go with their outputs at the next sweep. Settings are deleted when the plugin itself is removed.
 */
export async function purgePlugin(tx: Tx, id: string, others: readonly string[]): Promise<void> {
  const { orm } = tx;
  for (const { kind, name } of await ownThings(tx, id, others)) {
    await orm.execute(sql`drop ${sql.raw(kind)} if exists ${sql.identifier(name)} cascade`);
  }
  const jobs = `${id}.%`;
  await abandonRuns(tx, id, new Date());
  await orm.delete(coreTasks).where(like(coreTasks.job, jobs));
  await orm.delete(coreJobClock).where(like(coreJobClock.job, jobs));
  await orm.delete(coreJobShares).where(like(coreJobShares.job, jobs));
  await orm.execute(sql`select pgboss.delete_queue(name) from pgboss.queue where name like ${jobs}`);
  await orm.delete(coreSchedules).where(eq(coreSchedules.plugin, id));
  await orm.execute(sql`delete from reelport_migrations where plugin = ${id}`);
}

/** Tables are dropped before the types of their columns. */
async function ownThings({ orm }: Tx, id: string, others: readonly string[]): Promise<Thing[]> {
  const { rows } = await orm.execute<Thing>(sql`
    select c.relname as name, case c.relkind when 'v' then 'view' when 'm' then 'materialized view'
      when 'S' then 'sequence' else 'table' end as kind
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and starts_with(c.relname, ${tablePrefix(id)})
    union all
    select t.typname, 'type' from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype = 'e' and starts_with(t.typname, ${tablePrefix(id)})
    order by name`);
  const own = rows.filter(({ name }) => ownsName(id, name, others));
  return own.toSorted((a, b) => Number(a.kind === 'type') - Number(b.kind === 'type'));
}
