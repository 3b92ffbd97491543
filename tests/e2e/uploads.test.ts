import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import type { Page } from 'playwright-core';

import { until } from '#tests/until.ts';

import { axeFaults, createBrowserKit, sideways } from './browser-kit.ts';
import { openBreakableLine } from './breakable-line.ts';
import { serviceOfPage } from './kernel-of-page.ts';
import { sendBy } from './mix-kit.ts';
import { startSite } from './site.ts';

const MEGABYTE = 1024 * 1024;
const MP4_HEAD = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
const FIELD = '.rp-library [data-files]';
const ROWS = '.rp-uploads .rp-upload';
/** A desk and a phone, between which a page changes in place. */
const SIZES = [
  [1440, 900],
  [390, 844],
] as const;

interface Sent {
  name: string;
  hash: string;
  path: string;
}

describe('uploads in the browser', { timeout: 180_000 }, async () => {
  const site = await startSite({ after });
  const line = await openBreakableLine({ after }, site.address);
  const kit = createBrowserKit({ after }, line.address);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelport-e2e-uploads-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function files(prefix: string, count: number, megabytes: number): Promise<Sent[]> {
    const made: Sent[] = [];
    for (let index = 0; index < count; index++) {
      const bytes = Buffer.concat([MP4_HEAD, randomBytes(Math.round(megabytes * MEGABYTE))]);
      const name = `${prefix}-${index}.mp4`;
      const path = join(folder, name);
      await writeFile(path, bytes);
      made.push({ name, path, hash: createHash('sha256').update(bytes).digest('hex') });
    }
    return made;
  }

  const choose = (page: Page, sent: readonly Sent[]) =>
    page.setInputFiles(
      FIELD,
      sent.map(({ path }) => path),
    );
  const states = async (page: Page) =>
    await Promise.all((await page.locator(ROWS).all()).map((row) => row.getAttribute('data-state')));
  const allDone = (page: Page) => page.getByText('全部完成').waitFor({ timeout: 60_000 });

  /** What the account has in its library: the hash of each name. */
  async function library(token: string): Promise<Record<string, string>> {
    const answer = await site.call('GET', '/api/materials', { token });
    const { items } = answer.envelope.data as { items: { name: string; hash: string }[] };
    return Object.fromEntries(items.map(({ name, hash }) => [name, hash]));
  }
  const expected = (sent: readonly Sent[]) => Object.fromEntries(sent.map(({ name, hash }) => [name, hash]));

  test('three files arrive although the network goes away and the page is loaded anew, and are not sent twice', async () => {
    const { token } = await site.signIn();
    const seat = await kit.open({ token });
    const { page } = seat;
    const offsets: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
    });
    await page.goto(`${line.address}/material/list`);
    const sent = await files('sea', 3, 6);
    await sendBy(seat, 500);
    await choose(page, sent);
    await page.locator(ROWS).nth(2).waitFor();
    await page.locator('.rp-upload[data-state="uploading"] .rp-upload__facts', { hasText: '/秒' }).first().waitFor();

    line.break();
    await sendBy(seat, 'offline');
    await page.getByText('网络断开，恢复后自动继续上传').first().waitFor();
    assert.deepEqual(await states(page), ['paused', 'paused', 'paused']);
    line.mend();
    await sendBy(seat, 500);
    await page.locator('.rp-upload[data-state="uploading"]').first().waitFor();
    const goesOn = () => offsets.slice(3).some((offset) => offset > 0);
    await until(goesOn, 'after the interruption each goes on from where it was', 90);

    const before = offsets.length;
    await page.reload();
    await page.locator(ROWS).first().waitFor();
    await sendBy(seat, 0);
    await allDone(page);
    assert.ok(
      offsets.slice(before).every((offset) => offset > 0),
      `after the reload: ${offsets.join()}`,
    );
    assert.deepEqual(await library(token), expected(sent));
    // What is done is forgotten: the next page has no tray.
    await until(
      () => page.evaluate<boolean>(`!Object.keys(localStorage).some((key) => key.endsWith('uploads.remembered'))`),
      'what is done is forgotten',
      10,
    );
    await page.reload();
    await page.locator(FIELD).waitFor({ state: 'attached' });
    assert.equal(await page.locator('.rp-uploads').count(), 0);

    // A file that is there already is known by its hash and not sent again.
    const sentAgain: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/uploads/')) sentAgain.push(request.method());
    });
    const hashed = page.waitForEvent('worker');
    await choose(page, sent.slice(0, 1));
    await hashed;
    await allDone(page);
    assert.deepEqual([sentAgain, await library(token)], [[], expected(sent)]);
    assert.deepEqual(
      kit.takeComplaints().filter((text) => !text.includes('Failed to load resource: net::ERR_')),
      [],
    );
    await seat.close();
  });

  test('a file that is none fails beside the others, in words; paused, cancelled and tried again by keyboard, on a phone', async () => {
    const { token } = await site.signIn();
    const seat = await kit.open({ token, language: 'en', width: 390 });
    const { page } = seat;
    await page.goto(`${line.address}/material/list`);
    const sent = await files('quay', 3, 2);
    const text = join(folder, 'text.mp4');
    await writeFile(text, 'harbour '.repeat(400_000));
    await sendBy(seat, 400);
    await page.setInputFiles(FIELD, [text, ...sent.map(({ path }) => path)]);
    await page.getByRole('button', { name: 'Expand' }).press('Enter');
    const refused = page.locator('.rp-upload[data-state="failed"]');
    await refused.getByText('are not in a supported format').waitFor();
    const [first, second] = [page.locator(ROWS, { hasText: 'quay-0' }), page.locator(ROWS, { hasText: 'quay-1' })];
    await first.locator('.rp-upload__facts', { hasText: '/s' }).waitFor();
    await page.getByRole('button', { name: 'Pause “quay-0.mp4”' }).press('Enter');
    assert.equal(await first.getAttribute('data-state'), 'paused');
    await page.getByRole('button', { name: 'Cancel “quay-1.mp4”' }).press('Enter');
    assert.equal(await second.getAttribute('data-state'), 'cancelled');
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      assert.deepEqual([await axeFaults(page), await sideways(page)], [[], 0]);
    }
    await sendBy(seat, 0);
    await page.getByRole('button', { name: 'Resume “quay-0.mp4”' }).press('Enter');
    await page.getByRole('button', { name: 'Remove “text.mp4” from the list' }).press('Enter');
    await page.getByText('All done').waitFor();
    assert.deepEqual(await library(token), expected(sent.filter(({ name }) => name !== 'quay-1.mp4')));
    await page.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await page.locator('.rp-uploads').waitFor({ state: 'detached' });
    const next = page.getByRole('button', { name: 'Make videos from 2' });
    const [button, bar] = [await next.boundingBox(), await page.locator('.rp-fresh').boundingBox()];
    assert.ok(button !== null && bar !== null && button.height >= 44);
    assert.ok(button.y >= bar.y && button.y + button.height <= bar.y + bar.height, 'the next step is cut');
    kit.takeComplaints();
    await seat.close();
  });

  test('hundreds of files stay a few rows, another tab leaves them alone, and a log-out ends and forgets them', async () => {
    const { token } = await site.signIn();
    const seat = await kit.open({ token });
    const { page } = seat;
    await page.goto(`${line.address}/material/list`);
    await page.locator(FIELD).waitFor({ state: 'attached' });
    // So slowly that none has arrived when they are counted.
    await sendBy(seat, 1);
    await page.evaluate(`${serviceOfPage('uploads')}.add(
      Array.from({ length: 300 }, (_, index) => new File([new Uint8Array(100_000)], 'clip-' + index + '.mp4')),
      { url: '/api/uploads/materials/material', resumable: true, fields: { kind: 'video' } },
    )`);
    await page.getByText('0 / 300').waitFor();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.locator(ROWS).first().waitFor();
      assert.ok((await page.locator(ROWS).count()) < 30);
      await page.locator('.rp-uploads__scroller').press('End');
      await page.locator(ROWS, { hasText: 'clip-299.mp4' }).waitFor();
      assert.equal(await page.locator(ROWS, { hasText: 'clip-299.mp4' }).getAttribute('aria-posinset'), '300');
      assert.deepEqual([await axeFaults(page), await sideways(page)], [[], 0]);
      const covered = await page.evaluate(`(() => {
        const box = (name) => document.querySelector(name)?.getBoundingClientRect();
        const tray = box('.rp-uploads');
        return ['.rp-contact', '.rp-bottom'].filter((name) => {
          const other = box(name);
          return other && other.width > 0 && tray.left < other.right && other.left < tray.right
            && tray.top < other.bottom && other.top < tray.bottom - 1;
        });
      })()`);
      assert.deepEqual(covered, []);
    }

    const tab = await kit.tab(seat);
    await tab.goto(`${line.address}/material/list`);
    await tab.locator(FIELD).waitFor({ state: 'attached' });
    await tab.evaluate('new Promise((idle) => requestIdleCallback(idle))');
    assert.equal(await tab.locator('.rp-uploads').count(), 0);
    await tab.close();

    const remembered = () =>
      page.evaluate<number>(`indexedDB.databases().then((all) => all.length === 0 ? 0 : new Promise((done) => {
        const opening = indexedDB.open('reelport-uploads');
        opening.onsuccess = () => {
          const count = opening.result.transaction('files').objectStore('files').count();
          count.onsuccess = () => {
            opening.result.close();
            done(count.result);
          };
        };
      }))`);
    await until(async () => (await remembered()) === 300);
    await sendBy(seat, 0);
    await page.evaluate(`${serviceOfPage('session')}.logOut()`);
    assert.equal(await page.locator('.rp-uploads').count(), 0);
    assert.equal(await remembered(), 0);
    kit.takeComplaints();
    await seat.close();
  });
});
