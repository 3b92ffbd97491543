import { randomInt } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { useProof } from '../captcha/use-proof.ts';
import { maskNumber, spend } from '../limits.ts';
import { sweepNowAndThen } from '../sweep.ts';
import { accountCodes } from '../tables.ts';
import type { Visitor } from '../visitor.ts';
import { hashCode } from './hash-code.ts';

/** How long a code is good for. */
const GOOD_MINUTES = 5;

/**
 * Sends a code to a number, known or not, in place of an earlier one. The limits of the number hold whatever
 * address asks.
 * @throws expected `account:refused.captcha`, `account:refused.code-soon`, `account:refused.too-often` (429),
 * `account:refused.sms-number`, `account:refused.sms-unavailable` (503), and what `Providers.use` says
 */
export async function sendCode(
  ctx: ServerContext,
  visitor: Visitor,
  { mobile, proof }: { mobile: string; proof: string },
): Promise<null> {
  const sms = await ctx.providers.use('sms');
  await useProof(ctx, visitor, proof, mobile);
  await spend(ctx, visitor, { limit: 'codesPerAddress', of: visitor.address });
  await spend(ctx, visitor, { limit: 'codeSpacing', of: mobile, refusal: 'account:refused.code-soon' });
  await spend(ctx, visitor, { limit: 'codesPerMobile', of: mobile, refusal: 'account:refused.codes-today' });
  sweepNowAndThen(ctx);

  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const now = ctx.clock.now();
  const row = {
    ...{ id: uuid(), mobile, codeHash: hashCode(ctx, mobile, code), tries: 0, createdAt: now },
    ...{ usedAt: null, validatedBy: null, validatedUntil: null },
    expiresAt: new Date(now.getTime() + GOOD_MINUTES * 60_000),
  };
  await ctx.db.orm.insert(accountCodes).values(row).onConflictDoUpdate({ target: accountCodes.mobile, set: row });
  try {
    await sms.provider.send({ mobile, code, minutes: GOOD_MINUTES, language: visitor.language });
  } catch (error) {
    await ctx.db.orm.delete(accountCodes).where(eq(accountCodes.id, row.id));
    refuse(ctx, error, sms.id, mobile);
  }
  return null;
}

function refuse(ctx: ServerContext, error: unknown, provider: string, mobile: string): never {
  if (!(error instanceof ProviderFailure)) throw error;
  ctx.log.warn({ err: error, provider, kind: error.kind, to: maskNumber(mobile) }, 'a code could not be sent');
  if (error.kind === 'refused') fail('account:refused.sms-number');
  if (error.kind === 'limited') fail('account:refused.codes-today', {}, { kind: 'too-many' });
  fail('account:refused.sms-unavailable', {}, { kind: 'unavailable' });
}
