import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { AccountScope, AccountTable, Orm, SelectOptions } from './database.ts';

/**
 * The {@link AccountScope} of one account over a connection or transaction.
 * @throws TypeError from `update` and `insert` when the values name another account
 */
export function accountScope(orm: Orm, accountId: string): AccountScope {
  if (accountId === '') {
    throw new TypeError('scope: accountId must not be empty');
  }

  // The column exists on every AccountTable; drizzle's own types cannot say so for a type parameter.
  const own = (table: AccountTable, where?: SQL) =>
    and(eq(table.accountId as PgColumn, accountId), where === undefined ? undefined : sql`(${where})`);

  function owned(table: AccountTable, values: Record<string, unknown>): Record<string, unknown> {
    if (values.accountId !== undefined && values.accountId !== accountId) {
      throw new TypeError('scope: the values name another account');
    }
    return { ...values, accountId };
  }

  // Rows come back as the table's own type; drizzle loses it for a type parameter.
  async function select(table: AccountTable, options: SelectOptions = {}): Promise<unknown[]> {
    let query = orm
      .select()
      .from(table as PgTable)
      .where(own(table, options.where))
      .$dynamic();
    if (options.orderBy !== undefined) {
      query = query.orderBy(...(Array.isArray(options.orderBy) ? options.orderBy : [options.orderBy]));
    }
    if (options.limit !== undefined) query = query.limit(options.limit);
    if (options.offset !== undefined) query = query.offset(options.offset);
    return await query;
  }

  const scope = {
    accountId,
    select,
    async find(table: AccountTable, where: SQL) {
      return (await select(table, { where, limit: 1 }))[0];
    },
    async count(table: AccountTable, where?: SQL) {
      return await orm.$count(table as PgTable, own(table, where));
    },
    async insert(table: AccountTable, rows: Record<string, unknown> | Record<string, unknown>[]) {
      const list = (Array.isArray(rows) ? rows : [rows]).map((row) => owned(table, row));
      if (list.length === 0) return [];
      return await orm
        .insert(table as PgTable)
        .values(list)
        .returning();
    },
    async update(table: AccountTable, where: SQL, values: Record<string, unknown>) {
      return await orm
        .update(table as PgTable)
        .set(owned(table, values))
        .where(own(table, where))
        .returning();
    },
    async delete(table: AccountTable, where: SQL) {
      return await orm
        .delete(table as PgTable)
        .where(own(table, where))
        .returning();
    },
  };
  return scope as AccountScope;
}
