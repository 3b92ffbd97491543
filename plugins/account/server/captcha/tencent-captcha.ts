import { z } from 'zod';

import type { Clock } from '#core/server/ground/clock.ts';
import type { WidgetCaptcha } from '#core/server/services/providers/captcha.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import type { TENCENT_CAPTCHA } from '../services/service-settings.ts';
import { signTencentCall } from '../tencent-signature.ts';

type TencentSettings = z.output<typeof TENCENT_CAPTCHA>;

/** What the adapter works with; tests give it a server of their own. */
interface CaptchaServices {
  fetch: typeof fetch;
  clock: Clock;
}

const TIMEOUT_MILLISECONDS = 5_000;
const OK = 1;
/** Codes that blame the ticket: not its own, expired, used, unreadable, of another app, or judged to be a program's. */
const REFUSED: readonly number[] = [7, 8, 9, 15, 16, 21];
/** The kind of captcha; the service knows no other. */
const CAPTCHA_TYPE = 9;

const answerSchema = z.object({
  Response: z.object({
    RequestId: z.string().optional(),
    Error: z.object({ Code: z.string(), Message: z.string() }).optional(),
    CaptchaCode: z.number().optional(),
    CaptchaMsg: z.string().nullish(),
    /** 100 for a ticket that was solved by a program. */
    EvilLevel: z.number().nullish(),
  }),
});

/** Tencent Cloud Captcha 2019-07-22. */
export function createTencentCaptcha(settings: TencentSettings, { fetch, clock }: CaptchaServices): WidgetCaptcha {
  return {
    form: 'widget',
    script: settings.script,
    appId: String(settings.captchaAppId),
    async verify({ ticket, randstr, ip }) {
      // The widget makes such a ticket by itself when it cannot reach its service: it proves nothing.
      if (/^tr?error/.test(ticket)) return false;
      const url = new URL(settings.endpoint);
      const body = JSON.stringify({
        ...{ CaptchaType: CAPTCHA_TYPE, Ticket: ticket, UserIp: ip, Randstr: randstr },
        ...{ CaptchaAppId: settings.captchaAppId, AppSecretKey: settings.appSecretKey },
      });
      const { secretId, secretKey } = settings;
      const call = { service: 'captcha', action: 'DescribeCaptchaResult', version: '2019-07-22', secretId, secretKey };
      const headers = signTencentCall(call, url, body, clock.now());
      const { Error: refused, CaptchaCode: code, CaptchaMsg, EvilLevel } = await ask(fetch, url, headers, body);
      if (refused !== undefined) throw new ProviderFailure('unavailable', `${refused.Code}: ${refused.Message}`);
      if (code === OK) return EvilLevel !== 100;
      if (code !== undefined && REFUSED.includes(code)) return false;
      throw new ProviderFailure('unavailable', `${code ?? 'no code'}: ${CaptchaMsg ?? ''}`);
    },
  };
}

async function ask(
  fetch: CaptchaServices['fetch'],
  url: URL,
  headers: Record<string, string>,
  body: string,
): Promise<z.output<typeof answerSchema>['Response']> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal });
    return answerSchema.parse(await response.json()).Response;
  } catch (error) {
    throw new ProviderFailure('unavailable', `${url.host} gave no readable answer`, { cause: error });
  }
}
