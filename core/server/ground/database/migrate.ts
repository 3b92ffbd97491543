import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { PoolClient } from 'pg';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';

import type { Database } from './database.ts';

/** A plugin's migrations: the folder that drizzle-kit wrote. */
export interface MigrationSource {
  /** The plugin's id; `core` for the kernel. */
  plugin: string;
  folder: URL;
}

/** A migration that {@link migrate} applied. */
export interface AppliedMigration {
  plugin: string;
  tag: string;
}

/** The kernel's own migrations. */
export const CORE_MIGRATIONS: MigrationSource = {
  plugin: 'core',
  folder: new URL('../../migrations/', import.meta.url),
};

const journalSchema = z.object({ entries: z.array(z.object({ idx: z.number(), tag: z.string() })) });

interface Migration extends AppliedMigration {
  hash: string;
  statements: string[];
}

/** Any number that nobody else locks. */
const LOCK = 7_263_548_190;

const LEDGER = `create table if not exists reelport_migrations (
  plugin text not null,
  tag text not null,
  hash text not null,
  applied_at timestamptz not null default now(),
  primary key (plugin, tag)
)`;

/**
 * Applies the migrations of each source that the database lacks, in the order of the sources and of their journals, one
 * transaction per migration. Any number of processes may call it at once.
 * @returns what this call applied
 * @throws expected `core:database.newer` when a source's ledger has a migration that the source lacks
 * @throws TypeError when an applied migration was edited, or a source is listed twice
 */
export async function migrate(db: Database, sources: readonly MigrationSource[]): Promise<AppliedMigration[]> {
  const migrations: Migration[] = [];
  for (const source of sources) migrations.push(...(await readMigrations(source)));
  const plugins = sources.map(({ plugin }) => plugin);
  if (new Set(plugins).size !== plugins.length) {
    throw new TypeError(`migrate: a plugin has two sources of migrations: ${plugins.join(', ')}`);
  }

  const client = await db.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(LEDGER);
    const pending = await unapplied(client, plugins, migrations);
    for (const migration of pending) await apply(client, migration);
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
    client.release();
    return pending.map(({ plugin, tag }) => ({ plugin, tag }));
  } catch (error) {
    // The lock goes with the connection.
    client.release(true);
    throw error;
  }
}

/**
 * The migrations of each source that the database lacks; for readiness checks, it changes nothing.
 * @throws expected `core:database.newer` as {@link migrate} does
 */
export async function pendingMigrations(
  db: Database,
  sources: readonly MigrationSource[],
): Promise<AppliedMigration[]> {
  const migrations = (await Promise.all(sources.map(readMigrations))).flat();
  const plugins = sources.map(({ plugin }) => plugin);
  return (await unapplied(db.pool, plugins, migrations)).map(({ plugin, tag }) => ({ plugin, tag }));
}

async function unapplied(
  client: Pick<PoolClient, 'query'>,
  plugins: string[],
  migrations: Migration[],
): Promise<Migration[]> {
  const { rows } = await client.query<{ plugin: string; tag: string; hash: string }>(
    'select plugin, tag, hash from reelport_migrations where plugin = any($1)',
    [plugins],
  );
  const known = new Map(migrations.map((migration) => [`${migration.plugin}/${migration.tag}`, migration]));
  const applied = new Set<string>();
  for (const row of rows) {
    const name = `${row.plugin}/${row.tag}`;
    const migration = known.get(name);
    if (migration === undefined) fail('core:database.newer', { what: name }, { kind: 'unavailable' });
    if (migration.hash !== row.hash) {
      throw new TypeError(`migrate: ${name} was edited after it had been applied; restore it and add a new migration`);
    }
    applied.add(name);
  }
  return migrations.filter(({ plugin, tag }) => !applied.has(`${plugin}/${tag}`));
}

async function apply(client: PoolClient, migration: Migration): Promise<void> {
  const name = `${migration.plugin}/${migration.tag}`;
  await client.query('begin');
  try {
    for (const statement of migration.statements) await client.query(statement);
    await client.query('insert into reelport_migrations (plugin, tag, hash) values ($1, $2, $3)', [
      migration.plugin,
      migration.tag,
      migration.hash,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

async function readMigrations({ plugin, folder }: MigrationSource): Promise<Migration[]> {
  const journalFile = new URL('meta/_journal.json', folder);
  const journal = journalSchema.safeParse(JSON.parse(await readFile(journalFile, 'utf8')));
  if (!journal.success) {
    throw new TypeError(`migrate: ${fileURLToPath(journalFile)} is not a journal of drizzle-kit`);
  }
  const entries = journal.data.entries.toSorted((a, b) => a.idx - b.idx);
  return await Promise.all(
    entries.map(async ({ tag }) => {
      const text = await readFile(new URL(`${tag}.sql`, folder), 'utf8');
      // A checkout may convert line endings to CRLF; the migration is still the same.
      const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
      return {
        plugin,
        tag,
        hash,
        statements: text.split('--> statement-breakpoint').filter((part) => part.trim() !== ''),
      };
    }),
  );
}
