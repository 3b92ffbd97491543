import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import { humanDrag } from '#tests/fixtures/captcha/human-drag.ts';
import { until } from '#tests/until.ts';

import type { BrowserHand } from './browser-hand.ts';
import { drawMixedClips, probe, startMixingSite } from './mix-kit.ts';
import { openFirefox } from './open-firefox.ts';
import { openWebKit } from './open-webkit.ts';

// The main job in browsers of other makers than the one of all other tests. WebKitGTK only with `--all-browsers`.

/** Width of the puzzle's picture as the server makes it. */
const PICTURE = 320;
/** How often a drag is tried: a busy machine may hold events back until they look like no hand's. */
const TRIES = 4;

const button = (text: string, within = ''): string => `${within}//button[normalize-space(.)='${text}']`;
/** The field that a label in sight belongs to. */
const field = (label: string): string => `//input[@id=//label[normalize-space(.)='${label}']/@for]`;
const labelled = (text: string): string => `//input[@aria-labelledby=//*[normalize-space(.)='${text}']/@id]`;
const SLIDER = `//*[@role='slider'][@aria-disabled='false']`;
const shows = (selector: string): string => `document.querySelector(${JSON.stringify(selector)}) !== null`;

describe('the main job in other browsers', { timeout: 280_000 }, async () => {
  const { server, folder } = await startMixingSite({ after });
  const { pool } = server.composed.ctx.db;
  const clips = drawMixedClips(join(folder, 'clips'), { clips: 2, scenes: 3, seconds: 2 });

  async function lookUp<T>(column: string, rest: string, values: unknown[] = []): Promise<T | undefined> {
    const { rows } = await pool.query<Record<string, T>>(`select ${column} from ${rest}`, values);
    return rows[0]?.[column];
  }

  async function solvePuzzle(hand: BrowserHand): Promise<void> {
    const state = () => hand.read<string | undefined>(`document.querySelector('.rp-captcha')?.dataset.state`);
    for (let round = 1; ; round += 1) {
      const isReady = `document.querySelector('.rp-captcha-slider[aria-disabled="false"]') !== null`;
      await until(() => hand.read(isReady), 'the puzzle is there', 20);
      const hole = (await lookUp<number>('x', 'account_captchas order by created_at desc limit 1')) ?? 0;
      const width = await hand.read<number>(`document.querySelector('.rp-captcha-picture').clientWidth`);
      await hand.drag(SLIDER, humanDrag((hole * width) / PICTURE));
      const isJudged = async () => !['normal', 'moving'].includes((await state()) ?? '');
      await until(isJudged, 'the drag is judged', 20);
      if ((await state()) !== 'error') return;
      assert.ok(round < TRIES, `${TRIES} drags were refused`);
      await until(async () => (await state()) === 'normal', 'there is another puzzle', 20);
    }
  }

  /** From the first page over the login to a video; each step is one that somebody without any knowledge would take. */
  async function walk(hand: BrowserHand, mobile: string): Promise<{ src: string; preview: string }> {
    const arrive = (path: RegExp) =>
      until(async () => path.test(await hand.read<string>('location.pathname')), `the browser is at ${path}`, 60);
    await hand.goTo(server.address);
    await hand.press(button('登录'));
    await hand.press(`//*[@role='tab'][normalize-space(.)='手机号登录']`);
    await hand.fill(field('手机号'), mobile);
    await hand.press(button('获取验证码'));
    await solvePuzzle(hand);
    let text: string | undefined;
    await until(
      async () => (text = await lookUp('text', 'account_outbox where "to" = $1', [mobile])) !== undefined,
      'the code is sent',
      20,
    );
    await hand.fill(field('短信验证码'), /\d{6}/.exec(text ?? '')?.[0] ?? '');
    await hand.press(button('登录 / 注册'));
    await arrive(/^\/workbench$/);

    await hand.choose(`//*[contains(@class, 'rp-drop')]//input[@type='file']`, clips);
    await hand.press(button(`用这 ${clips.length} 个做视频`));
    await arrive(/^\/mixedCut\/edit\//);

    const preview = await previewOf(hand);
    await hand.press(`//*[@role='tab'][normalize-space(.)='画面']`);
    await hand.press(`//label[normalize-space(.)='480p']`);
    await hand.fill(labelled('条数'), '1');
    await hand.press(button('生成 1 条'));
    await arrive(/^\/mixedCut\/run\//);
    await until(() => hand.read(shows('.rp-run-certificate')), 'the run is done');
    await hand.press(`//*[contains(@class, 'rp-output')][@data-state='made']`);
    await until(() => hand.read(shows('.rp-tool-item video')), 'the video opens', 20);
    return { preview, src: await hand.read<string>(`document.querySelector('.rp-tool-item video').currentSrc`) };
  }

  /** How the editor shows what will be made: by the browser itself, or what it offers instead. */
  async function previewOf(hand: BrowserHand): Promise<string> {
    /** How much the picture differs from itself, in grey. */
    const contrast = `(() => {
      const canvas = document.querySelector('canvas.rp-ed-preview__canvas');
      if (canvas === null || canvas.hidden || canvas.width < 2) return 0;
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const greys = Array.from({ length: 999 }, (_, at) => data[4 * Math.floor((at * data.length) / 4000)]);
      return Math.max(...greys) - Math.min(...greys);
    })()`;
    const offer = `document.querySelector('.rp-ed-preview__nothing')?.textContent ?? ''`;
    let seen = '';
    await until(
      async () => {
        const offered = await hand.read<string>(offer);
        seen = (await hand.read<number>(contrast)) > 30 ? 'a picture' : offered.includes('服务器') ? offered : '';
        return seen !== '';
      },
      'the preview shows something',
      60,
    );
    return seen;
  }

  async function checkVideo(src: string): Promise<void> {
    const path = join(folder, 'made.mp4');
    await writeFile(path, Buffer.from(await (await fetch(new URL(src, server.address))).arrayBuffer()));
    const { seconds, ...rest } = probe(path);
    assert.deepEqual(rest, { codec: 'h264', width: 480, height: 854, sound: true });
    assert.ok(seconds > 1, `it is ${seconds} s long`);
  }

  /** Does something with a browser and closes it; where that fails it tells what the page showed. */
  async function use(hand: BrowserHand, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (cause) {
      const shown = await hand.read<string>(`location.pathname + ' ' + document.body.innerText`).catch(() => '');
      throw new Error(`the page showed: ${shown.slice(0, 2000)}`, { cause });
    } finally {
      await hand.close();
    }
  }

  test('in Firefox somebody comes in, chooses clips, sees them, makes a video and plays it', async () => {
    const complaints: string[] = [];
    const hand = await openFirefox((fault) => complaints.push(fault));
    await use(hand, async () => {
      const { src, preview } = await walk(hand, '13800138071');
      assert.equal(preview, 'a picture');
      const time = `document.querySelector('.rp-tool-item video').currentTime`;
      await until(async () => (await hand.read<number>(time)) > 0.2, 'it plays', 20);
      await checkVideo(src);
      assert.deepEqual(complaints, []);
    });
  });

  if (process.env['REELPORT_TEST_ALL_BROWSERS'] !== undefined) {
    test('in WebKitGTK somebody comes in, chooses clips and makes a video', async () => {
      const hand = await openWebKit();
      await use(hand, async () => {
        const { src } = await walk(hand, '13800138072');
        await checkVideo(src);
      });
    });
  }
});
