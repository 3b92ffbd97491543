import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { attempt } from '../limits.ts';
import type { Visitor } from '../visitor.ts';
import { keepProof } from './keep-proof.ts';

/**
 * Exchanges the ticket of a captcha service for a proof, which belongs to the visitor's address and the mobile number
 * that the captcha was solved for.
 * @throws expected `account:refused.captcha`, `account:refused.captcha-other` where our own slider is used,
 * `account:refused.captcha-unavailable` (503), `account:refused.too-often` (429)
 */
export async function proveCaptcha(
  ctx: ServerContext,
  visitor: Visitor,
  { ticket, randstr, mobile }: { ticket: string; randstr: string; mobile: string },
): Promise<{ validate: string }> {
  const { id, provider } = await ctx.providers.use('captcha');
  if (provider.form !== 'widget') fail('account:refused.captcha-other');
  const notMissed = await attempt(ctx, visitor, { limit: 'captchaAnswersPerAddress', of: visitor.address }, [
    { limit: 'captchaMissesPerAddress', of: visitor.address },
  ]);
  const isSolved = await provider.verify({ ticket, randstr, ip: visitor.ip }).catch(async (error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error;
    // It is not the visitor's miss.
    await notMissed();
    ctx.log.warn({ err: error, provider: id }, 'a captcha could not be judged');
    return fail('account:refused.captcha-unavailable', {}, { kind: 'unavailable' });
  });
  if (!isSolved) fail('account:refused.captcha');
  await notMissed();
  return { validate: await keepProof(ctx, visitor, mobile) };
}
