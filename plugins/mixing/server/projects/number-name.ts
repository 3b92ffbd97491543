import { and, eq, isNull, ne, sql } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';

import { mixingProjects } from '../tables.ts';

const LONGEST_NAME = 100;
/** Room for a blank and the number behind a name. */
const NUMBER_ROOM = 8;

/**
 * A name that no other project of the account has: the wanted one, with the first free number from 2 behind it if need
 * be, and cut to what a name may have.
 * @param except the id of the project that is to be named
 */
export async function numberName(
  tx: Tx,
  accountId: string,
  { name, except }: { name: string; except?: string },
): Promise<string> {
  const wanted = cut(name, LONGEST_NAME);
  if (wanted === '') return wanted;
  // Projects that are named at once wait for each other.
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mixing-names ${accountId}`}, 0))`);
  const stem = cut(wanted, LONGEST_NAME - NUMBER_ROOM);
  const beside = await tx.orm
    .select({ name: mixingProjects.name })
    .from(mixingProjects)
    .where(
      and(
        eq(mixingProjects.accountId, accountId),
        isNull(mixingProjects.deletedAt),
        sql`starts_with(${mixingProjects.name}, ${stem})`,
        except === undefined ? undefined : ne(mixingProjects.id, except),
      ),
    );
  const taken = new Set(beside.map((row) => row.name));
  let free = wanted;
  for (let number = 2; taken.has(free); number += 1) free = `${stem} ${number}`;
  return free;
}

function cut(name: string, most: number): string {
  return [...name].slice(0, most).join('').trim();
}
