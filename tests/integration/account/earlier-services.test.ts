import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { z } from 'zod';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { readAdapterSettings } from '#core/server/services/providers/registry/adapter-settings.ts';
import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { adoptEarlierServices } from '#plugins/account/server/services/earlier-services.ts';
import { TWILIO_SMS, WECHAT } from '#plugins/account/server/services/service-settings.ts';

import { startAccountServer } from './account-kit.ts';

const scope = lastFirst({ after });
const earlier = (key: string) => ({ key, schema: z.looseObject({ provider: z.string() }), secret: true });

test('what an earlier version has stored is taken over once, sealed, by several processes at once', async () => {
  const { composed } = await startAccountServer(scope);
  const { ctx } = composed;
  const twilio = { provider: 'twilio', accountSid: 'AC1', authToken: 'sealed-token', from: '+15550001' };
  await ctx.settings.set(earlier('account.sms'), twilio, 'console');
  const wechat = { provider: 'wechat', appId: 'wx1', appSecret: 'sealed-secret', token: 'abc' };
  await ctx.settings.set(earlier('account.qr-login'), wechat, 'console');
  await Promise.all([adoptEarlierServices(ctx), adoptEarlierServices(ctx)]);

  assert.equal((await ctx.providers.use('sms')).id, 'account.twilio');
  assert.equal((await ctx.providers.use('qr-login')).id, 'account.wechat');
  assert.equal((await ctx.providers.use('captcha')).id, 'account.slider');
  const read = async (kind: 'sms' | 'qr-login', id: string, settings: z.ZodObject) =>
    await readAdapterSettings(ctx.settings, { kind, id, title: '', settings, open: () => assert.fail() });
  const { provider: _twilio, ...sent } = twilio;
  assert.deepEqual(await read('sms', 'account.twilio', TWILIO_SMS), {
    values: { ...sent, messagingServiceSid: '', endpoint: 'https://api.twilio.com/' },
  });
  const { provider: _wechat, ...scanned } = wechat;
  assert.deepEqual(await read('qr-login', 'account.wechat', WECHAT), {
    values: { ...scanned, encodingAesKey: '', endpoint: 'https://api.weixin.qq.com/' },
  });
  const { rows } = await ctx.db.pool.query<{ key: string }>('select * from core_settings');
  assert.ok(!rows.some(({ key }) => key.startsWith('account.')));
  assert.ok(!JSON.stringify(rows).includes('sealed-'));

  await ctx.settings.set(choiceSetting('sms'), { adapters: ['account.outbox'], orEmbedded: false }, 'operator');
  await adoptEarlierServices(ctx);
  assert.equal((await ctx.providers.use('sms')).id, 'account.outbox');
});

test('what cannot be read stays where it is, and the server starts', async () => {
  const { composed } = await startAccountServer(scope);
  const { ctx } = composed;
  await ctx.settings.set(earlier('account.sms'), { provider: 'pigeon' }, 'console');
  await adoptEarlierServices(ctx);
  assert.equal((await ctx.providers.use('sms')).id, 'account.outbox');
  const { rows } = await ctx.db.pool.query(`select key from core_settings where key = 'account.sms'`);
  assert.equal(rows.length, 1);
});
