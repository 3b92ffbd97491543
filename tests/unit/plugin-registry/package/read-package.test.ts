import assert from 'node:assert/strict';
import { test } from 'node:test';

import { strToU8, zipSync } from 'fflate';

import { PACKAGE_BYTES, PACKAGE_FILES, UNPACKED_BYTES } from '#core/contract/plugin-package.ts';
import { readPackage } from '#core/server/services/plugin-registry/package/read-package.ts';
import { buildPackage, integrityOf } from '#tests/fixtures/plugin-package.ts';

import { manifest, refusal, refusedParts } from './refused-package.ts';

/** Changes one entry of a zip's directory, and the head of its file where a head has the same field. */
function bend(packed: Buffer, path: string, change: (record: Buffer, local: Buffer) => void): Buffer {
  const zip = Buffer.from(packed);
  let at = zip.readUInt32LE(zip.length - 6);
  while (zip.toString('latin1', at + 46, at + 46 + zip.readUInt16LE(at + 28)) !== path) {
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  change(zip.subarray(at), zip.subarray(zip.readUInt32LE(at + 42)));
  return zip;
}

test('a whole package is read: its description, every file that it names, and its texts', async () => {
  const read = await readPackage(
    buildPackage({
      manifest: {
        ...manifest,
        menus: [{ to: '/x', section: 'tools', icon: 'star', order: 1, title: 'brand-kit:menu' }],
      },
      web: 'export default 1;',
      styles: 'p { color: red }',
      texts: { zh: { title: '品牌', menu: '品牌包' }, en: { title: 'Brand', menu: 'Brand kit' } },
      server: { 'server/index.mjs': 'export default 2;', 'server/migrations/0000.sql': 'select 1;' },
    }),
  );
  assert.equal(read.package.manifest.id, 'brand-kit');
  assert.deepEqual([...read.files.keys()].toSorted(), [
    'server/index.mjs',
    'server/migrations/0000.sql',
    'texts/en.json',
    'texts/zh.json',
    'web.css',
    'web.mjs',
  ]);
  assert.equal(read.files.get('web.mjs')?.toString(), 'export default 1;');
  assert.equal(read.texts.zh['menu'], '品牌包');
});

test('stored files, folders and a comment are part of an ordinary zip', async () => {
  const packed = buildPackage({ manifest });
  const comment = Buffer.from('packed by hand');
  const zip = Buffer.concat([packed, comment]);
  zip.writeUInt16LE(comment.length, packed.length - 2);
  assert.equal((await readPackage(zip)).package.manifest.id, 'brand-kit');
  const entries: Record<string, Uint8Array> = {};
  buildPackage({ manifest, entries: (all) => Object.assign(entries, all) });
  const stored = Buffer.from(zipSync({ ...entries, 'texts/': new Uint8Array() }, { level: 0 }));
  assert.equal((await readPackage(stored)).files.size, 3);
});

test('what is no zip, is cut off, or has something behind or before it is refused', async () => {
  const packed = buildPackage({ manifest });
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('PK'),
    Buffer.from('<html>not found</html>'.repeat(10)),
    packed.subarray(0, packed.length - 1),
    packed.subarray(100),
    Buffer.concat([packed, Buffer.from('tail')]),
    Buffer.concat([Buffer.from('#!/bin/sh\n'), packed]),
  ]) {
    assert.equal((await refusal(bytes)).code, 'core:plugin.package-zip');
  }
});

test('a package that is too large is refused unread, and one whose files are too large before they are unpacked', async () => {
  const large = await refusal(Buffer.alloc(PACKAGE_BYTES + 1));
  assert.deepEqual([large.code, large.kind], ['core:plugin.package-large', 'too-large']);
  const bomb = await refusedParts({
    entries(all) {
      all['zeros.bin'] = new Uint8Array(UNPACKED_BYTES + 1);
    },
  });
  assert.deepEqual([bomb.code, bomb.kind], ['core:plugin.package-unpacked', 'too-large']);
});

test('a file that unpacks to more or less than its directory says is refused without being unpacked whole', async () => {
  const lying = buildPackage({ manifest, web: 'x'.repeat(4_000_000) });
  for (const size of [10, 3_999_999, 4_000_001]) {
    const zip = bend(lying, 'web.mjs', (record, local) => {
      record.writeUInt32LE(size, 24);
      local.writeUInt32LE(size, 22);
    });
    assert.equal((await refusal(zip)).code, 'core:plugin.package-size');
  }
  // The description agrees with the lie: the bytes themselves are then what gives it away.
  const agreed = bend(
    buildPackage({
      manifest,
      web: 'x'.repeat(4_000_000),
      describe: (description) => ({ ...description, web: { ...description.web, bytes: 10 } }),
    }),
    'web.mjs',
    (record) => record.writeUInt32LE(10, 24),
  );
  const before = process.memoryUsage().arrayBuffers;
  assert.equal((await refusal(agreed)).code, 'core:plugin.package-damaged');
  assert.ok(process.memoryUsage().arrayBuffers - before < 3_000_000);
});

test('too many files are refused, also when they are named', async () => {
  const error = await refusedParts({
    entries(all) {
      for (let index = 0; index <= PACKAGE_FILES; index += 1) all[`a${index}`] = strToU8('a');
    },
  });
  assert.deepEqual([error.code, error.params], ['core:plugin.package-files', { limit: PACKAGE_FILES }]);
});

test('paths that lead anywhere else are refused', async () => {
  for (const path of [
    '../web.mjs',
    'a/../../web.mjs',
    '/etc/passwd',
    'C:/web.mjs',
    'a\\web.mjs',
    '.env',
    'a/.git/config',
    'a//web.mjs',
    'a/b/c/d/e/f/web.mjs',
    'wéb.mjs',
    'web\u0000.mjs',
    '-rf',
  ]) {
    const error = await refusedParts({
      entries(all) {
        all[path] = strToU8('x');
      },
    });
    assert.equal(error.code, 'core:plugin.package-path', path);
    assert.match(String(error.params['path']), /^[\u0020-\u007E�]*$/);
  }
});

test('two files of one name are refused, also when only upper and lower case tell them apart', async () => {
  const sameCase = await refusedParts({
    entries(all) {
      all['WEB.mjs'] = strToU8('x');
    },
  });
  assert.equal(sameCase.code, 'core:plugin.package-twice');
  const twice = buildPackage({
    manifest,
    entries(all) {
      all['web.mjz'] = strToU8('x');
    },
  });
  const renamed = bend(twice, 'web.mjz', (record, local) => {
    record.write('web.mjs', 46, 'latin1');
    local.write('web.mjs', 30, 'latin1');
  });
  assert.equal((await refusal(renamed)).code, 'core:plugin.package-twice');
});

test('symbolic links, devices and encrypted files are refused', async () => {
  const packed = buildPackage({ manifest });
  for (const mode of [0o120_777, 0o020_666, 0o140_755, 0o040_755]) {
    const zip = bend(packed, 'web.mjs', (record) => record.writeUInt32LE((mode << 16) >>> 0, 38));
    assert.equal((await refusal(zip)).code, 'core:plugin.package-link', mode.toString(8));
  }
  const plain = bend(packed, 'web.mjs', (record) => record.writeUInt32LE((0o100_644 << 16) >>> 0, 38));
  assert.ok((await readPackage(plain)).files.has('web.mjs'));
  for (const flag of [1, 1 << 6, 1 << 13]) {
    const zip = bend(packed, 'web.mjs', (record, local) => {
      record.writeUInt16LE(flag, 8);
      local.writeUInt16LE(flag, 6);
    });
    assert.equal((await refusal(zip)).code, 'core:plugin.package-locked');
  }
});

test('a directory that says other things than the files’ own heads, or leads out of the zip, is refused', async () => {
  const packed = buildPackage({ manifest });
  const bends: ((record: Buffer, local: Buffer) => void)[] = [
    (_record, local) => local.write('wex.mjs', 30, 'latin1'),
    (_record, local) => local.writeUInt16LE(0, 8),
    (_record, local) => local.writeUInt32LE(0, 0),
    (record) => record.writeUInt32LE(packed.length, 42),
    (record) => record.writeUInt32LE(0xffff_ffff, 42),
    (record) => record.writeUInt32LE(packed.length, 20),
    (record, local) => {
      record.writeUInt16LE(93, 10);
      local.writeUInt16LE(93, 8);
    },
    (record) => record.writeUInt32LE(1, 16),
  ];
  for (const [index, change] of bends.entries()) {
    assert.equal((await refusal(bend(packed, 'web.mjs', change))).code, 'core:plugin.package-damaged', `bend ${index}`);
  }
  const garbled = bend(packed, 'web.mjs', (_record, local) => local.fill(0xff, 40, 60));
  assert.equal((await refusal(garbled)).code, 'core:plugin.package-damaged');
  const records = Buffer.from(packed);
  records.writeUInt16LE(9, packed.length - 12);
  records.writeUInt16LE(9, packed.length - 14);
  assert.equal((await refusal(records)).code, 'core:plugin.package-zip');
});

test('exactly the files that are named are there', async () => {
  const extra = await refusedParts({
    entries(all) {
      all['readme.md'] = strToU8('hello');
    },
  });
  assert.deepEqual([extra.code, extra.params], ['core:plugin.package-extra', { path: 'readme.md' }]);
  const missing = await refusedParts({
    entries(all) {
      delete all['web.mjs'];
    },
  });
  assert.deepEqual([missing.code, missing.params], ['core:plugin.package-missing', { path: 'web.mjs' }]);
  const described = await refusedParts({
    entries(all) {
      delete all['plugin.json'];
    },
  });
  assert.equal(described.code, 'core:plugin.package-description');
  const itself = await refusedParts({
    describe: (description) => ({ ...description, styles: { ...description.web, path: 'plugin.json' } }),
  });
  assert.equal(itself.code, 'core:plugin.package-twice');
  const ambiguous = await refusedParts({
    describe: (description) => ({ ...description, styles: { ...description.web, bytes: 1 } }),
  });
  assert.equal(ambiguous.code, 'core:plugin.package-twice');
});

test('each file has the bytes and the hash that it is named with', async () => {
  const size = await refusedParts({
    describe: (description) => ({ ...description, web: { ...description.web, bytes: 1 } }),
  });
  assert.equal(size.code, 'core:plugin.package-size');
  const hash = await refusedParts({
    describe: (description) => ({ ...description, web: { ...description.web, integrity: integrityOf(strToU8('x')) } }),
  });
  assert.equal(hash.code, 'core:plugin.package-hash');
  const swapped = await refusedParts({
    web: 'export default 1;',
    entries(all) {
      all['web.mjs'] = strToU8('export default 2;');
    },
  });
  assert.deepEqual([swapped.code, swapped.params], ['core:plugin.package-hash', { path: 'web.mjs' }]);
});
