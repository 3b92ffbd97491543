import { z } from 'zod';

const filled = z.string().min(1).max(500);
const named = (name: string) => ({ title: `account:service.${name}` });
const plain = (name: string) => filled.meta(named(name));
const secret = (name: string) => filled.meta({ ...named(name), secret: true });
const endpoint = (url: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(url)
    .meta(named('endpoint'));

/** Aliyun Dysmsapi. */
export const ALIYUN_SMS = z.object({
  accessKeyId: plain('access-key-id'),
  accessKeySecret: secret('access-key-secret'),
  signName: plain('sign-name'),
  templateCode: plain('template'),
  codeVariable: z
    .string()
    .min(1)
    .max(60)
    .default('code')
    .meta({ ...named('code-variable'), description: 'account:service.code-variable-about' }),
  endpoint: endpoint('https://dysmsapi.aliyuncs.com/'),
});

/** Tencent Cloud SMS. */
export const TENCENT_SMS = z.object({
  secretId: plain('secret-id'),
  secretKey: secret('secret-key'),
  smsSdkAppId: plain('sms-app-id'),
  signName: plain('sign-name'),
  templateId: plain('template'),
  templateParams: z
    .array(z.enum(['code', 'minutes']))
    .default(['code'])
    .meta({
      ...named('template-params'),
      description: 'account:service.template-params-about',
      labels: { code: 'account:service.template-code', minutes: 'account:service.template-minutes' },
    }),
  region: z.string().min(1).max(60).default('ap-guangzhou').meta(named('region')),
  endpoint: endpoint('https://sms.tencentcloudapi.com/'),
});

/** Twilio's Messages. */
export const TWILIO_SMS = z
  .object({
    accountSid: plain('account-sid'),
    authToken: secret('auth-token'),
    from: z
      .string()
      .max(60)
      .default('')
      .meta({ ...named('from'), description: 'account:service.from-about' }),
    messagingServiceSid: z.string().max(60).default('').meta(named('messaging-service')),
    endpoint: endpoint('https://api.twilio.com/'),
  })
  .refine(({ from, messagingServiceSid }) => (from === '') !== (messagingServiceSid === ''), { path: ['from'] });

/** Tencent Cloud Captcha. */
export const TENCENT_CAPTCHA = z.object({
  secretId: plain('secret-id'),
  secretKey: secret('secret-key'),
  captchaAppId: z.number().int().positive().meta(named('captcha-app-id')),
  appSecretKey: secret('app-secret-key'),
  script: z
    .url({ protocol: /^https?$/ })
    .default('https://turing.captcha.qcloud.com/TJCaptcha.js')
    .meta({ ...named('script'), description: 'account:service.script-about' }),
  endpoint: endpoint('https://captcha.tencentcloudapi.com/'),
});

/** An official account of WeChat. */
export const WECHAT = z.object({
  appId: plain('app-id'),
  appSecret: secret('app-secret'),
  token: z
    .string()
    .regex(/^[A-Za-z0-9]{3,32}$/)
    .meta({ ...named('token'), description: 'account:service.token-about', secret: true }),
  encodingAesKey: z
    .string()
    .regex(/^([A-Za-z0-9]{43})?$/)
    .default('')
    .meta({ ...named('message-key'), description: 'account:service.message-key-about', secret: true }),
  endpoint: endpoint('https://api.weixin.qq.com/'),
});
