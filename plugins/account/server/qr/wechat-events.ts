import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { fail } from '#core/contract/errors.ts';

import { QR_LOGIN } from '../settings.ts';
import { findScene, moveScene } from './scenes.ts';
import { createWechatLogin, type WechatSettings } from './wechat-login.ts';

/** What WeChat signs each request to us with. */
export interface WechatSignature {
  signature?: string;
  msg_signature?: string;
  timestamp: string;
  nonce: string;
}

/** Older requests may be replays. */
const FRESH_SECONDS = 300;
const SCENE_PREFIX = 'qrscene_';

/**
 * Answers WeChat's question whether this server is ours.
 * @throws expected `account:refused.signature` (403)
 */
export async function echoWechat(
  ctx: ServerContext,
  { echostr, ...signature }: WechatSignature & { echostr: string },
): Promise<string> {
  const settings = await wechatSettings(ctx);
  checkSignature(ctx, settings, signature.signature, [signature.timestamp, signature.nonce], signature.timestamp);
  return echostr;
}

/**
 * Takes an event of the official account: who scans a code of ours, newly following or not, confirms its scene. The
 * same event may come several times.
 * @throws expected `account:refused.signature` (403)
 */
export async function receiveWechatEvent(ctx: ServerContext, signature: WechatSignature, body: string): Promise<void> {
  const settings = await wechatSettings(ctx);
  const xml = openMessage(ctx, settings, signature, body);
  const [event, key, openId] = [field(xml, 'Event'), field(xml, 'EventKey') ?? '', field(xml, 'FromUserName')];
  if (field(xml, 'MsgType') !== 'event' || openId === undefined || !/^[\w-]{1,64}$/.test(openId)) return;
  const sceneId =
    event === 'SCAN'
      ? key
      : event === 'subscribe' && key.startsWith(SCENE_PREFIX)
        ? key.slice(SCENE_PREFIX.length)
        : '';
  if (sceneId === '') return;
  const scene = await findScene(ctx, ctx.db, sceneId);
  if (scene?.provider !== 'wechat') return;
  const { nameOf } = createWechatLogin(settings, { fetch, clock: ctx.clock });
  const values = { person: `${settings.appId}:${openId}`, personName: (await nameOf?.(openId)) ?? null };
  await moveScene(ctx, ctx.db, scene, { from: ['waiting'], to: 'confirmed', values });
}

async function wechatSettings(ctx: ServerContext): Promise<WechatSettings> {
  const settings = await ctx.settings.get(QR_LOGIN);
  if (settings.provider !== 'wechat') fail('account:refused.signature', {}, { kind: 'forbidden' });
  return settings;
}

function openMessage(ctx: ServerContext, settings: WechatSettings, given: WechatSignature, body: string): string {
  const { timestamp, nonce, signature, msg_signature } = given;
  const encrypted = field(body, 'Encrypt');
  if (settings.encodingAesKey === undefined || encrypted === undefined) {
    // With a message key set, a plain message is none of WeChat's.
    const signed = settings.encodingAesKey === undefined ? signature : undefined;
    checkSignature(ctx, settings, signed, [timestamp, nonce], timestamp);
    return body;
  }
  checkSignature(ctx, settings, msg_signature, [timestamp, nonce, encrypted], timestamp);
  return decrypt(settings, settings.encodingAesKey, encrypted);
}

function checkSignature(
  ctx: ServerContext,
  { token }: WechatSettings,
  given: string | undefined,
  parts: readonly string[],
  timestamp: string,
): void {
  const age = Math.abs(ctx.clock.now().getTime() / 1000 - Number(timestamp));
  const right = createHash('sha1')
    .update([token, ...parts].sort().join(''))
    .digest();
  const found = Buffer.from(given ?? '', 'hex');
  if (!(age <= FRESH_SECONDS) || found.length !== right.length || !timingSafeEqual(found, right)) {
    fail('account:refused.signature', {}, { kind: 'forbidden' });
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
    fail('account:refused.signature', {}, { kind: 'forbidden', cause: error });
  }
  return fail('account:refused.signature', {}, { kind: 'forbidden' });
}

/** The text of an element. WeChat's messages are flat and known, so nothing that a document could bring along is run. */
function field(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>(?:<!\\[CDATA\\[([^\\]]{0,4000})\\]\\]>|([^<]{0,4000}))</${name}>`).exec(xml);
  return found?.[1] ?? found?.[2];
}
