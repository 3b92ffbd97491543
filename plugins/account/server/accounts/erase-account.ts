import { eq, sql } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreAccounts } from '#core/server/services/accounts/tables.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';

/**
 * Tables of the kernel that keep an account's rows: what happened and what was paid and spent stays known, and the task that
 * erases still has to end. A plugin keeps the rows of a table by a trigger `<table>_kept`, which refuses to delete them.
 */
const KEPT = [
  ...['core_audit', 'core_tasks'],
  ...['core_ledger_accounts', 'core_ledger_movements', 'core_ledger_entries', 'core_ledger_holds'],
];

/**
 * Removes everything that is an account's, in whatever plugin's table, but for the record of what was done. The
 * account's own row stays without its name, disabled, so that the record points to something.
 * @param options.accountId whose data goes; its files' bytes go when nobody else has the same
 */
export async function eraseAccount(
  { db, files }: Pick<ServerContext, 'db' | 'files'>,
  accountId: string,
  publish: (erase: (tx: Tx) => Promise<void>) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const table of await tablesOverFiles(tx)) await eraseRows(tx, table, accountId);
  });
  const own = await db.orm.select({ id: coreFiles.id }).from(coreFiles).where(eq(coreFiles.accountId, accountId));
  for (const { id } of own) await files.remove(accountId, id);
  await publish(async (tx) => {
    for (const table of await accountTables(tx)) await eraseRows(tx, table, accountId);
    await tx.orm.update(coreAccounts).set({ name: '', disabled: true }).where(eq(coreAccounts.id, accountId));
  });
}

async function eraseRows(tx: Tx, table: string, accountId: string): Promise<void> {
  await tx.orm.execute(sql`delete from ${sql.identifier(table)} where account_id = ${accountId}::uuid`);
}

/** The tables with an account's rows that refer to its files, or to such tables: while they do, no file can go. */
async function tablesOverFiles(tx: Tx): Promise<string[]> {
  const ordered = await accountTables(tx);
  const over = new Set(['core_files']);
  const references = await referencesOf(tx);
  for (const name of [...ordered].reverse()) {
    if (references.some(({ from, to }) => from === name && over.has(to))) over.add(name);
  }
  return ordered.filter((name) => name !== 'core_files' && over.has(name));
}

async function referencesOf(tx: Tx): Promise<{ from: string; to: string }[]> {
  const { rows } = await tx.orm.execute<{ from: string; to: string }>(sql`
    select c.conrelid::regclass::text as "from", c.confrelid::regclass::text as "to"
    from pg_constraint c where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`);
  return rows;
}

/** Every table with an account's rows, those that refer to others before the others. */
async function accountTables(tx: Tx): Promise<string[]> {
  const { rows: tables } = await tx.orm.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'account_id' and udt_name = 'uuid'
      and not exists (select from pg_trigger t
        where t.tgrelid = table_name::regclass and t.tgname = table_name || '_kept')`);
  const references = await referencesOf(tx);
  const names = new Set(tables.map(({ name }) => name).filter((name) => !KEPT.includes(name)));
  const ordered = new Set<string>();
  const add = (name: string, trail: readonly string[]): void => {
    if (ordered.has(name) || trail.includes(name)) return;
    for (const { from, to } of references) if (to === name && names.has(from)) add(from, [...trail, name]);
    ordered.add(name);
  };
  for (const name of [...names].sort()) add(name, []);
  return [...ordered];
}
