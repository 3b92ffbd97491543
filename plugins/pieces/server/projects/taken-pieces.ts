import { and, arrayOverlaps, eq, notInArray, sql } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { Piece } from '#plugins/pieces/choose-pieces.ts';
import { piecesOf } from '#plugins/pieces/project.ts';

import { piecesProjects } from '../tables.ts';

/** Lets one transaction after the other decide which footage of an account is in which project: before it changes any row. */
export async function lockPieces(tx: Tx, accountId: string): Promise<void> {
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pieces ${accountId}`}, 0))`);
}

/** The pieces of videos that projects have. @param but ids of projects that are not asked about */
export async function takenPieces(
  tx: Pick<Tx, 'scope'>,
  accountId: string,
  { materials, but }: { materials: readonly string[]; but: readonly string[] },
): Promise<Piece[]> {
  const isReady = eq(piecesProjects.state, 'ready');
  const where = and(
    arrayOverlaps(piecesProjects.materials, [...materials]),
    but.length === 0 ? undefined : notInArray(piecesProjects.id, [...but]),
  );
  const rows = await tx.scope(accountId).select(piecesProjects, { where: and(isReady, where) ?? isReady });
  const wanted = new Set(materials);
  return rows.flatMap(({ slots }) => piecesOf(slots).filter(({ material }) => wanted.has(material)));
}
