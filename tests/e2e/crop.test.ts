import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import type { Page } from 'playwright-core';

import type { CutFacts } from '#core/contract/cut-facts.ts';
import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { mixClient } from '#tests/integration/mixing/mix-client.ts';
import { say } from '#tests/integration/media/cut/cut-kit.ts';
import { drawOnce } from '#tests/draw-once.ts';

import { createBrowserKit, pageFaults } from './browser-kit.ts';
import { startMixingSite } from './mix-kit.ts';
import { tabFaults } from './tab-walk.ts';
import { touchFaults } from './touch-targets.ts';

const RATE = 30;
/** The length of a clip whose key frames are a second apart, with sound. */
const SECONDS = 4;

/** Frames of a video that Chromium plays to its end, and how unlike those of another one they are, 0 to 255. */
const PLAY = `async ({ cut, source, first, frames, rate }) => {
  const open = async (url) => {
    const video = document.createElement('video');
    Object.assign(video, { muted: true, src: url, playbackRate: 2 });
    await new Promise((done, fail) => {
      video.onloadeddata = done;
      video.onerror = () => fail(new Error(video.error?.message ?? 'it cannot be played'));
    });
    return video;
  };
  // A video has sought before it shows what it has found; one that never shows it is drawn as it is.
  const shown = (video, time) =>
    new Promise((done) => {
      const look = (_, { mediaTime }) =>
        Math.abs(mediaTime - time) < 1 / rate ? done() : video.requestVideoFrameCallback(look);
      video.requestVideoFrameCallback(look);
      setTimeout(done, 2000);
    });
  const pixels = async (video, frame) => {
    const time = (frame + 0.5) / rate;
    const isShown = shown(video, time);
    await new Promise((done) => {
      video.onseeked = done;
      video.currentTime = time;
    });
    await isShown;
    const pen = new OffscreenCanvas(96, 54).getContext('2d', { willReadFrequently: true });
    pen.drawImage(video, 0, 0, 96, 54);
    return pen.getImageData(0, 0, 96, 54).data;
  };
  const [made, original] = [await open(cut), await open(source)];
  const likeness = [];
  for (const frame of frames) {
    const [a, b] = [await pixels(made, frame), await pixels(original, frame + first)];
    likeness.push(a.reduce((sum, value, at) => sum + Math.abs(value - b[at]), 0) / a.length);
  }
  made.currentTime = 0;
  await new Promise((done, fail) => {
    made.onended = done;
    made.onerror = () => fail(new Error(made.error?.message ?? 'it stops'));
    made.play().catch(fail);
  });
  return { likeness, seconds: made.duration, at: made.currentTime };
}`;

describe('clips are trimmed and cropped in the browser', { timeout: 200_000 }, async () => {
  const { server, folder, stock } = await startMixingSite({ after });
  const kit = createBrowserKit({ after }, server.address);
  const draw = (name: string, size: string) => {
    const path = join(folder, name);
    drawOnce(path, [
      ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${RATE}:d=${SECONDS}`],
      ...['-f', 'lavfi', '-i', `sine=f=440:d=${SECONDS}:r=48000`],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-g', '30', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest'],
    ]);
    return path;
  };
  const clips = [draw('wide.mp4', '640x360'), draw('high.mp4', '360x640')];

  /** Shows the frame of a timecode, then presses a key of the player. */
  async function mark(page: Page, timecode: string, key: 'i' | 'o'): Promise<void> {
    // Before the video is there, it has no times.
    await page.getByText(`/ 0:0${SECONDS}:00`).waitFor();
    const field = page.getByRole('textbox', { name: /^当前时间/ });
    await field.fill(timecode);
    await field.press('Enter');
    await page.getByRole('button', { name: '下一帧' }).focus();
    await page.keyboard.press(key);
  }

  test('two clips, a box, in and out, a run; what comes out is exact, plays, and is kept in the library', async () => {
    const { token, accountId } = await server.signIn({ level: 'level1' });
    const client = mixClient(server.address, token);
    const materials = await stock(accountId, clips);
    const { page, close } = await kit.open({ token });
    await page.goto(`${server.address}/workbench`);
    await page.getByRole('link', { name: '视频裁剪' }).click();
    await page.getByRole('button', { name: '选择视频' }).click();
    const picker = page.getByRole('dialog');
    await picker.locator('.rp-tile', { hasText: 'wide' }).click();
    await picker.locator('.rp-tile', { hasText: 'high' }).click();
    await picker.getByRole('button', { name: '确定' }).click();

    // Of the first one a square at the left, a part of its time.
    await page.getByRole('radio', { name: '1:1' }).check({ force: true });
    const box = await page.getByRole('slider', { name: '1:1', exact: true }).boundingBox();
    const stage = await page.locator('.rp-stage__frame').boundingBox();
    assert.ok(box !== null && stage !== null);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(stage.x, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await mark(page, '0:00:15', 'i');
    await mark(page, '0:02:29', 'o');
    await page.getByText('0:00:15 到 0:03:00，长 0:02:15').waitFor();

    assert.deepEqual([...(await pageFaults(page)), ...(await tabFaults(page))], []);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual([...(await pageFaults(page)), ...(await touchFaults(page))], []);
    await page.setViewportSize({ width: 1440, height: 900 });

    // The second one keeps its picture, so that it is copied between its edges.
    await page.locator('.rp-batch').getByRole('button', { name: /high/ }).first().click();
    await mark(page, '0:00:20', 'i');
    await mark(page, '0:03:09', 'o');
    await page.getByText('0:00:20 到 0:03:10，长 0:02:20').waitFor();
    await page.getByRole('button', { name: '裁剪 2 个视频' }).click();
    await page.waitForURL(/\/videoCrop\/run\//);
    await page.locator('.rp-output[data-state="made"]').nth(1).waitFor({ timeout: 60_000 });

    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { items } = await client.call<{ items: ToolItem[] }>('GET', `/api/tool-runs/${id}/items`);
    const shapes = await Promise.all(
      items.map(async ({ files: [file] }, at) => {
        const path = join(folder, `cut-${at}.mp4`);
        writeFileSync(path, Buffer.from(await (await fetch(server.address + (file?.url ?? ''))).arrayBuffer()));
        const args = ['-count_frames', '-select_streams', 'v', '-show_entries', 'stream=width,height,nb_read_frames'];
        return say('ffprobe', ...args, '-of', 'csv=p=0', path).trim();
      }),
    );
    assert.deepEqual(shapes, ['360,360,75', '360,640,80']);
    const [square, trimmed] = items;
    assert.ok(square !== undefined && trimmed !== undefined);
    const colour = say('ffprobe', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', join(folder, 'cut-0.mp4'));
    assert.deepEqual(colour.trim().split('\n').toSorted(), ['aac', 'h264']);

    const facts = trimmed.facts as CutFacts;
    assert.ok(facts.picturesEncoded === null && facts.copied > 40 && facts.copied < 80, JSON.stringify(facts));
    const joint = (facts.copiedFrom ?? 0) - facts.first;
    const over = joint + facts.copied;
    const { url } = (await client.call<{ url: string }>('GET', `/api/materials/${materials[1]}`)) ?? {};
    const played = await page.evaluate<{ likeness: number[]; seconds: number; at: number }>(
      `(${PLAY})(${JSON.stringify({
        ...{ cut: trimmed.files[0]?.url, source: url, first: facts.first, rate: RATE },
        frames: [0, joint - 1, joint, joint + 1, over - 1, over, 79].filter((frame) => frame >= 0 && frame < 80),
      })})`,
    );
    assert.ok(
      played.likeness.every((unlike) => unlike < 6),
      `Chromium shows other frames: ${played.likeness.join()}`,
    );
    assert.ok(Math.abs(played.at - played.seconds) < 0.1 && Math.abs(played.seconds - 80 / RATE) < 0.1);

    await page.getByRole('button', { name: '存入素材库' }).click();
    const folders = page.getByRole('dialog');
    await folders.getByRole('treeitem').first().click();
    await folders.getByRole('button', { name: '存到这里' }).click();
    await page.getByText('已将 2 个结果存入素材库').first().waitFor();
    const origins = await client.call<{ into: Array<{ name: string }> }>(
      'GET',
      `/api/materials/${materials[0]}/origins`,
    );
    assert.equal(origins.into.length, 1, 'the kept cut names what it was made from');

    await page.getByRole('button', { name: '继续处理' }).click();
    const next = page.getByRole('dialog', { name: '继续处理 2 个结果' });
    await next.getByRole('button', { name: '用这 2 个做视频' }).waitFor();
    const told = async (name: RegExp) => {
      const id = await next.getByRole('button', { name }).getAttribute('aria-describedby');
      return (await next.locator(`[id="${id}"]`).textContent()) ?? '';
    };
    assert.match(await told(/裁剪/), /每帧重新编码一次/);
    assert.match(await told(/拆分镜头/), /直接复制，只有切口处的几帧重新编码/);
    assert.match(await told(/做视频/), /格式已与成片一致的画面直接复制/);
    assert.deepEqual(await pageFaults(page), []);
    await next.getByRole('button', { name: /裁剪/ }).click();
    await page.waitForURL(`${server.address}/videoCrop`);
    // Beside the two that were there.
    await page.locator('.rp-batch__row').nth(3).waitFor();
    assert.deepEqual(kit.takeComplaints(), []);
    await close();
  });
});
