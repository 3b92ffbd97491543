import type { ServerContext } from '#core/server/plugins/context.ts';

import type { LoginWays } from '#plugins/account/calls.ts';
import { CAPTCHA, CODE_KEY, QR_LOGIN } from '../settings.ts';

/** What the login of this installation looks like; nothing of it is secret. */
export async function readLoginWays({ settings }: Pick<ServerContext, 'settings'>): Promise<LoginWays> {
  const [qrLogin, codeKey, captcha] = await Promise.all([
    settings.get(QR_LOGIN),
    settings.get(CODE_KEY),
    settings.get(CAPTCHA),
  ]);
  return {
    wechat: qrLogin.provider === 'wechat',
    codeKey,
    captcha:
      captcha.provider === 'slider'
        ? { provider: 'slider' }
        : { provider: captcha.provider, script: captcha.script, appId: String(captcha.captchaAppId) },
  };
}
