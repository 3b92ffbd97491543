import assert from 'node:assert/strict';
import { createCipheriv, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { test } from 'node:test';

import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import { createWechatPay } from '#plugins/membership/server/pay/wechat-pay.ts';

const API_KEY = 'an-api-v3-key-of-32-characters-.';
const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const merchant = keys().privateKey;

interface Certificate {
  serial: string;
  key: KeyObject;
  pem: string;
}

/** One member of a DER structure. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

/** A certificate that holds for the year 2026 unless another one is asked for. */
function certify(serial: number, year = 26): Certificate {
  const { privateKey, publicKey } = keys();
  const time = (text: string) => der(0x17, Buffer.from(text));
  const sha256WithRsa = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
  const name = der(0x30, der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('platform')))));
  const body = der(
    0x30,
    der(0x02, Buffer.from([serial])),
    sha256WithRsa,
    name,
    der(0x30, time(`${year}0101000000Z`), time(`${year}1231235959Z`)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
  );
  const whole = der(0x30, body, sha256WithRsa, der(0x03, Buffer.from([0]), sign('sha256', body, privateKey)));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
  return { serial: String(serial), key: privateKey, pem };
}

function seal(plain: string): Record<string, string> {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(API_KEY), Buffer.from('a-nonce-of-1'));
  cipher.setAAD(Buffer.from('certificate'));
  const bytes = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const rest = { nonce: 'a-nonce-of-1', associated_data: 'certificate', algorithm: 'AEAD_AES_256_GCM' };
  return { ciphertext: bytes.toString('base64'), ...rest };
}

function startPlatform() {
  let now = new Date('2026-06-01T00:00:00Z');
  let held: Certificate[] = [];
  let signer: Certificate | undefined;
  const asked: string[] = [];
  const signed = (body: string, { serial, key }: Certificate) => {
    const time = String(Math.floor(now.getTime() / 1000));
    const signature = sign('sha256', Buffer.from(`${time}\nabc\n${body}\n`), key).toString('base64');
    return {
      ...{ 'wechatpay-serial': serial, 'wechatpay-signature': signature },
      ...{ 'wechatpay-timestamp': time, 'wechatpay-nonce': 'abc' },
    };
  };
  const fetchOf = async (url: URL | string | Request) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url);
    asked.push(pathname);
    const data = held.map(({ serial, pem }) => ({ serial_no: serial, encrypt_certificate: seal(pem) }));
    const body =
      pathname === '/v3/certificates'
        ? JSON.stringify({ data })
        : JSON.stringify({ appid: 'wx1', mchid: '1', out_trade_no: '123456', trade_state: 'NOTPAY' });
    return new Response(body, { status: 200, headers: signed(body, signer ?? assert.fail()) });
  };
  const pay = createWechatPay(
    {
      ...{ appId: 'wx1', merchantId: '1', serial: 'AB', apiKey: API_KEY, publicKeyId: '', publicKey: '' },
      privateKey: String(merchant.export({ format: 'pem', type: 'pkcs8' })).replaceAll('\n', ' '),
      endpoint: 'https://wechat.example/',
    },
    { fetch: fetchOf, clock: { now: () => now } },
  );
  return {
    ...{ pay, asked },
    pass: (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000)),
    hold(...certificates: Certificate[]) {
      held = certificates;
      signer = certificates.at(-1);
    },
    signWith: (certificate: Certificate) => (signer = certificate),
  };
}

test('certificates of the platform are fetched when they are needed, and again when another one signs', async () => {
  const platform = startPlatform();
  const [old, next] = [certify(11), certify(12)];
  platform.hold(old);
  assert.deepEqual(await platform.pay.check('123456'), { state: 'open' });
  await platform.pay.check('123456');
  const fetched = () => platform.asked.filter((path) => path === '/v3/certificates').length;
  assert.equal(fetched(), 1);
  platform.hold(old, next);
  await assert.rejects(platform.pay.check('123456'), isUnavailable, 'not asked for more often than once a minute');
  platform.pass(2);
  assert.deepEqual(await platform.pay.check('123456'), { state: 'open' });
  assert.equal(fetched(), 2);
});

test('a certificate that has ended, or that is none of the platform’s, proves nothing', async () => {
  const platform = startPlatform();
  const [ended, held, strange] = [certify(21, 25), certify(22), certify(23)];
  platform.hold(ended, held);
  assert.deepEqual(await platform.pay.check('123456'), { state: 'open' });
  for (const other of [ended, strange]) {
    platform.signWith(other);
    await assert.rejects(platform.pay.check('123456'), isUnavailable);
    platform.pass(2);
    await assert.rejects(platform.pay.check('123456'), isUnavailable);
  }
});

function isUnavailable(error: unknown): boolean {
  return error instanceof ProviderFailure && error.kind === 'unavailable';
}
