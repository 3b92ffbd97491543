import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';

import type { z } from 'zod';

import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { QrScan } from '#core/server/services/providers/qr-login.ts';
import type { ServiceAnswer, ServiceCall } from '#core/server/services/providers/service-call.ts';

import type { WECHAT } from '../services/service-settings.ts';

type WechatSettings = z.output<typeof WECHAT>;

/** Older requests may be replays. */
const FRESH_SECONDS = 300;
const SCENE_PREFIX = 'qrscene_';

/**
 * Reads what WeChat sends: its question whether this server is ours, or an event of the official account. Who scans a
 * code of ours, newly following or not, confirms its scene.
 * @throws ProviderFailure `refused`
 */
export function readWechatCall(
  settings: WechatSettings,
  { method, query, body }: ServiceCall,
  now: Date,
): { answer: ServiceAnswer; scan: QrScan | null } {
  if (method === 'GET') {
    const { timestamp = '', nonce = '', signature, echostr = '' } = query;
    checkSignature(now, settings, signature, [timestamp, nonce], timestamp);
    return { answer: { body: echostr }, scan: null };
  }
  return { answer: { body: 'success' }, scan: scanOf(settings, openMessage(now, settings, query, body.toString())) };
}

function scanOf({ appId }: WechatSettings, xml: string): QrScan | null {
  const [event, key, openId] = [field(xml, 'Event'), field(xml, 'EventKey') ?? '', field(xml, 'FromUserName')];
  if (field(xml, 'MsgType') !== 'event' || openId === undefined || !/^[\w-]{1,64}$/.test(openId)) return null;
  const sceneId =
    event === 'SCAN'
      ? key
      : event === 'subscribe' && key.startsWith(SCENE_PREFIX)
        ? key.slice(SCENE_PREFIX.length)
        : '';
  return sceneId === '' ? null : { sceneId, person: `${appId}:${openId}` };
}

function openMessage(now: Date, settings: WechatSettings, query: ServiceCall['query'], body: string): string {
  const { timestamp = '', nonce = '', signature, msg_signature } = query;
  const encrypted = field(body, 'Encrypt');
  if (settings.encodingAesKey === '' || encrypted === undefined) {
    // With a message key set, a plain message is none of WeChat's.
    const signed = settings.encodingAesKey === '' ? signature : undefined;
    checkSignature(now, settings, signed, [timestamp, nonce], timestamp);
    return body;
  }
  checkSignature(now, settings, msg_signature, [timestamp, nonce, encrypted], timestamp);
  return decrypt(settings, settings.encodingAesKey, encrypted);
}

function checkSignature(
  now: Date,
  { token }: WechatSettings,
  given: string | undefined,
  parts: readonly string[],
  timestamp: string,
): void {
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  const right = createHash('sha1')
    .update([token, ...parts].sort().join(''))
    .digest();
  const found = Buffer.from(given ?? '', 'hex');
  if (!(age <= FRESH_SECONDS) || found.length !== right.length || !timingSafeEqual(found, right)) {
    throw new ProviderFailure('refused', 'the signature is wrong or old');
  }
}

/** Sixteen random bytes, a length, the message, the app's id. */
function decrypt({ appId }: WechatSettings, aesKey: string, encrypted: string): string {
  const key = Buffer.from(`${aesKey}=`, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
    const padded = Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()]);
    const plain = padded.subarray(0, padded.length - (padded.at(-1) ?? 0));
    const end = 20 + plain.readUInt32BE(16);
    if (plain.subarray(end).toString('utf8') === appId) return plain.subarray(20, end).toString('utf8');
  } catch (error) {
    throw new ProviderFailure('refused', 'the message cannot be decrypted', { cause: error });
  }
  throw new ProviderFailure('refused', 'the message is for another app');
}

/** The text of an element. WeChat's messages are flat and known, so nothing that a document could bring along is run. */
function field(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>(?:<!\\[CDATA\\[([^\\]]{0,4000})\\]\\]>|([^<]{0,4000}))</${name}>`).exec(xml);
  return found?.[1] ?? found?.[2];
}
