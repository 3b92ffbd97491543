import type { ServerContext } from '#core/server/plugins/context.ts';

import { accountProofs } from '../tables.ts';
import { hashSecret, newSecret, type Visitor } from '../visitor.ts';

const PROOF_MILLISECONDS = 3 * 60 * 1000;

/** Makes the proof of a solved captcha. It belongs to the visitor's address and, if there is one, to a number. */
export async function keepProof(ctx: ServerContext, visitor: Visitor, mobile: string | null): Promise<string> {
  const validate = newSecret();
  await ctx.db.orm.insert(accountProofs).values({
    ...{ proofHash: hashSecret(validate), address: visitor.address, mobile },
    expiresAt: new Date(ctx.clock.now().getTime() + PROOF_MILLISECONDS),
  });
  return validate;
}
