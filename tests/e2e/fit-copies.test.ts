import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { Page } from 'playwright-core';

import { choiceSetting } from '#core/server/services/providers/registry/provider-choice.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { QuayPlatform } from '#tests/fixtures/publishing/quay-platform.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit, pageFaults, type Seat } from './browser-kit.ts';
import { startMixingSite } from './mix-kit.ts';
import { touchFaults } from './touch-targets.ts';

/** The same on a desk in Chinese, and on a phone in English. */
const VIEWS = [
  {
    ...({ language: 'zh', width: 1440, dark: true, owner: 'tea' } as const),
    words: {
      ...{ all: '全部自动改', becomes: /改好后：0:03.9，/, making: /正在做合适的副本|发合适的副本/ },
      ...{ made: /发合适的副本：0:0[34]/, publish: /^发布 2 条/, published: '已发布 2/2' },
    },
  },
  {
    ...({ language: 'en', width: 390, dark: false, owner: 'coffee' } as const),
    words: {
      ...{ all: 'Make all fit', becomes: /It becomes 0:03.9 long,/, making: /A copy that fits/ },
      ...{ made: /A copy that fits goes out: 0:0[34]/, publish: /^Publish 2 videos/, published: '2 of 2 published' },
    },
  },
] as const;
type View = (typeof VIEWS)[number];

describe('videos are made to fit an account by one press, and go out', { timeout: 240_000 }, async () => {
  const platform = new QuayPlatform();
  platform.isFree = true;
  platform.rules = {
    ...{ ...platform.rules, seconds: { least: 1, most: 4 }, bytes: 400_000 },
    ...{ side: { least: 120, most: 4000 }, ratio: { least: 0.55, most: 0.575 } },
  };
  const { server, folder, stock } = await startMixingSite({ after }, { beside: [platform.plugin] });
  const { settings } = server.composed.ctx;
  await settings.set(choiceSetting('channels'), { adapters: ['quay.posts'], orEmbedded: false }, 'test');
  const kit = createBrowserKit({ after }, server.address);
  const draw = (name: string, more = '') => {
    const path = join(folder, name);
    const sound = ['-f', 'lavfi', '-i', 'sine=f=440:d=6', '-c:a', 'aac'];
    const look = ['-f', 'lavfi', '-i', `testsrc2=s=640x360:r=30:d=6${more}`];
    drawOnce(path, [...look, ...sound, '-c:v', 'libx264', '-preset', 'veryfast', '-g', '30', '-pix_fmt', 'yuv420p']);
    return path;
  };
  const clips = [draw('pier.mp4'), draw('storm.mp4', ',noise=alls=80:allf=t')];

  /** Connects an account as a browser does that is sent to the platform and comes back. */
  async function connect(token: string, owner: string): Promise<void> {
    const body = { adapter: 'quay.posts' };
    const begun = await server.call('POST', '/api/publishing/connections', { token, body });
    const { url } = begun.envelope.data as { url: string };
    const state = new URL(url).searchParams.get('state') ?? '';
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    const back = `${server.address}/api/publishing/connections/return?state=${state}&code=${owner}`;
    const { headers } = await fetch(back, { redirect: 'manual', headers: { cookie } });
    assert.match(headers.get('location') ?? '', /connected=/);
  }

  const shots = process.env['SHOTS'];
  async function shoot(page: Page, { language }: View, name: string): Promise<void> {
    if (shots === undefined) return;
    await mkdir(shots, { recursive: true });
    await page.locator('.rp-plan').screenshot({ path: join(shots, `${language}-fit-${name}.png`) });
  }

  async function expectWhole({ page }: Seat, { width }: View): Promise<void> {
    const faults = [...(await pageFaults(page)), ...(width < 720 ? await touchFaults(page) : [])];
    assert.deepEqual([...faults, ...kit.takeComplaints()], []);
  }

  for (const view of VIEWS) {
    const { language, words, owner, width, dark } = view;
    test(`two clips, one press, a reload, and what was made is published (${language})`, async () => {
      const { token, accountId } = await server.signIn({ level: 'level2' });
      await connect(token, owner);
      const materials = await stock(accountId, clips);
      const seat = await kit.open({ token, width, dark, language });
      const { page } = seat;
      await page.goto(`${server.address}/material/video-publishing?materials=${materials.join(',')}`);
      await page.getByRole('checkbox', { name: new RegExp(`Quay ${owner}`) }).check({ force: true });
      await page.getByText(words.becomes).first().waitFor();
      await shoot(page, view, '1-told');
      await expectWhole(seat, view);
      await page.getByRole('button', { name: words.all }).click();
      await page.getByText(words.making).first().waitFor();
      await shoot(page, view, '2-making');
      await page.reload();
      await page.getByText(words.making).first().waitFor();
      await page.getByText(words.made).nth(1).waitFor({ timeout: 60_000 });
      await shoot(page, view, '3-made');
      await expectWhole(seat, view);
      const before = platform.posts.length;
      await page.getByRole('button', { name: words.publish }).click();
      await page.getByText(words.published).first().waitFor({ timeout: 60_000 });
      await until(() => platform.posts.length === before + 2, 'both are out');
      for (const { bytes } of platform.posts.slice(before)) assert.ok(bytes <= 400_000, `${bytes} bytes`);
      await seat.close();
    });
  }
});
