import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { AccountScope, AccountTable, Orm, SelectOptions, Where } from './database.ts';

/**
 * The {@link AccountScope} of one account over a connection or transaction.
 * @throws TypeError from `update` and `insert` when the values name another account, and from `find`, `update` and
 *   `delete` without a condition
 */
export function accountScope(orm: Orm, accountId: string): AccountScope {
  if (accountId === '') {
    throw new TypeError('scope: accountId must not be empty');
  }

  // The column exists on every AccountTable; drizzle's own types cannot say so for a type parameter.
  const own = (table: AccountTable, where?: Where) =>
    and(eq(table.accountId as PgColumn, accountId), ...conditions(where).map((each) => sql`(${each})`));

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
    async find(table: AccountTable, where: Where) {
      assertNarrowed('find', where);
      return (await select(table, { where, limit: 1 }))[0];
    },
    async count(table: AccountTable, where?: Where) {
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
    async update(table: AccountTable, where: Where, values: Record<string, unknown>) {
      assertNarrowed('update', where);
      return await orm
        .update(table as PgTable)
        .set(owned(table, values))
        .where(own(table, where))
        .returning();
    },
    async delete(table: AccountTable, where: Where) {
      assertNarrowed('delete', where);
      return await orm
        .delete(table as PgTable)
        .where(own(table, where))
        .returning();
    },
  };
  return scope as AccountScope;
}

function conditions(where: Where | undefined): readonly SQL[] {
  if (where === undefined) return [];
  return Array.isArray(where) ? (where as readonly SQL[]) : [where as SQL];
}

/** Whatever types were talked into: an absent condition would mean all rows of the account. */
function assertNarrowed(verb: string, where: Where | undefined): void {
  const given: readonly (SQL | undefined)[] = conditions(where);
  if (given.length > 0 && given.every((each) => each !== undefined)) return;
  throw new TypeError(`scope.${verb}: a condition is undefined; list those that must hold: [eq(…), eq(…)]`);
}
