import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { Page } from 'playwright-core';

import type { ShownCertificate } from '#plugins/mixing/certificate.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { projectOf } from '#tests/integration/mixing/mix-site.ts';
import { until } from '#tests/until.ts';

import { createBrowserKit, type Seat } from './browser-kit.ts';
import { goOn } from './kernel-of-page.ts';
import { arriveAtRun, differ, drawMixedClips, probe, SCENES, seenOf, startMixingSite } from './mix-kit.ts';

const READY = '.rp-tile[data-state="ready"]';
const CANVAS = 'canvas.rp-ed-preview__canvas';

/** Of a file's pictures the one that was drawn first, and the last that a decoder was given before; microseconds. */
interface FirstPicture {
  drawn: number;
  decoded: number;
}

const FIRST_PICTURE = `{
  globalThis.firstPicture = null;
  let decoded;
  const { decode } = VideoDecoder.prototype;
  VideoDecoder.prototype.decode = function (chunk) {
    decoded = chunk.timestamp;
    decode.call(this, chunk);
  };
  for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
    const { drawImage } = prototype;
    prototype.drawImage = function (image, ...place) {
      if (image instanceof VideoFrame) globalThis.firstPicture ??= { drawn: image.timestamp, decoded };
      drawImage.call(this, image, ...place);
    };
  }
}`;

describe('videos are mixed in the browser', { timeout: 280_000 }, async () => {
  const { server: site, folder, stock } = await startMixingSite({ after });
  const kit = createBrowserKit({ after }, site.address);
  const clips = join(folder, 'port');
  drawMixedClips(clips, { clips: 2, seconds: 2 });

  const bay = (page: Page, index: number) => page.locator('.rp-ed-bay').nth(index);

  /** Chooses all clips of a scene for a group, in the library's dialog. */
  async function choose(page: Page, index: number, scene: string): Promise<void> {
    const isFirst = await page.locator('.rp-ed-empty').isVisible();
    const place = isFirst ? page.locator('.rp-ed-empty') : bay(page, index);
    await place.getByRole('button', { name: '从素材库添加' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill(scene);
    await until(async () => {
      const names = await dialog.getByRole('gridcell').allInnerTexts();
      return names.length === 2 && names.every((name) => name.includes(scene));
    }, `two clips of ${scene} are found`);
    for (const cell of await dialog.getByRole('gridcell').all()) await cell.click();
    await dialog.getByText('已选 2 个').waitFor();
    await dialog.getByRole('button', { name: '确定' }).click();
    await dialog.waitFor({ state: 'detached' });
    await until(
      async () => (await bay(page, index).locator('.rp-ed-clip').count()) === 2,
      'the clips lie in the group',
    );
  }

  /** Follows the page of a run to its end. @returns the progress that was seen on the way, in per cent */
  async function follow(page: Page): Promise<number[]> {
    const seen: number[] = [];
    const done = page.locator('.rp-run-certificate');
    await until(async () => {
      const text = await page
        .locator('.rp-tool-run-head__state strong')
        .textContent({ timeout: 200 })
        .catch(() => null);
      const percent = text === null ? undefined : Number.parseInt(text, 10);
      if (percent !== undefined && percent !== seen.at(-1)) seen.push(percent);
      assert.deepEqual(await page.locator('.rp-run-note[data-kind="alarm"]').allInnerTexts(), []);
      return await done.isVisible();
    }, 'the run is done');
    return seen;
  }

  test('a folder of clips becomes four videos with their certificate, and then two more', async () => {
    const { token } = await site.signIn({ level: 'level1' });
    const client = mixClient(site.address, token);
    const seat = await kit.open({ token });
    const { page } = seat;
    await page.goto(`${site.address}/material/list`);
    await page.locator('.rp-empty').waitFor();
    await page.setInputFiles('[data-folder-files]', clips);
    await page.locator('.rp-uploads').getByText('全部完成').waitFor({ timeout: 60_000 });
    await until(async () => (await page.locator(READY).count()) === 8, 'all clips are ready');
    await page.getByRole('button', { name: '关闭' }).click();
    await page.getByRole('treeitem', { name: /port/ }).first().waitFor();

    await page.getByRole('link', { name: '批量混剪' }).first().click();
    await page.getByRole('button', { name: '新建项目' }).click();
    await page.locator('.rp-ed-bay').first().waitFor();
    await page.getByRole('textbox', { name: '项目名称' }).fill('一日海港');
    for (const [index, scene] of SCENES.entries()) {
      if (index === 3) await page.getByRole('button', { name: '添加镜头组' }).click();
      await choose(page, index, scene);
    }
    await page.getByRole('tab', { name: '画面' }).click();
    await page.getByRole('radio', { name: '480p', exact: true }).click();
    await page.getByRole('slider', { name: '镜头时长' }).press('Home');
    await page.getByText('已保存', { exact: true }).waitFor();

    // The live preview: a picture, which moves, and another one.
    const which = page.locator('.rp-ed-preview__which');
    await page.getByText(/^组合 \d+ \/ \d+$/).waitFor();
    await until(async () => (await seenOf(page.locator(CANVAS))).contrast > 10, 'the preview shows a picture');
    const time = page.locator('.rp-ed-preview__time');
    await until(async () => /^0:00\.\d \/ 0:04\.\d$/.test(await time.innerText()), 'it is as long as its shots');
    await page.getByRole('button', { name: '播放', exact: true }).click();
    await until(async () => /^0:0[1-9]/.test(await time.innerText()), 'it plays');
    await page.locator('.rp-ed-preview').getByRole('button', { name: '暂停' }).click();
    const first = await seenOf(page.locator(CANVAS));
    const name = await which.innerText();
    await page.getByRole('button', { name: '换一个组合' }).click();
    await until(async () => (await which.innerText()) !== name, 'another combination is named');
    await until(async () => differ(first.grey, (await seenOf(page.locator(CANVAS))).grey), 'and shown');

    await page.getByRole('spinbutton', { name: '条数' }).fill('4');
    // So few need have nothing in common; no further ones can be had that way.
    await page.getByText('任意两条最多共用 0 / 4 个镜头').waitFor();
    await page.getByRole('button', { name: '生成 4 条' }).click();
    const runId = await arriveAtRun(page);
    const seen = await follow(page);
    assert.ok(seen.length >= 3, `progress was ${seen.join()}`);
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    );
    await until(
      async () => (await page.locator('.rp-output[data-state="made"]').count()) === 4,
      'the videos are shown',
    );

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: '下载全部 4 条' }).click();
    const download = await downloading;
    const zip = join(folder, 'all.zip');
    await download.saveAs(zip);
    assert.match(download.suggestedFilename(), /^一日海港.*\.zip$/);
    const inside = join(folder, 'all');
    mkdirSync(inside);
    execFileSync('unzip', ['-qq', zip, '-d', inside], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
    const videos = readdirSync(inside, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mp4'));
    assert.equal(videos.length, 4);
    for (const video of videos) {
      const { seconds, ...rest } = probe(join(inside, video));
      assert.deepEqual(rest, { codec: 'h264', width: 480, height: 854, sound: true });
      assert.ok(Math.abs(seconds - 4) < 0.2, `${video} is ${seconds} s long`);
    }

    const read = (id: string) => client.call<ShownCertificate>('GET', `/api/mixing/runs/${id}/certificate`);
    const certificate = await read(runId);
    assert.equal(certificate.outputs.length, 4);
    assert.ok(certificate.shots.least >= 2, `the least distance is ${certificate.shots.least}`);
    assert.deepEqual(certificate.failures, []);
    await page.locator('.rp-run-certificate').click();
    await page.getByText('每一对都在限度之内').waitFor();
    const least = page.locator('.rp-certificate__figures > div', { hasText: '最小差异' }).locator('dd');
    assert.match(await least.innerText(), new RegExp(`^${certificate.shots.least}\\s*/ 4`));
    await page.getByRole('link', { name: '回到视频' }).click();

    await page.getByRole('button', { name: '再生成一些' }).click();
    await page.getByRole('spinbutton', { name: '再要几条' }).fill('2');
    await page.getByRole('button', { name: '再生成 2 条' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^放宽到 \d\/4，再做 2 条$/ })
      .click();
    const more = await arriveAtRun(page, runId);
    await follow(page);
    const further = await read(more);
    assert.deepEqual([further.outputs.length, further.failures], [2, []]);
    assert.deepEqual([further.earlier?.outputs, further.earlier?.pairs, further.earlier?.failures], [4, 8, 0]);
    assert.ok((further.earlier?.sharedShots ?? 4) < 4);
    const combinations = [...certificate.outputs, ...further.outputs].map(({ shots }) =>
      shots.map(({ material, start }) => `${material} ${start}`).join(),
    );
    assert.equal(new Set(combinations).size, 6);
    assert.equal(new Set([...certificate.outputs, ...further.outputs].map(({ sha256 }) => sha256)).size, 6);
    assert.deepEqual(kit.takeComplaints(), []);
    await seat.close();
  });

  /** The page of a free account, and its project of two groups of two clips. */
  let free: { seat: Seat; project: string };

  test('a free account is offered the upgrade above ten videos, and makes fewer', async () => {
    const { token, accountId } = await site.signIn();
    const client = mixClient(site.address, token);
    const files = SCENES.slice(0, 2).map((scene) => [1, 2].map((number) => join(clips, `${scene}-${number}.mp4`)));
    const groups = await Promise.all(files.map((paths) => stock(accountId, paths)));
    const project = (await client.call<{ id: string }>('POST', '/api/mixing/projects', projectOf(groups))).id;
    const seat = await kit.open({ token });
    free = { seat, project };
    const { page } = seat;
    await page.goto(`${site.address}/mixedCut/edit/${project}`);
    const count = page.getByRole('spinbutton', { name: '条数' });
    assert.equal(await count.inputValue(), '10');
    await count.fill('11');
    await page.getByText('一次超过 10 条：升级后可用').waitFor();
    await page.getByRole('button', { name: '生成 11 条' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('您暂无权限').waitFor();
    await dialog.getByText('青铜会员起包含此功能').waitFor();
    await dialog.getByRole('button', { name: '取消' }).click();
    assert.equal(new URL(page.url()).pathname, `/mixedCut/edit/${project}`);
    await assert.rejects(client.run(project, { count: 11 }), /403/);
    await count.fill('2');
    await page.getByRole('button', { name: '生成 2 条' }).click();
    const { state, made } = await client.ended(await arriveAtRun(page));
    assert.deepEqual([state, made], ['done', 2]);
    assert.deepEqual(kit.takeComplaints(), []);
  });

  test('the first picture is drawn before anything that follows it is decoded', async () => {
    const { seat, project } = free;
    const page = await kit.tab(seat);
    await page.addInitScript(FIRST_PICTURE);
    await page.goto(`${site.address}/mixedCut/edit/${project}`);
    await until(() => page.evaluate('firstPicture !== null'), 'a picture is drawn');
    const { drawn, decoded } = await page.evaluate<FirstPicture>('firstPicture');
    assert.equal(drawn, decoded);
    await page.close();
  });

  test('after a page died in the preview the next one offers the server’s, until it is tried here again', async () => {
    const { seat, project } = free;
    const { page } = seat;
    const isSeen = async (shown: Page) => (await seenOf(shown.locator(CANVAS))).contrast > 10;
    await goOn(page, `/mixedCut/edit/${project}`);
    await until(() => isSeen(page), 'the preview shows a picture');
    const died = page.waitForEvent('crash');
    const session = await seat.context.newCDPSession(page);
    // A page that is gone does not answer.
    session.send('Page.crash').catch(() => undefined);
    await died;
    const next = await kit.tab(seat);
    await next.goto(`${site.address}/mixedCut/edit/${project}`);
    await next.getByText('上次预览时页面意外关闭了，这次可以由服务器生成预览。').waitFor();
    await next.getByRole('button', { name: '在服务器上生成预览' }).waitFor();
    await next.getByRole('button', { name: '在这里再试一次' }).click();
    await until(() => isSeen(next), 'it shows a picture again');
    await next.reload();
    await until(() => isSeen(next), 'who reloads the page has left nothing behind');
    assert.deepEqual(kit.takeComplaints(), []);
    // One of its pages is dead, so it cannot be emptied for others.
    await seat.context.close();
  });
});
