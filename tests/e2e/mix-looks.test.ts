import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import sharp from 'sharp';

import { projectOf } from '#tests/integration/mixing/mix-site.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';

import { axeFaults, createBrowserKit, sideways } from './browser-kit.ts';
import { goOn } from './kernel-of-page.ts';
import { drawMixedClips, startMixingSite } from './mix-kit.ts';

describe('the pages of library and mixing, in every look', { timeout: 280_000 }, async () => {
  const { server: site, folder, stock } = await startMixingSite({ after });
  const kit = createBrowserKit({ after }, site.address);
  let token: string;
  let project: string;
  let run: string;

  before(async () => {
    const member = await site.signIn({ level: 'level1' });
    ({ token } = member);
    const client = mixClient(site.address, token);
    const clips = drawMixedClips(join(folder, 'clips'), { clips: 2, scenes: 3, seconds: 2 });
    const [song, photo] = [join(folder, 'song.wav'), join(folder, 'photo.png')];
    spawnSync('ffmpeg', ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=3', song]);
    await sharp({ create: { width: 300, height: 200, channels: 3, background: '#357' } })
      .png()
      .toFile(photo);
    await client.call('POST', '/api/material-folders', { name: '外景', parentId: null });
    const ids = (await stock(member.accountId, [...clips, song, photo])).slice(0, 6);
    const document = projectOf([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4, 6)]);
    project = (await client.call<{ id: string }>('POST', '/api/mixing/projects', document)).id;
    run = (await client.ended((await client.run(project, { count: 4 })).id)).id;
  });

  // No two that follow each other show the same.
  const views = (): readonly { name: string; path: string; shows: string }[] => [
    { name: 'videos', path: '/material/list', shows: '.rp-tile[data-state="ready"]' },
    { name: 'list', path: '/mixedCutList/list', shows: '.rp-project' },
    { name: 'music', path: '/material/music', shows: '[role="gridcell"]' },
    { name: 'folders', path: '/material/material-folder', shows: '.rp-folders-page' },
    { name: 'photos', path: '/material/photo', shows: '.rp-tile[data-state="ready"]' },
    { name: 'record', path: '/material/list/record', shows: '.rp-record' },
    { name: 'new project', path: '/mixedCut/create', shows: '.rp-ed-empty' },
    { name: 'run', path: `/mixedCut/run/${run}`, shows: '.rp-output[data-state="made"]' },
    { name: 'certificate', path: `/mixedCut/certificate/${run}`, shows: '.rp-certificate__figures' },
    { name: 'editor', path: `/mixedCut/edit/${project}`, shows: '.rp-ed-yield__count' },
  ];

  for (const language of ['zh', 'en'] as const) {
    for (const dark of [true, false]) {
      test(`axe finds nothing: ${language}, ${dark ? 'dark' : 'light'}`, async () => {
        const isFirst = language === 'zh' && dark;
        const seat = await kit.open({ token, language, dark });
        const { page } = seat;
        const faults: Record<string, string[]> = {};
        for (const [index, { name, path, shows }] of views().entries()) {
          // Each page is loaded in one of the looks, and gone to in the others.
          if (index === 0 || isFirst) await page.goto(site.address + path);
          else await goOn(page, path);
          await page.locator(shows).first().waitFor({ timeout: 40_000 });
          const found = await axeFaults(page);
          if (found.length > 0) faults[name] = found;
        }
        await page
          .getByRole('button', { name: language === 'zh' ? '从素材库添加' : 'Add from library' })
          .first()
          .click();
        await page.getByRole('dialog').getByRole('gridcell').nth(5).waitFor();
        await page.getByRole('dialog').getByRole('gridcell').first().click();
        const found = await axeFaults(page);
        if (found.length > 0) faults['picker'] = found;
        assert.deepEqual([faults, kit.takeComplaints()], [{}, []]);
        await seat.close();
      });
    }
  }

  test('on a phone nothing is wider than the page, and axe finds nothing', async () => {
    const seat = await kit.open({ token, width: 390, language: 'en', dark: false });
    const { page } = seat;
    const faults: Record<string, unknown> = {};
    for (const [index, { name, path, shows }] of views().entries()) {
      if (index === 0) await page.goto(site.address + path);
      else await goOn(page, path);
      await page.locator(shows).first().waitFor({ state: 'attached', timeout: 40_000 });
      const found = [await axeFaults(page), await sideways(page)];
      if (JSON.stringify(found) !== '[[],0]') faults[name] = found;
    }
    assert.deepEqual([faults, kit.takeComplaints()], [{}, []]);
    await seat.close();
  });
});
