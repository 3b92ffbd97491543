import { z } from 'zod';

const named = (name: string) => ({ title: `membership:service.${name}` });
const filled = (most: number) => z.string().trim().min(1).max(most);
const plain = (name: string) => filled(500).meta(named(name));
const secret = (name: string) => filled(10_000).meta({ ...named(name), secret: true });
const endpoint = (url: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(url)
    .meta(named('endpoint'));

/** WeChat Pay, API v3. */
export const WECHAT_PAY = z.object({
  appId: plain('app-id'),
  merchantId: plain('merchant-id'),
  serial: plain('certificate-serial'),
  privateKey: secret('private-key'),
  apiKey: z
    .string()
    .length(32)
    .meta({ ...named('api-v3-key'), secret: true }),
  publicKeyId: z
    .string()
    .max(200)
    .default('')
    .meta({ ...named('public-key-id'), description: 'membership:service.public-key-about' }),
  publicKey: z.string().max(10_000).default('').meta(named('wechat-public-key')),
  endpoint: endpoint('https://api.mch.weixin.qq.com/'),
});

/** Alipay's page payment, signed with RSA2. */
export const ALIPAY = z.object({
  appId: plain('app-id'),
  sellerId: z
    .string()
    .max(100)
    .default('')
    .meta({ ...named('seller-id'), description: 'membership:service.seller-id-about' }),
  privateKey: secret('private-key'),
  alipayPublicKey: filled(10_000).meta(named('alipay-public-key')),
  endpoint: endpoint('https://openapi.alipay.com/gateway.do'),
});

/** Stripe Checkout. */
export const STRIPE = z.object({
  secretKey: secret('stripe-secret-key'),
  webhookSecret: secret('stripe-webhook-secret'),
  endpoint: endpoint('https://api.stripe.com/'),
});
