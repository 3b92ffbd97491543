import type { ServerContext } from '#core/server/plugins/context.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { WECHAT } from '../services/service-settings.ts';
import { EMBEDDED_QR, WECHAT_QR } from './qr-ids.ts';
import { createWechatLogin } from './wechat-login.ts';

/** What people scan to log in. */
export function qrAdapters({ clock, publicUrl }: Pick<ServerContext, 'clock' | 'publicUrl'>) {
  return [
    defineProvider({
      ...{ kind: 'qr-login', id: EMBEDDED_QR, title: 'account:service.embedded-qr', embedded: true },
      about: 'account:service.embedded-qr-about',
      open: () => ({
        vouches: false,
        // A phone opens a page of this server, which confirms.
        createCode: async ({ id, origin }) => new URL(`/qr/${id}`, publicUrl ?? origin).href,
      }),
    }),
    defineProvider({
      ...{ kind: 'qr-login', id: WECHAT_QR, title: 'account:service.wechat', settings: WECHAT },
      about: 'account:service.wechat-about',
      open: (settings) => createWechatLogin(settings, { fetch, clock }),
    }),
  ];
}
