import { answer, refuse, type Answer } from '#core/web/testing/index.ts';
import * as call from '#plugins/account/calls.ts';
import manifest from '#plugins/account/plugin.ts';
import web from '#plugins/account/web/index.ts';

/** What the login looks like where nothing is configured. */
export const WAYS: call.LoginMethods = { wechat: false, codeKey: 'reelport-web', captcha: { provider: 'slider' } };

export const account = { manifest, web };

export const SESSIONS: call.LiveSession[] = [
  {
    id: '018f0000-0000-7000-8000-00000000000a',
    current: true,
    browser: 'Chrome 156',
    ip: '10.0.0.1',
    createdAt: '2026-01-01T00:00:00.000Z',
    seenAt: '2026-01-01T00:00:00.000Z',
  },
  {
    id: '018f0000-0000-7000-8000-00000000000b',
    current: false,
    browser: 'Safari 19',
    ip: '10.0.0.2',
    createdAt: '2026-01-01T00:00:00.000Z',
    seenAt: '2026-01-01T00:00:00.000Z',
  },
];

/** A server that answers every call of the plugin: nobody has confirmed the QR code yet. */
export const ANSWERS: Answer[] = [
  answer(call.readLoginMethods, WAYS),
  answer(call.changeMobile, null),
  answer(call.validateMobileCode, null),
  answer(call.startQrLogin, { qrcode: 'http://localhost/qr/a', sceneId: 'a' }),
  refuse(call.checkQrLogin, '未检测到扫码用户'),
  answer(call.readCaptcha, { bg: 'data:,b', front: 'data:,f', token: 'puzzle' }),
  answer(call.verifyCaptcha, { success: true, validate: 'proof' }),
  answer(call.getMobileCode, null),
  answer(call.loginByMobile, { access_token: 'token', expires_in: 60 }),
  answer(call.readQrScene, { state: 'scanned', browser: 'Firefox 150' }),
  answer(call.confirmQrScene, null),
  answer(call.listSessions, SESSIONS),
  answer(call.endSession, null),
  answer(call.readBindStatus, { wechatNum: false, fdMobile: true }),
  answer(call.readMemberDays, { days: 7, free: false }),
  answer(call.updateProfile, null),
  answer(call.listOutbox, {
    items: [{ id: '1', to: '13800138000', text: '验证码 482913，5 分钟内有效', createdAt: '2026-01-01T00:00:00.000Z' }],
    nextCursor: null,
    total: 1,
  }),
];
