import type { ServerContext } from '#core/server/plugins/context.ts';

import type { LoginMethods } from '#plugins/account/calls.ts';
import { WECHAT_QR } from '../qr/qr-ids.ts';
import { CODE_KEY } from '../settings.ts';

/**
 * What the login of this installation looks like; nothing of it is secret. A service that cannot be used is not told
 * here: whoever uses it is told why.
 */
export async function readLoginMethods({
  settings,
  providers,
}: Pick<ServerContext, 'settings' | 'providers'>): Promise<LoginMethods> {
  const [qrLogin, codeKey, captcha] = await Promise.all([
    providers.use('qr-login').catch(() => null),
    settings.get(CODE_KEY),
    providers.use('captcha').catch(() => null),
  ]);
  return {
    wechat: qrLogin?.id === WECHAT_QR,
    codeKey,
    captcha:
      captcha?.provider.form === 'widget'
        ? { provider: 'tencent', script: captcha.provider.script, appId: captcha.provider.appId }
        : { provider: 'slider' },
  };
}
