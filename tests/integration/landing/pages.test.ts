import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';

import * as calls from '#plugins/landing/calls.ts';
import { PAGE_NAMES } from '#plugins/landing/page-names.ts';
import manifest from '#plugins/landing/plugin.ts';
import half from '#plugins/landing/server/index.ts';
import { startTestServer, type TestServer } from '#tests/integration/http/test-server.ts';

const discovered = [{ manifest, calls, server: half }];
const scope = { after };
const server = await startTestServer(scope, {
  discovered,
  env: { COMPANY_NAME: 'Example *Harbour* Ltd', CONTACT_PHONE: '+86 21 5555 0100' },
});

interface Page {
  name: string;
  language: string;
  markdown: string;
}

async function read(from: TestServer, name: string, language: string) {
  const answer = await from.call('GET', `/api/landing/pages/${name}`, { headers: { 'accept-language': language } });
  return { ...answer, page: answer.envelope.data as Page };
}

async function replace(language: string, name: string, text: string): Promise<() => Promise<void>> {
  const folder = join(server.dataDir, 'pages', language);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.md`), text);
  return () => rm(join(folder, `${name}.md`));
}

test('every document is there in both languages, for anybody, dated and with a title', async () => {
  for (const name of PAGE_NAMES) {
    for (const language of ['zh', 'en']) {
      const { status, page } = await read(server, name, language);
      assert.equal(status, 200);
      assert.equal(page.name, name);
      assert.equal(page.language, language);
      assert.match(page.markdown, language === 'zh' ? /^# .*\p{Script=Han}/u : /^# [A-Z]/);
      assert.match(page.markdown, language === 'zh' ? /^更新于 \d{4} 年/m : /^Updated \d+ \w+ \d{4}$/m);
      assert.doesNotMatch(page.markdown, /\{\{/);
    }
  }
});

test('the two languages of a document have the same chapters, and no file is left over', async () => {
  const pages = new URL('../../../plugins/landing/server/pages/', import.meta.url);
  for (const language of ['zh', 'en']) {
    const files = await readdir(new URL(`${language}/`, pages));
    assert.deepEqual(files.sort(), PAGE_NAMES.map((name) => `${name}.md`).sort());
  }
  for (const name of PAGE_NAMES) {
    const [zh = '', en = ''] = await Promise.all(
      ['zh', 'en'].map((language) => readFile(new URL(`${language}/${name}.md`, pages), 'utf8')),
    );
    assert.equal(zh.match(/^## /gm)?.length, en.match(/^## /gm)?.length, name);
  }
});

test('company and contact come from the configuration, as they are and not as markdown', async () => {
  const { page } = await read(server, 'aboutUs', 'en');
  assert.match(page.markdown, /This site is run by Example \\\*Harbour\\\* Ltd\./);
  assert.match(page.markdown, /\+86 21 5555 0100/);
});

test('what is not configured is paraphrased in the language of the document', async () => {
  const plain = await startTestServer(scope, { discovered });
  assert.match((await read(plain, 'aboutUs', 'en')).page.markdown, /run by the operator of this site/);
  assert.match((await read(plain, 'aboutUs', 'zh')).page.markdown, /由本站的运营方运营/);
});

test('an operator replaces a document, and sees it without a restart', async () => {
  const undo = await replace('en', 'protocal', '\uFEFF# Ours\n\nBy {{company}}, {{other}}.');
  const { page } = await read(server, 'protocal', 'en');
  assert.equal(page.markdown, '# Ours\n\nBy Example \\*Harbour\\* Ltd, {{other}}.');
  await undo();
  assert.match((await read(server, 'protocal', 'en')).page.markdown, /^# User agreement/);
});

test('a document that is replaced in one language counts in the other too', async () => {
  const undo = await replace('zh', 'legalNotice', '# 我们的声明');
  const { page } = await read(server, 'legalNotice', 'en');
  assert.deepEqual([page.language, page.markdown], ['zh', '# 我们的声明']);
  await undo();
});

test('a name that no document has is not found', async () => {
  for (const name of ['other', 'Protocal', 'protocal.md', '', 'x'.repeat(100)]) {
    const { status, failure } = await read(server, name, 'en');
    assert.equal(status, 404, name);
    if (name !== '') assert.equal(failure.error, 'landing:page.unknown', name);
  }
});

test('no path leads out of the folders of the documents', async () => {
  await writeFile(join(server.dataDir, 'secret.md'), 'secret');
  const names = [
    '..%2f..%2fsecret',
    '..%5c..%5csecret',
    '%2e%2e%2f%2e%2e%2fsecret',
    '../../secret',
    '..%252f..%252fsecret',
  ];
  for (const name of names) {
    const answer = await fetch(`${server.address}/api/landing/pages/${name}`);
    assert.equal(answer.status, 404, name);
    assert.doesNotMatch(await answer.text(), /^secret/);
  }
});

test('a document that is too large is refused and named as such', async () => {
  const undo = await replace('en', 'aboutUs', 'x'.repeat(512 * 1024 + 1));
  const { status, failure } = await read(server, 'aboutUs', 'en');
  assert.equal(status, 503);
  assert.equal(failure.error, 'landing:page.too-large');
  await undo();
});
