import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { NO_FACTS } from '#core/server/ground/site-facts.ts';
import { translate } from '#core/server/ground/messages.ts';
import { readConfiguration } from '#host/server/configuration.ts';

const S3 = {
  S3_BUCKET: 'media',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'hunter2',
  REELPORT_SECRET_KEY: 'k'.repeat(43),
};

test('without any variable everything has a default', () => {
  const configuration = readConfiguration({});
  assert.equal(configuration.port, 4400);
  assert.equal(configuration.host, '127.0.0.1');
  assert.equal(configuration.workerPort, undefined);
  assert.equal(configuration.dataDir, resolve('./data'));
  assert.deepEqual([configuration.databaseUrl, configuration.s3, configuration.trustProxy], [undefined, undefined, []]);
  assert.equal(configuration.maxUpload, 4 * 1024 ** 3);
});

test('an empty variable counts as one that is not set', () => {
  assert.equal(readConfiguration({ PORT: '', DATABASE_URL: ' ', S3_BUCKET: '' }).port, 4400);
});

test('values are read', () => {
  const configuration = readConfiguration({
    ...S3,
    PORT: '80',
    HOST: '::1',
    DATABASE_URL: 'postgres://u:p@db:5432/reelport',
    S3_ENDPOINT: 'http://minio:9000/',
    PUBLIC_URL: 'https://example.com/',
    TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,loopback',
    CACHE_MAX_GB: '0.5',
    WORKER_PORT: '4401',
    WORKER_SLOTS: '3',
  });
  assert.equal(configuration.port, 80);
  assert.equal(configuration.s3?.endpoint, 'http://minio:9000');
  assert.equal(configuration.s3?.region, 'us-east-1');
  assert.equal(configuration.publicUrl, 'https://example.com');
  assert.deepEqual(configuration.trustProxy, ['127.0.0.1', '10.0.0.0/8', 'loopback']);
  assert.equal(configuration.cacheMaxBytes, 0.5 * 1024 ** 3);
  assert.equal(configuration.workerPort, 4401);
  assert.equal(configuration.workerSlots, 3);
});

for (const [name, value] of [
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PORT', '4400.5'],
  ['HOST', 'not a host'],
  ['DATABASE_URL', 'mysql://hunter2@db/x'],
  ['S3_ENDPOINT', 'minio:9000'],
  ['S3_BUCKET', 'No'],
  ['PUBLIC_URL', 'example.com'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['WORKER_PORT', '-1'],
  ['WORKER_SLOTS', '0'],
  ['CACHE_MAX_GB', '-1'],
  ['UPLOAD_MAX_GB', '6'],
  ['LOG_LEVEL', 'loud'],
  ['METRICS_TOKEN', 'hunter2'],
  ['PARTNER_ORIGINS', 'partner.example'],
  ['PARTNER_ORIGINS', 'https://partner.example/page'],
  ['PARTNER_ORIGINS', 'ftp://partner.example'],
  ['CAPTCHA_ORIGINS', 'https://captcha.example/widget.js'],
] as const) {
  test(`${name}=${value} is refused in one line that names it`, () => {
    assert.throws(
      () => readConfiguration({ [name]: value }),
      (error) => {
        assert.ok(error instanceof ExpectedError);
        for (const language of ['zh', 'en'] as const) {
          const line = translate(language, error.code, error.params);
          assert.ok(line.includes(name) && !line.includes('{{') && !line.includes('\n'), line);
          assert.ok(!line.includes('hunter2'), 'a secret is not repeated');
        }
        return true;
      },
    );
  });
}

test('half a bucket is refused with what is missing', () => {
  for (const missing of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
    assert.throws(() => readConfiguration({ ...S3, [missing]: '' }), {
      code: 'host:configuration.s3-incomplete',
      params: { name: missing },
    });
  }
  assert.throws(() => readConfiguration({ S3_ENDPOINT: 'http://minio:9000' }), {
    code: 'host:configuration.s3-incomplete',
  });
});

test('nodes that share a bucket need one secret key', () => {
  assert.throws(() => readConfiguration({ ...S3, REELPORT_SECRET_KEY: '' }), {
    code: 'host:configuration.secret-key-needed',
  });
});

test('what an installation says about itself is read, and unset says nothing', () => {
  const { site } = readConfiguration({
    COMPANY_NAME: ' Example Harbour Ltd ',
    FILING_NUMBERS: 'one.example=沪ICP备1号, 沪ICP备2号',
    CONTACT_PHONE: '+86 21 5555 0100',
  });
  assert.equal(site.company, 'Example Harbour Ltd');
  assert.deepEqual(site.filing, { byHost: { 'one.example': '沪ICP备1号' }, otherwise: '沪ICP备2号' });
  assert.deepEqual(site.contact, { id: null, phone: '+86 21 5555 0100', code: null });
  const PARTNER_ORIGINS = 'https://Partner.example:443/, http://localhost:8080';
  assert.deepEqual(readConfiguration({ PARTNER_ORIGINS }).site.partnerOrigins, [
    'https://partner.example',
    'http://localhost:8080',
  ]);
  const CAPTCHA_ORIGINS = 'https://captcha.example';
  assert.deepEqual(readConfiguration({ CAPTCHA_ORIGINS }).site.captchaOrigins, [CAPTCHA_ORIGINS]);
  assert.deepEqual(readConfiguration({}).site, NO_FACTS);
  assert.throws(() => readConfiguration({ COMPANY_NAME: 'x'.repeat(201) }), { code: 'host:configuration.company' });
});
