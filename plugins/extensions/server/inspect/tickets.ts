import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { hashToken, makeToken } from '../secret-token.ts';
import { extensionsTickets } from '../tables.ts';

const GOOD_MILLISECONDS = 60 * 60 * 1000;
/** Tickets of one operator that are kept. */
const KEPT = 5;

type Parts = Pick<ServerContext, 'db' | 'clock'>;

/** Keeps an inspected package for an hour. @returns the ticket, which cannot be read again */
export async function keepTicket(
  { db, clock }: Parts,
  { accountId, source, packed }: { accountId: string; source: string; packed: Buffer },
): Promise<string> {
  const ticket = makeToken('rt_');
  const expiresAt = new Date(clock.now().getTime() + GOOD_MILLISECONDS);
  await db.transaction(async ({ orm }) => {
    await orm.insert(extensionsTickets).values({ tokenHash: hashToken(ticket), accountId, source, packed, expiresAt });
    const old = await orm
      .select({ tokenHash: extensionsTickets.tokenHash })
      .from(extensionsTickets)
      .where(eq(extensionsTickets.accountId, accountId))
      .orderBy(desc(extensionsTickets.expiresAt))
      .offset(KEPT);
    if (old.length === 0) return;
    const hashes = old.map(({ tokenHash }) => tokenHash);
    await orm.delete(extensionsTickets).where(inArray(extensionsTickets.tokenHash, hashes));
  });
  return ticket;
}

/** The package of a ticket. @throws expected `extensions:ticket-gone` (404) */
export async function readTicket(
  { db, clock }: Parts,
  ticket: string,
  accountId: string,
): Promise<{ packed: Buffer; source: string }> {
  const [row] = await db.orm
    .select({ packed: extensionsTickets.packed, source: extensionsTickets.source })
    .from(extensionsTickets)
    .where(
      and(
        eq(extensionsTickets.tokenHash, hashToken(ticket)),
        eq(extensionsTickets.accountId, accountId),
        gt(extensionsTickets.expiresAt, clock.now()),
      ),
    );
  return row ?? fail('extensions:ticket-gone', {}, { kind: 'not-found' });
}

/** Ends a ticket: what it was for is done. */
export async function endTicket({ db }: Pick<Parts, 'db'>, ticket: string): Promise<void> {
  await db.orm.delete(extensionsTickets).where(eq(extensionsTickets.tokenHash, hashToken(ticket)));
}

/** Removes tickets that are over. @returns how many */
export async function sweepTickets({ db, clock }: Parts): Promise<number> {
  const { rowCount } = await db.orm.delete(extensionsTickets).where(lte(extensionsTickets.expiresAt, clock.now()));
  return rowCount ?? 0;
}
