import { createHash, createHmac } from 'node:crypto';

const CONTENT_TYPE = 'application/json; charset=utf-8';

/** One call of a Tencent Cloud service. */
interface TencentCall {
  /** The service's name in signatures: `sms`, `captcha`. */
  service: string;
  action: string;
  version: string;
  /** Only for services that ask for one. */
  region?: string;
  secretId: string;
  secretKey: string;
}

/** The headers of a POST with a JSON body to Tencent Cloud, signed with TC3-HMAC-SHA256. */
export function signTencentCall(call: TencentCall, url: URL, body: string, now: Date): Record<string, string> {
  const { service, secretId, secretKey } = call;
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const date = now.toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${CONTENT_TYPE}`,
    `host:${url.host}`,
    '',
    'content-type;host',
    createHash('sha256').update(body).digest('hex'),
  ].join('\n');
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`;
  const key = [date, service, 'tc3_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `TC3${secretKey}`,
  );
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return {
    'content-type': CONTENT_TYPE,
    'x-tc-action': call.action,
    'x-tc-version': call.version,
    'x-tc-timestamp': timestamp,
    ...(call.region === undefined ? {} : { 'x-tc-region': call.region }),
    authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`,
  };
}
