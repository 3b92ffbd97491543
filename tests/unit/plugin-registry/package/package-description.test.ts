import assert from 'node:assert/strict';
import { test } from 'node:test';

import { strToU8 } from 'fflate';

import { integrityOf } from '#tests/fixtures/plugin-package.ts';

import { manifest, refusedParts } from './refused-package.ts';

test('a description that is no JSON, or has a wrong key, is told where', async () => {
  const json = await refusedParts({
    entries(all) {
      all['plugin.json'] = strToU8('{ "format": 1,');
    },
  });
  assert.equal(json.code, 'core:plugin.package-json');
  const cases: [(description: object) => unknown, RegExp][] = [
    [() => 7, /^plugin\.json: /],
    [(description) => ({ ...description, format: 2 }), /^format: /],
    [(description) => ({ ...description, wweb: null }), /wweb/],
    [(description) => ({ ...description, web: { path: 'web.mjs' } }), /^web\.integrity: /],
    [(description) => ({ ...description, manifest: { id: 'brand-kit' } }), /version: /],
    [
      (description) => ({
        ...description,
        manifest: { id: 'brand-kit', version: '1.0.0', title: 'brand-kit:title', rotues: [] },
      }),
      /unknown key "rotues", is "routes" meant\?/,
    ],
    [
      (description) => ({
        ...description,
        manifest: { id: 'brand-kit', version: '1.0.0', title: 'brand-kit:title', gate: { logn: true } },
      }),
      /unknown key "gate\.logn", is "login" meant\?/,
    ],
    [(description) => ({ ...description, web: { path: '../web.mjs', bytes: 1, integrity: 'md5-x' } }), /^web\.path: /],
  ];
  for (const [describe, problem] of cases) {
    const error = await refusedParts({ describe });
    assert.equal(error.code, 'core:plugin.package-invalid');
    assert.match(String(error.params['problem']), problem);
  }
  const long = await refusedParts({
    entries(all) {
      all['plugin.json'] = strToU8(`"${'x'.repeat(600_000)}"`);
    },
  });
  assert.equal(long.code, 'core:plugin.package-invalid');
});

test('texts are flat, and have every key that the manifest names, in both languages', async () => {
  for (const text of ['[]', '"text"', '{ "title": 1 }', '{ "a": { "title": "x" } }', '{ "ti tle": "x" }', '{']) {
    const bytes = strToU8(text);
    const error = await refusedParts({
      describe(description) {
        const { texts } = description;
        return {
          ...description,
          texts: { ...texts, zh: { path: 'zh.json', integrity: integrityOf(bytes), bytes: bytes.length } },
        };
      },
      entries(all) {
        delete all['texts/zh.json'];
        all['zh.json'] = bytes;
      },
    });
    assert.deepEqual([error.code, error.params], ['core:plugin.package-texts', { path: 'zh.json' }], text);
  }
  const missing = await refusedParts({
    manifest: { ...manifest, commands: [{ id: 'apply', title: 'brand-kit:apply' }] },
    texts: { zh: { title: '品牌', apply: '应用' }, en: { title: 'Brand' } },
  });
  assert.deepEqual(
    [missing.code, missing.params],
    ['core:plugin.package-text-missing', { key: 'apply', path: 'texts/en.json' }],
  );
  const inherited = await refusedParts({
    manifest: { ...manifest, commands: [{ id: 'apply', title: 'brand-kit:constructor' }] },
  });
  assert.equal(inherited.code, 'core:plugin.package-text-missing');
});

test('a manifest may name texts of its own namespace only: of titles, grants and settings', async () => {
  const grant = { kind: 'service', token: 'dialogs@1', why: 'core:welcome.title' } as const;
  const settings = {
    account: { type: 'object', properties: { opacity: { type: 'number', title: 'shell:name', default: 1 } } },
    operator: null,
  } as const;
  for (const parts of [{ title: 'shell:name' }, { grants: [grant] }, { settings }]) {
    const error = await refusedParts({ manifest: { ...manifest, ...parts } });
    assert.equal(error.code, 'core:plugin.package-text-foreign');
  }
});
