import { sign, verify } from 'node:crypto';

import { z } from 'zod';

import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure, type ProviderFailureKind } from '#core/server/services/providers/provider-failure.ts';
import type { PaymentState, RefundState } from '#core/server/services/providers/payment.ts';

import { readPrivateKey, readPublicKey } from './keys.ts';
import { assertReachable, readJsonObject, repeatOnce, sendPayRequest, type PayServices } from './pay-request.ts';
import type { ALIPAY } from './pay-settings.ts';

type AlipaySettings = z.output<typeof ALIPAY>;

/** Alipay's clock: UTC+8, without a change in summer. */
const ZONE_MILLISECONDS = 8 * 60 * 60 * 1000;
const SUBJECT_LETTERS = 120;

const answerSchema = z.looseObject({
  code: z.string(),
  msg: z.string().default(''),
  sub_code: z.string().default(''),
  sub_msg: z.string().default(''),
});
const tradeSchema = z.object({
  ...{ out_trade_no: z.string(), trade_no: z.string(), trade_status: z.string(), total_amount: z.string() },
  send_pay_date: z.string().optional(),
});
const newsSchema = tradeSchema.omit({ send_pay_date: true }).extend({
  app_id: z.string(),
  seller_id: z.string().optional(),
  gmt_payment: z.string().optional(),
});

const KINDS: Readonly<Record<string, ProviderFailureKind>> = {
  ...{ 20000: 'unavailable', 20001: 'configuration', 40001: 'configuration', 40002: 'configuration' },
  ...{ 40004: 'refused', 40006: 'configuration' },
};

/** Alipay's page payment: a page of Alipay that the browser opens. */
export function createAlipay(settings: AlipaySettings, services: PayServices): Opened<'payment'> {
  const { appId, sellerId, endpoint } = settings;
  const own = readPrivateKey(settings.privateKey);
  const theirs = readPublicKey(settings.alipayPublicKey);
  const isTheirs = (text: string, signature: string) =>
    verify('sha256', Buffer.from(text), theirs, Buffer.from(signature, 'base64'));

  function signed(method: string, content: unknown, more: Record<string, string> = {}): URLSearchParams {
    const parameters: Record<string, string> = {
      ...{ app_id: appId, method, format: 'JSON', charset: 'utf-8', sign_type: 'RSA2', version: '1.0' },
      ...{ timestamp: alipayTime(services.clock.now()), biz_content: JSON.stringify(content), ...more },
    };
    const signature = sign('sha256', Buffer.from(textToSign(parameters)), own).toString('base64');
    return new URLSearchParams({ ...parameters, sign: signature });
  }

  /** Makes a call and verifies the answer. @returns undefined for a code that is expected */
  async function ask(method: string, content: unknown, unless: readonly string[] = []): Promise<unknown> {
    const { status, text } = await sendPayRequest(services, new URL(endpoint), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      body: signed(method, content).toString(),
    });
    const name = `${method.replaceAll('.', '_')}_response`;
    const whole = readJsonObject(text);
    const answer = answerSchema.safeParse(whole?.[name]);
    if (status !== 200 || !answer.success) throw new ProviderFailure('unavailable', `${status} without an answer`);
    const { code, sub_code, sub_msg, msg } = answer.data;
    if (code !== '10000') {
      if (unless.includes(sub_code)) return undefined;
      throw new ProviderFailure(KINDS[code] ?? 'refused', `${code} ${sub_code}: ${sub_msg || msg}`);
    }
    const raw = rawValue(text, name);
    if (typeof whole?.['sign'] !== 'string' || raw === undefined || !isTheirs(raw, whole['sign'])) {
      throw new ProviderFailure('unavailable', 'the answer is not of Alipay');
    }
    return answer.data;
  }

  const query = (number: string) => ask('alipay.trade.query', { out_trade_no: number }, ['ACQ.TRADE_NOT_EXIST']);

  async function checkRefund(order: string, refund: string): Promise<RefundState> {
    const asked = { out_trade_no: order, out_request_no: refund };
    const said = await ask('alipay.trade.fastpay.refund.query', asked);
    const { data } = z.object({ refund_status: z.string() }).safeParse(said);
    return data?.refund_status === 'REFUND_SUCCESS' ? { state: 'done' } : { state: 'working' };
  }

  return {
    currencies: ['CNY'],

    async probe() {
      await query('reelport-probe');
    },

    async open({ number, amount, subject, notify, back, expiresAt }) {
      assertReachable(notify);
      const content = {
        ...{ out_trade_no: number, total_amount: (amount / 100).toFixed(2), product_code: 'FAST_INSTANT_TRADE_PAY' },
        subject: [...subject].slice(0, SUBJECT_LETTERS).join(''),
        time_expire: alipayTime(expiresAt),
      };
      const parameters = signed('alipay.trade.page.pay', content, { notify_url: notify, return_url: back });
      const url = new URL(endpoint);
      url.search = parameters.toString();
      return { show: 'page', url: url.href };
    },

    async check(number) {
      const said = await query(number);
      if (said === undefined) return { state: 'open' };
      const { data: trade } = tradeSchema.safeParse(said);
      if (trade === undefined) throw new ProviderFailure('unavailable', 'a trade of another form');
      if (trade.out_trade_no !== number) throw new ProviderFailure('refused', 'the trade is of another order');
      return stateOf(trade, services.clock.now());
    },

    async close(number) {
      // A trade that nobody has scanned or opened does not exist; one that was paid is told by the next check.
      const fine = ['ACQ.TRADE_NOT_EXIST', 'ACQ.TRADE_STATUS_ERROR', 'ACQ.REASON_TRADE_STATUS_INVALID'];
      await ask('alipay.trade.close', { out_trade_no: number }, fine);
    },

    async refund(order, { number, amount, reason }) {
      const content = {
        ...{ out_trade_no: order.number, out_request_no: number },
        ...{ refund_amount: (amount / 100).toFixed(2), refund_reason: reason },
      };
      await repeatOnce(() => ask('alipay.trade.refund', content));
      return await checkRefund(order.number, number);
    },

    checkRefund,

    async receive({ body }) {
      const fields = Object.fromEntries(new URLSearchParams(body.toString()));
      const { sign: signature = '', sign_type, ...rest } = fields;
      const texts = [textToSign(rest), textToSign({ ...rest, ...(sign_type === undefined ? {} : { sign_type }) })];
      if (!texts.some((text) => isTheirs(text, signature))) {
        throw new ProviderFailure('refused', 'the signature is wrong');
      }
      const news = newsSchema.safeParse(rest);
      const answer = { body: 'success' };
      // Other news, such as of a contract, have other fields.
      if (!news.success) return { answer, news: null };
      const { app_id, seller_id, out_trade_no, gmt_payment, ...trade } = news.data;
      if (app_id !== appId || (sellerId !== '' && seller_id !== sellerId)) {
        throw new ProviderFailure('refused', 'the news are of another merchant');
      }
      const state = stateOf({ ...trade, send_pay_date: gmt_payment }, services.clock.now());
      return { answer, news: { number: out_trade_no, state } };
    },
  };
}

function stateOf(
  { trade_status, trade_no, total_amount, send_pay_date }: Omit<z.output<typeof tradeSchema>, 'out_trade_no'>,
  now: Date,
): PaymentState {
  switch (trade_status) {
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED':
      return {
        ...{ state: 'paid', transaction: trade_no, amount: fenOf(total_amount), currency: 'CNY' },
        at: send_pay_date === undefined ? now : readAlipayTime(send_pay_date, now),
      };
    case 'TRADE_CLOSED':
      return { state: 'closed' };
    default:
      return { state: 'open' };
  }
}

/** Yuan with two decimals, exactly. @throws ProviderFailure for anything else */
function fenOf(yuan: string): number {
  const [, whole = '', part = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(yuan) ?? [];
  if (whole === '') throw new ProviderFailure('unavailable', `an amount of another form: ${yuan}`);
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** The parameters that are not empty, sorted, as they are signed. */
function textToSign(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** The text of a member of a JSON object as it was sent, which is what is signed. */
function rawValue(text: string, name: string): string | undefined {
  const key = text.indexOf(`"${name}"`);
  const start = key === -1 ? -1 : text.indexOf('{', key);
  if (start === -1) return undefined;
  let [depth, isText] = [0, false];
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '"') isText = !isText;
    else if (!isText && sign === '{') depth += 1;
    else if (!isText && sign === '}') {
      depth -= 1;
      if (depth === 0) return text.slice(start, at + 1);
    }
  }
  return undefined;
}

/** `2026-11-26 20:00:00` in Alipay's zone. */
function alipayTime(time: Date): string {
  return new Date(time.getTime() + ZONE_MILLISECONDS).toISOString().slice(0, 19).replace('T', ' ');
}

function readAlipayTime(text: string, otherwise: Date): Date {
  const time = new Date(`${text.replace(' ', 'T')}+08:00`);
  return Number.isNaN(time.getTime()) ? otherwise : time;
}
