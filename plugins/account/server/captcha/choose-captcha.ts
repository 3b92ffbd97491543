import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CaptchaProvider } from '#core/server/services/providers/captcha.ts';

import { CAPTCHA } from '../settings.ts';
import { createTencentCaptcha } from './tencent-captcha.ts';

/** The service that the operator has chosen; null for our own slider. */
export async function chooseCaptcha(ctx: ServerContext): Promise<CaptchaProvider | null> {
  const settings = await ctx.settings.get(CAPTCHA);
  return settings.provider === 'tencent' ? createTencentCaptcha(settings, { fetch, clock: ctx.clock }) : null;
}

/**
 * Our own slider proves nothing where a service was chosen instead.
 * @throws expected `account:refused.captcha-other`
 */
export async function refuseUnlessOwn(ctx: ServerContext): Promise<void> {
  if ((await ctx.settings.get(CAPTCHA)).provider !== 'slider') fail('account:refused.captcha-other');
}
