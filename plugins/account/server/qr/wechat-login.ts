import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import type { WECHAT } from '../services/service-settings.ts';
import { readWechatCall } from './wechat-events.ts';

/** How to reach an official account of WeChat. */
type WechatSettings = z.output<typeof WECHAT>;

interface WechatServices {
  fetch: typeof fetch;
  clock: Clock;
}

const TIMEOUT_MILLISECONDS = 6_000;
/** WeChat waits five seconds for the answer to an event, during which the name is asked for. */
const NAME_MILLISECONDS = 2_500;
const NAME_LENGTH = 60;
/** The platform renews a token this long before it ends, and both are good meanwhile. */
const RENEW_MILLISECONDS = 5 * 60 * 1000;
/** Errors that a fresh token mends. */
const STALE_TOKEN = [40001, 40014, 42001];

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });
const codeSchema = z.object({ ticket: z.string(), url: z.string() });
/** WeChat gives a name only for some official accounts. */
const personSchema = z.object({ nickname: z.string().optional() });
const errorSchema = z.object({ errcode: z.number(), errmsg: z.string().optional() });

/** Tokens by app and server. A stable token is the same for every process that asks, so each may keep its own copy. */
const tokens = new Map<string, { token: string; until: number }>();

/** QR codes of an official account; an event says who has scanned one. */
export function createWechatLogin(settings: WechatSettings, { fetch, clock }: WechatServices): Opened<'qr-login'> {
  const { appId, appSecret, endpoint } = settings;
  const key = `${endpoint} ${appId} ${appSecret}`;

  async function post<T extends z.ZodType>(path: string, body: unknown, schema: T): Promise<z.output<T>> {
    let answer: unknown;
    try {
      const response = await fetch(new URL(path, endpoint), {
        ...{ method: 'POST', redirect: 'error', body: JSON.stringify(body) },
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      });
      answer = await response.json();
    } catch (error) {
      throw new ProviderFailure('unavailable', 'WeChat gave no readable answer', { cause: error });
    }
    const read = schema.safeParse(answer);
    if (read.success) return read.data;
    const refused = errorSchema.safeParse(answer);
    const { errcode = 0, errmsg = 'an answer of another form' } = refused.data ?? {};
    throw new WechatRefusal(errcode, `${errcode}: ${errmsg}`);
  }

  async function token(): Promise<string> {
    const known = tokens.get(key);
    if (known !== undefined && known.until > clock.now().getTime()) return known.token;
    const { access_token, expires_in } = await post(
      'cgi-bin/stable_token',
      { grant_type: 'client_credential', appid: appId, secret: appSecret },
      tokenSchema,
    );
    tokens.set(key, { token: access_token, until: clock.now().getTime() + expires_in * 1000 - RENEW_MILLISECONDS });
    return access_token;
  }

  async function createCode(sceneId: string, seconds: number): Promise<string> {
    const { url } = await post(
      `cgi-bin/qrcode/create?access_token=${encodeURIComponent(await token())}`,
      { expire_seconds: seconds, action_name: 'QR_STR_SCENE', action_info: { scene: { scene_str: sceneId } } },
      codeSchema,
    );
    return url;
  }

  return {
    vouches: true,
    async createCode({ id, seconds }) {
      try {
        return await createCode(id, seconds);
      } catch (error) {
        if (!(error instanceof WechatRefusal) || !STALE_TOKEN.includes(error.errcode)) throw error;
        tokens.delete(key);
        return await createCode(id, seconds);
      }
    },
    receive: async (call) => readWechatCall(settings, call, clock.now()),
    async probe() {
      tokens.delete(key);
      await token();
    },
    async nameOf(person) {
      try {
        const openId = person.slice(appId.length + 1);
        const url = new URL('cgi-bin/user/info', endpoint);
        url.search = new URLSearchParams({ access_token: await token(), openid: openId, lang: 'zh_CN' }).toString();
        const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(NAME_MILLISECONDS) });
        const name = withoutBidiControls(personSchema.parse(await response.json()).nickname ?? '').trim();
        return name === '' ? null : [...name].slice(0, NAME_LENGTH).join('');
      } catch {
        return null;
      }
    },
  };
}

class WechatRefusal extends ProviderFailure {
  readonly errcode: number;

  constructor(errcode: number, message: string) {
    super('unavailable', message);
    this.errcode = errcode;
  }
}
