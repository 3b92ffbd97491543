import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import { Window } from 'happy-dom';
import type { Page } from 'playwright-core';

import { INSTALLATION } from '#core/server/services/jobs/jobs.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { projectOf } from '#tests/integration/mixing/mix-site.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit, pageFaults, type Seat } from './browser-kit.ts';
import { drawMixedClips, probe, startMixingSite } from './mix-kit.ts';
import { touchFaults } from './touch-targets.ts';

// From a finished run to pages that anybody can open, and back to how often they were watched.

const COUNT = 20;
const MINUTE = 60_000;
const agent = (where: string): string =>
  `Mozilla/5.0 (${where}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36`;

/** The same journey on a desk in Chinese, and on a phone in English. */
const JOURNEYS = [
  {
    language: 'zh',
    ...{ width: 1440, dark: true, agent: agent('X11; Linux x86_64') },
    ...{ title: '海港茶馆', handle: 'harbour-tea' },
    words: {
      ...{ publish: '发布…', taken: '20 个视频，来自', connectAccount: '连接账号', name: '橱窗名称' },
      ...{ address: /网址中的名字/, connect: '连接', at: /^定时发/ },
      ...{ schedule: /^定时发布 20 条/, free: '不占用发布次数', scheduled: '已安排 20 条', published: '已发布 20/20' },
      ...{
        empty: '这里还没有视频。',
        count: '20 个视频',
        views: '1 播放',
        plays: '播放 1 次',
        figures: '20 个视频，共播放 1 次',
      },
      ...{ state: '已发布' },
    },
  },
  {
    language: 'en',
    ...{ width: 390, dark: false, agent: agent('Linux; Android 15; Pixel 9') },
    ...{ title: 'Harbour Tea', handle: 'harbour-tea-2' },
    words: {
      ...{ publish: 'Publish…', taken: '20 videos from', connectAccount: 'Connect an account' },
      ...{ name: 'Name of the showcase', address: /Its name in the address/, connect: 'Connect' },
      ...{ at: /^At a time/, schedule: /^Schedule 20 videos/ },
      ...{ free: 'Takes none of your publishes', scheduled: 'Posts planned: 20', published: '20 of 20 published' },
      ...{ empty: 'There are no videos here yet.', count: '20 videos', views: '1 view', plays: 'Plays: 1' },
      ...{ figures: 'Videos: 20, plays: 1', state: 'Published' },
    },
  },
] as const;
type Journey = (typeof JOURNEYS)[number];

describe('a new member publishes a run of twenty to the showcase on a schedule', { timeout: 420_000 }, async () => {
  const { server, folder, stock } = await startMixingSite({ after });
  const { ctx } = server.composed;
  const kit = createBrowserKit({ after }, server.address);
  const window = new Window();
  after(() => window.happyDOM.close());
  const { token, accountId } = await server.signIn({ level: 'level2' });
  const client = mixClient(server.address, token);

  async function makeRun(): Promise<string> {
    const clips = drawMixedClips(join(folder, 'clips'), { clips: 3, scenes: 3, seconds: 2 });
    const ids = await stock(accountId, clips);
    const groups = [ids.slice(0, 3), ids.slice(3, 6), ids.slice(6, 9)];
    const { id } = await client.call<{ id: string }>('POST', '/api/mixing/projects', projectOf(groups));
    const run = await client.ended((await client.run(id, { count: COUNT })).id, 200);
    assert.equal(run.state, 'done');
    return run.id;
  }

  const shots = process.env['SHOTS'];
  const shoot = async (page: Page, { language }: Journey, name: string) => {
    if (shots === undefined) return;
    await mkdir(shots, { recursive: true });
    await page.screenshot({ path: join(shots, `${language}-${name}.png`), fullPage: true });
  };

  /** Faults of a page as it stands, for keys or fingers. */
  async function expectWhole(page: Page, { width }: Journey): Promise<void> {
    const faults = [...(await pageFaults(page)), ...(width < 720 ? await touchFaults(page) : [])];
    assert.deepEqual([...faults, ...kit.takeComplaints()], [], page.url());
  }

  const openAsMember = ({ language, width, dark }: Journey): Promise<Seat> =>
    kit.open({ token, language, width, dark });
  const openAsVisitor = ({ language, width, agent: userAgent }: Journey): Promise<Seat> =>
    kit.open({ language, width, more: { userAgent } });

  /** Plans all of the run's videos for a time, and connects what they go to on the way. @returns where the task is */
  async function schedule(journey: Journey, run: string, at: Date): Promise<string> {
    const { words, title, handle } = journey;
    const { page, close } = await openAsMember(journey);
    await page.goto(`${server.address}/mixedCut/run/${run}`);
    await page.getByRole('button', { name: words.publish }).first().click();
    await page.getByText(words.taken).waitFor();
    await page.getByRole('button', { name: words.connectAccount }).click();
    const dialog = page.getByRole('dialog');
    await shoot(page, journey, 'connect');
    await expectWhole(page, journey);
    await dialog.getByRole('textbox', { name: words.name }).fill(title);
    await dialog.getByRole('textbox', { name: words.address }).fill(handle);
    await dialog.getByRole('button', { name: words.connect, exact: true }).click();
    const account = page.getByRole('checkbox', { name: title });
    await account.waitFor();
    assert.ok(await account.isChecked(), 'what was connected is chosen');
    await page.getByRole('radio', { name: words.at }).check();
    const local = new Date(at.getTime() - at.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
    await page.locator('input[type="datetime-local"]').fill(local);
    await page.getByText(words.free).waitFor();
    await shoot(page, journey, 'compose');
    await expectWhole(page, journey);
    await page.getByRole('button', { name: words.schedule }).click();
    await page.waitForURL(/\/published-task-list\/[^/]+$/);
    await page.getByText(words.scheduled).waitFor();
    await shoot(page, journey, 'planned');
    const { pathname } = new URL(page.url());
    await close();
    return pathname;
  }

  /** Opens the public pages and watches a video, as anybody may. */
  async function visit(journey: Journey): Promise<void> {
    const { words, title, handle } = journey;
    const { page, close } = await openAsVisitor(journey);
    await page.goto(`${server.address}/showcase/${handle}`);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByText(words.count).waitFor();
    await shoot(page, journey, 'showcase');
    await expectWhole(page, journey);
    await page
      .locator('a[href*="/showcase/"]', { has: page.locator('img') })
      .first()
      .click();
    await page.locator('video').waitFor();
    await shoot(page, journey, 'post');
    await expectWhole(page, journey);
    const counted = page.waitForResponse((answer) => answer.url().endsWith('/views') && answer.status() === 204);
    await page.evaluate(`document.querySelector('video').muted = true; document.querySelector('video').play()`);
    await counted;
    await close();
  }

  /** Subscribes: both feeds name every video, and the files that they name are there. */
  async function subscribe({ handle, title }: Journey): Promise<void> {
    const read = async (name: string) => await (await fetch(`${server.address}/showcase/${handle}/${name}`)).text();
    const rss = new window.DOMParser().parseFromString(await read('feed.xml'), 'application/xml');
    assert.equal(rss.querySelector('channel > title')?.textContent, title);
    const enclosures = [...rss.querySelectorAll('item > enclosure')].map((each) => ({
      url: each.getAttribute('url') ?? '',
      length: Number(each.getAttribute('length')),
    }));
    const json = JSON.parse(await read('feed.json')) as {
      items: { title: string; attachments: { url: string; size_in_bytes: number }[] }[];
    };
    const attachments = json.items.flatMap((item) => item.attachments);
    assert.deepEqual(
      attachments.map(({ url, size_in_bytes: length }) => ({ url, length })),
      enclosures,
    );
    assert.equal(new Set(enclosures.map(({ url }) => url)).size, COUNT);
    assert.equal(new Set(json.items.map((item) => item.title)).size, COUNT, 'each is called otherwise');
    const files = await Promise.all(
      enclosures.map(async ({ url, length }) => {
        const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
        assert.equal(bytes.length, length);
        return bytes;
      }),
    );
    assert.equal(new Set(files.map((bytes) => bytes.toString('base64'))).size, COUNT, 'no two are the same video');
    const path = join(folder, `${handle}.mp4`);
    await writeFile(path, files[0] ?? '');
    assert.equal(probe(path).codec, 'h264');
  }

  /** What the member sees of it: the task, the figures of accounts, and the showcase. */
  async function lookAtFigures(journey: Journey, task: string): Promise<void> {
    const { words, title } = journey;
    const { page, close } = await openAsMember(journey);
    await page.goto(server.address + task);
    await page.getByText(words.views).first().waitFor();
    await page
      .getByText(words.state, { exact: true })
      .nth(COUNT - 1)
      .waitFor();
    await shoot(page, journey, 'published');
    await expectWhole(page, journey);
    await page.goto(`${server.address}/material/tk-account-data`);
    await page.getByRole('row', { name: title }).or(page.getByText(title)).first().waitFor();
    await shoot(page, journey, 'figures');
    await expectWhole(page, journey);
    await page.goto(`${server.address}/showcase`);
    const card = page.locator('.rp-showcase', { hasText: title });
    await card.getByText(words.figures).waitFor();
    await shoot(page, journey, 'own-showcase');
    await expectWhole(page, journey);
    await close();
  }

  test('on a desk and on a phone: scheduled, published at its time, watched, subscribed to and counted', async () => {
    const run = await makeRun();
    // Both are planned within it, on a slow machine, too.
    const at = new Date(Math.ceil((Date.now() + 45_000) / MINUTE) * MINUTE);
    const tasks: string[] = [];
    for (const journey of JOURNEYS) tasks.push(await schedule(journey, run, at));

    for (const { handle, words, language } of JOURNEYS) {
      const answer = await fetch(`${server.address}/showcase/${handle}`, { headers: { 'accept-language': language } });
      assert.ok((await answer.text()).includes(words.empty), 'nothing is seen before its time');
    }
    assert.ok(Date.now() < at.getTime(), 'there was time left');
    await until(
      async () => {
        const { rows } = await ctx.db.pool.query<{ state: string; at: Date }>(
          `select state, published_at as at from publishing_posts where account_id = $1`,
          [accountId],
        );
        assert.deepEqual(
          rows.filter((row) => row.at !== null && row.at < at),
          [],
          'nothing went out early',
        );
        return rows.length === 2 * COUNT && rows.every(({ state }) => state === 'published');
      },
      'all forty are published',
      150,
    );
    for (const journey of JOURNEYS) await visit(journey);
    for (const journey of JOURNEYS) await subscribe(journey);
    // Its schedule would do so within a quarter of an hour.
    await ctx.db.transaction((tx) =>
      ctx.jobs.enqueue(tx, 'publishing.figures', { accountId: INSTALLATION, payload: { schedule: 'figures' } }),
    );
    for (const [index, journey] of JOURNEYS.entries()) await lookAtFigures(journey, tasks[index] ?? '');
  });
});
