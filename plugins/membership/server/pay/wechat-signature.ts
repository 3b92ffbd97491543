import { createDecipheriv, sign, verify, X509Certificate, type KeyObject } from 'node:crypto';

import { z } from 'zod';

import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

// The cryptography of WeChat Pay's API v3: requests signed by the merchant, answers and news signed by the platform, and
// news and certificates sealed with the merchant's API v3 key.

/** How old what is signed may be. */
const MOST_AGE_SECONDS = 300;
const TAG_BYTES = 16;

/** What the platform seals. */
export const sealedSchema = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.string().default(''),
});

/** Opens what was sealed. @throws ProviderFailure `refused` for what was not sealed with this key */
export function openSealed(sealed: z.output<typeof sealedSchema>, apiKey: string): string {
  try {
    const bytes = Buffer.from(sealed.ciphertext, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiKey), Buffer.from(sealed.nonce), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    decipher.setAAD(Buffer.from(sealed.associated_data));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString();
  } catch (error) {
    throw new ProviderFailure('refused', 'WeChat Pay sealed it with another key', { cause: error });
  }
}

/** The header `Authorization` of a request. */
export function authorization(
  request: { method: string; path: string; body: string },
  merchant: { id: string; serial: string; key: KeyObject },
  once: { nonce: string; timestamp: number },
): string {
  const { nonce, timestamp } = once;
  const lines = [request.method, request.path, timestamp, nonce, request.body, ''];
  const signature = sign('sha256', Buffer.from(lines.join('\n')), merchant.key).toString('base64');
  const fields = { mchid: merchant.id, nonce_str: nonce, signature, timestamp, serial_no: merchant.serial };
  const said = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${said.join(',')}`;
}

/** What the platform's signature is made of. */
export interface SignedText {
  serial: string;
  signature: string;
  timestamp: string;
  nonce: string;
  body: string;
}

/** Reads the headers of an answer, or of news. @throws ProviderFailure `refused` where they are missing */
export function signedText(header: (name: string) => string | null | undefined, body: string): SignedText {
  const [serial, signature, timestamp, nonce] = ['serial', 'signature', 'timestamp', 'nonce'].map((name) =>
    header(`wechatpay-${name}`),
  );
  if (!serial || !signature || !timestamp || !nonce) throw new ProviderFailure('refused', 'it is not signed');
  return { serial, signature, timestamp, nonce, body };
}

/** @throws ProviderFailure `refused` for what is not signed with the key, or too long ago */
export function assertSigned({ signature, timestamp, nonce, body }: SignedText, key: KeyObject, now: Date): void {
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!(age <= MOST_AGE_SECONDS)) throw new ProviderFailure('refused', `it was signed ${age} seconds ago`);
  const text = Buffer.from(`${timestamp}\n${nonce}\n${body}\n`);
  if (!verify('sha256', text, key, Buffer.from(signature, 'base64'))) {
    throw new ProviderFailure('refused', 'the signature is wrong');
  }
}

const certificatesSchema = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: sealedSchema })),
});

/** The platform's keys by serial number, of the certificates that hold now. */
export function readCertificates(text: string, apiKey: string, now: Date): Map<string, KeyObject> {
  const { data } = certificatesSchema.parse(JSON.parse(text));
  const keys = new Map<string, KeyObject>();
  for (const { serial_no, encrypt_certificate } of data) {
    const certificate = new X509Certificate(openSealed(encrypt_certificate, apiKey));
    const holds = certificate.validFromDate <= now && now <= certificate.validToDate;
    if (holds) keys.set(serial_no, certificate.publicKey);
  }
  return keys;
}
