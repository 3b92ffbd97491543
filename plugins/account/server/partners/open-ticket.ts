import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { PARTNERS } from '../settings.ts';
import { accountTickets } from '../tables.ts';
import { hashSecret } from '../visitor.ts';

/** Whom a partner vouches for. */
export interface PartnerUser {
  partner: string;
  /** The partner's own name of the user; never changes. */
  subject: string;
  name: string | null;
}

const MAX_SECONDS = 5 * 60;
const claimsSchema = z.object({
  sub: z.string().min(1).max(200),
  name: z.string().overwrite(withoutBidiControls).trim().min(1).max(30).optional(),
});

/**
 * Opens a partner's ticket and uses it up: a JWE under the partner's key (`dir`, `A256GCM`, the partner's id as `kid`)
 * with `sub`, `iat` and perhaps `name`, at most five minutes old.
 * @throws expected `account:refused.ticket`
 */
export async function openTicket(ctx: ServerContext, ticket: string): Promise<PartnerUser> {
  const { errors, jwtDecrypt } = await import('jose');
  const partners = await ctx.settings.get(PARTNERS);
  const now = ctx.clock.now();
  let partner = '';
  try {
    const { payload } = await jwtDecrypt(
      ticket,
      ({ kid }) => {
        const known = partners.find(({ id }) => id === kid);
        if (known === undefined) throw new errors.JWEInvalid('unknown partner');
        partner = known.id;
        return Buffer.from(known.key, 'base64url');
      },
      {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        maxTokenAge: MAX_SECONDS,
        clockTolerance: 5,
        currentDate: now,
      },
    );
    const { sub, name = null } = claimsSchema.parse(payload);
    await useUp(ctx, ticket, now);
    return { partner, subject: sub, name };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) fail('account:refused.ticket');
    throw error;
  }
}

async function useUp(ctx: ServerContext, ticket: string, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + 2 * MAX_SECONDS * 1000);
  // The parts that a change would make another text of, but not another ticket, are left out: the tag seals the rest.
  const seal = ticket.split('.').at(-1) ?? '';
  const used = await ctx.db.orm
    .insert(accountTickets)
    .values({ ticketHash: hashSecret(Buffer.from(seal, 'base64url').toString('hex')), expiresAt })
    .onConflictDoNothing()
    .returning();
  if (used.length === 0) fail('account:refused.ticket');
}
