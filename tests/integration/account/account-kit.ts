import { createHash } from 'node:crypto';

import type { Envelope } from '#core/contract/envelope.ts';
import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import type { TestScope } from '#core/server/testing/test-scope.ts';
import type { DiscoveredPlugin } from '#host/server/discover-plugins.ts';
import * as calls from '#plugins/account/calls.ts';
import type { LiveSession } from '#plugins/account/calls.ts';
import manifest from '#plugins/account/plugin.ts';
import server from '#plugins/account/server/index.ts';
import { LIMITS, type Limits } from '#plugins/account/server/settings.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/integration/http/test-server.ts';

import { handTrail } from './hand-trail.ts';

/** The account plugin as the host finds it. */
export const account: DiscoveredPlugin = { manifest, calls: callsAmong(calls), server };

/** The fields that the calls answer, each where its call is declared to. */
export interface AnswerFields {
  code: number;
  message: string;
  error?: string;
  data: AnswerFields;
  fields: { field: string }[];
  access_token: string;
  expires_in: number;
  auth_code: string;
  id: string;
  fdName: string;
  wechatName: string | null;
  fdUsername: string;
  fdMobile: string | null;
  fdRoleCode: number;
  fdType: number;
  features: number[];
  operator: boolean;
  isQF: boolean;
  qrcode: string;
  sceneId: string;
  state: string;
  mobileAccountId: string;
  mobileAccountName: string;
  qrCodeAccountId: string;
  qrCodeAccountName: string;
  key: string;
  bg: string;
  front: string;
  token: string;
  success: boolean;
  validate: string;
}

/** An answer of any form. */
export interface BrowserAnswer {
  status: number;
  code: number;
  secCode: number | null;
  message: string;
  /** The envelope's `data`. */
  data: AnswerFields;
  /** The same where it is a list. */
  list: LiveSession[];
  /** The whole body. */
  body: AnswerFields;
  /** What was answered when that is no JSON. */
  text: string;
  /** The key of a failure. */
  error: string | undefined;
  headers: Headers;
}

/** A browser: it keeps its cookies and comes from an address of its own. */
export interface Browser {
  call(
    method: string,
    path: string,
    options?: { body?: unknown; token?: string; language?: string; headers?: Record<string, string> },
  ): Promise<BrowserAnswer>;
  /** Solves a puzzle as a hand would; answers the proof. */
  solveCaptcha(): Promise<string>;
  /** Solves a puzzle and asks for a code. */
  askForCode(mobile: string): Promise<BrowserAnswer>;
  /** Asks for a code and logs in with it; answers the token. */
  logIn(mobile: string, deviceId?: string): Promise<string>;
}

export interface AccountServer extends TestServer {
  browser(options?: { ip?: string; userAgent?: string; address?: string }): Browser;
  /** The code that was last sent to a number. */
  sentCode(mobile: string): Promise<string>;
  /** Forgets what was counted, as time would. */
  forgetLimits(): Promise<void>;
  setLimits(limits: Partial<Limits>): Promise<void>;
  /** Makes every row of a table as old as the seconds say. */
  age(table: string, seconds: number): Promise<void>;
  audited(action: string): Promise<Record<string, unknown>[]>;
}

let lastAddress = 0;

/** An api node with the account plugin, which believes the addresses that test browsers name. */
export async function startAccountServer(scope: TestScope, options: TestServerOptions = {}): Promise<AccountServer> {
  const node = await startTestServer(scope, { discovered: [account], trustProxy: ['loopback'], ...options });
  const { ctx } = node.composed;
  const { pool } = ctx.db;

  function browser({
    ip,
    userAgent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0',
    address,
  }: Parameters<AccountServer['browser']>[0] = {}): Browser {
    lastAddress += 1;
    const from = ip ?? `198.51.${Math.floor(lastAddress / 250)}.${(lastAddress % 250) + 1}`;
    const cookies = new Map<string, string>();
    const own: Browser = {
      async call(method, path, { body: given, token, language = 'en', headers = {} } = {}) {
        const raw = given instanceof FormData || given instanceof URLSearchParams || typeof given === 'string';
        const answer = await fetch((address ?? node.address) + path, {
          method,
          headers: {
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(given === undefined || raw ? {} : { 'content-type': 'application/json' }),
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            'x-forwarded-for': from,
            'accept-language': language,
            'user-agent': userAgent,
            ...headers,
          },
          body: given === undefined || raw ? given : JSON.stringify(given),
        });
        for (const cookie of answer.headers.getSetCookie()) {
          const [pair = ''] = cookie.split(';', 1);
          cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        }
        const text = await answer.text();
        // Tests then look at what each call is declared to answer.
        const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Envelope<unknown> & AnswerFields;
        const list = body.data as unknown as LiveSession[];
        return { ...body, list, text, body, error: body.data?.error, status: answer.status, headers: answer.headers };
      },
      async solveCaptcha() {
        const { body } = await own.call('GET', '/nodeapi/captcha');
        const x = await holeOf(node, body.token);
        await self.age('captchas', 3);
        const answer = await own.call('POST', '/nodeapi/captcha/verify', {
          body: { positionX: x, trail: handTrail(x), token: body.token },
        });
        if (answer.body.success !== true) throw new Error(`the puzzle was not solved: ${JSON.stringify(answer.body)}`);
        return answer.body.validate;
      },
      async askForCode(mobile) {
        const validate = await own.solveCaptcha();
        return await own.call('POST', '/getMobileCode', {
          body: { fdMobile: mobile, type: 6, validate },
          headers: { key: 'reelport-web' },
        });
      },
      async logIn(mobile, deviceId) {
        const asked = await own.askForCode(mobile);
        if (asked.code !== 1) throw new Error(`no code: ${asked.message}`);
        const answer = await own.call('POST', '/loginByfdMobileV2', {
          body: { fdMobile: mobile, mobileCode: await self.sentCode(mobile), id: deviceId },
        });
        if (answer.code !== 1) throw new Error(`no login: ${answer.message}`);
        await self.forgetLimits();
        return answer.data.access_token;
      },
    };
    return own;
  }

  const self: AccountServer = {
    ...node,
    browser,
    async sentCode(mobile) {
      const { rows } = await pool.query<{ text: string }>(
        `select text from account_outbox where "to" = $1 order by id desc limit 1`,
        [mobile],
      );
      return /\d{6}/.exec(rows[0]?.text ?? '')?.[0] ?? '';
    },
    async forgetLimits() {
      await pool.query('delete from core_limits');
    },
    async setLimits(limits) {
      await ctx.settings.set(LIMITS, limits, 'test');
    },
    async age(table, seconds) {
      const { rows } = await pool.query<{ column_name: string }>(
        `select column_name from information_schema.columns where table_name = $1 and data_type like 'timestamp%'`,
        [`account_${table}`],
      );
      const set = rows.map(({ column_name: name }) => `${name} = ${name} - interval '${seconds} seconds'`);
      await pool.query(`update account_${table} set ${set.join(', ')}`);
    },
    async audited(action) {
      return (await pool.query<Record<string, unknown>>('select * from core_audit where action = $1', [action])).rows;
    },
  };
  return self;
}

/** Where the hole of a puzzle is, which only the database knows. */
export async function holeOf(node: TestServer, token: string): Promise<number> {
  const { rows } = await node.composed.ctx.db.pool.query<{ x: number }>(
    'select x from account_captchas where token_hash = $1',
    [createHash('sha256').update(token).digest('base64url')],
  );
  return rows[0]?.x ?? 0;
}
