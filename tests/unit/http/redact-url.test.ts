import assert from 'node:assert/strict';
import { test } from 'node:test';

import { redactUrl } from '#core/server/http/calls/request-log.ts';

for (const [url, shown] of [
  ['/a/b', '/a/b'],
  ['/a?', '/a'],
  ['/a?b=1&c=2', '/a?b=1&c=2'],
  ['/a?access_token=x&b=1', '/a?access_token=***&b=1'],
  ['/a?Token=x', '/a?Token=***'],
  ['/a?%74oken=x', '/a?%74oken=***'],
  ['/a?code=x&validate=y', '/a?code=***&validate=***'],
  ['/files/a?e=1&s=signature&n=a.mp4', '/files/a?e=1&s=***&n=a.mp4'],
  ['/a?%E0%A4=1', '/a?%E0%A4=1'],
  [
    '/anon/wechat/regAndLogin?fdMobile=13800000001&sceneId=x&id=d',
    '/anon/wechat/regAndLogin?fdMobile=***&sceneId=***&id=***',
  ],
  ['/home?encryptToken=x&auth_code=y', '/home?encryptToken=***&auth_code=***'],
  ['/checkWechatNumLogin/mQ3kq-Jx_0T4b8vYtS1wZg', '/checkWechatNumLogin/***'],
  ['/api/account/qr/mQ3kq-Jx_0T4b8vYtS1wZg/confirm', '/api/account/qr/***/confirm'],
  ['/list?search=13800000001', '/list?search=***'],
  ['/files/0113800000001', '/files/0113800000001'],
] as const) {
  test(`${url} is logged as ${shown}`, () => assert.equal(redactUrl(url), shown));
}

test('a long URL is cut', () => {
  assert.ok(redactUrl(`/${'a'.repeat(9000)}?${'b'.repeat(9000)}`).length <= 1001);
});
