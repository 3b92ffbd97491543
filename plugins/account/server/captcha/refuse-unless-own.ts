import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

/**
 * Our own slider proves nothing where a service was chosen instead.
 * @throws expected `account:refused.captcha-other`, and what `Providers.use` says
 */
export async function refuseUnlessOwn({ providers }: Pick<ServerContext, 'providers'>): Promise<void> {
  const { provider } = await providers.use('captcha');
  if (provider.form !== 'puzzle') fail('account:refused.captcha-other');
}
