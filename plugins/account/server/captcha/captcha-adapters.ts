import type { ServerContext } from '#core/server/plugins/context.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { TENCENT_CAPTCHA } from '../services/service-settings.ts';
import { createTencentCaptcha } from './tencent-captcha.ts';

/** What visitors solve before a code is sent. */
export function captchaAdapters({ clock }: Pick<ServerContext, 'clock'>) {
  return [
    defineProvider({
      ...{ kind: 'captcha', id: 'account.slider', title: 'account:service.slider', embedded: true },
      about: 'account:service.slider-about',
      open: () => ({ form: 'puzzle' }),
    }),
    defineProvider({
      ...{ kind: 'captcha', id: 'account.tencent', title: 'account:service.tencent-captcha' },
      about: 'account:service.tencent-captcha-about',
      settings: TENCENT_CAPTCHA,
      open: (settings) => createTencentCaptcha(settings, { fetch, clock }),
    }),
  ];
}
