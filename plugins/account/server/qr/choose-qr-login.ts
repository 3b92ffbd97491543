import type { ServerContext } from '#core/server/plugins/context.ts';
import type { QrLoginProvider } from '#core/server/services/providers/qr-login.ts';

import { QR_LOGIN } from '../settings.ts';
import { createWechatLogin } from './wechat-login.ts';

/**
 * The provider that the operator has chosen.
 * @param origin where the asking browser reached this server, for installations without a public address
 */
export async function chooseQrLogin(ctx: ServerContext, origin: string): Promise<QrLoginProvider> {
  const settings = await ctx.settings.get(QR_LOGIN);
  if (settings.provider === 'wechat') return createWechatLogin(settings, { fetch, clock: ctx.clock });
  return {
    id: 'embedded',
    vouches: false,
    // A phone opens a page of this server, which confirms.
    createCode: async (sceneId) => new URL(`/qr/${sceneId}`, ctx.publicUrl ?? origin).href,
  };
}
