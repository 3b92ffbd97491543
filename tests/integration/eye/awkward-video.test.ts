import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { translate } from '#core/server/ground/messages.ts';
import { makeOnce } from '#tests/draw-once.ts';
import { drawTexts, type DrawnText } from '#tests/fixtures/eye/drawn-text.ts';
import { openEye, sourceOf, type TestEye } from '#tests/fixtures/eye/open-eye.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { drawSpoiled } from '#tests/tools/awkward-clips.ts';

/** Seconds by which a text may be seen too early or too late. */
const EDGE = 0.1;
const TEXT: DrawnText = { from: 0.5, to: 2, text: '限时包邮只要九块九', size: 40 };

/** How the same clip is made awkward: by options of its output. */
const AWKWARD: Record<string, readonly string[]> = {
  'of 120 frames a second': ['-vf', 'fps=120'],
  'of ten frames a second': ['-vf', 'fps=10'],
  'with odd sides': ['-vf', 'crop=639:359:0:0', '-pix_fmt', 'yuv444p'],
  'of fields': ['-vf', 'fps=25', '-x264-params', 'tff=1', '-flags', '+ilme+ildct'],
  'of ten bits': ['-pix_fmt', 'yuv420p10le'],
  'with pixels that are wider than high': ['-vf', 'scale=320:360,setsar=2'],
  'with frames at uneven times': [
    ...['-vf', "setpts='(N*2+mod(N\\,3)*0.7)/60/TB'", '-fps_mode', 'vfr'],
    ...['-enc_time_base', '1:600', '-video_track_timescale', '600'],
  ],
  'that is shown turned by a quarter': ['-vf', 'transpose=clock'],
};
const TURNED = 'that is shown turned by a quarter';

let folder: string;
let opened: TestEye;
let plain: string;
before(async () => {
  folder = await temporaryFolder();
  opened = await openEye(join(folder, 'cache'));
  plain = join(folder, 'plain.mp4');
  await drawTexts(plain, { width: 640, height: 360, seconds: 2.5, texts: [TEXT] });
});
after(() => opened.close());

function ffmpeg(...args: string[]): void {
  const { status, stderr } = spawnSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

async function make(name: string): Promise<string> {
  const path = join(folder, `${name}.mp4`);
  await makeOnce(path, ['awkward text', TEXT, AWKWARD[name]], async (to) => {
    const encoded = name === TURNED ? `${to}.upright.mp4` : to;
    ffmpeg('-i', plain, ...(AWKWARD[name] ?? []), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', encoded);
    if (encoded !== to) ffmpeg('-i', encoded, '-c', 'copy', '-metadata:s:v', 'rotate=90', to);
  });
  return path;
}

for (const name of Object.keys(AWKWARD)) {
  test(`a text is read in a video ${name}, when and where people see it`, async () => {
    const { cues } = await opened.eye.readVideo(await sourceOf(await make(name)), { language: 'zh-CN' });
    const [cue, ...others] = cues;
    const said = JSON.stringify(cues);
    assert.deepEqual([cue?.text, others], [TEXT.text, []], said);
    assert.ok(cue && Math.abs(cue.from - TEXT.from) <= EDGE && Math.abs(cue.to - TEXT.to) <= EDGE, said);
    const [box] = cue.boxes;
    assert.ok(box && Math.abs(box.x + box.width / 2 - 0.5) < 0.02 && box.y > 0.75 && box.y + box.height < 0.95, said);
  });
}

test('a video of one frame is too short for text, and no failure', async () => {
  const path = join(folder, 'one.mp4');
  ffmpeg('-ss', '1', '-i', plain, '-frames:v', '1', '-c:v', 'libx264', path);
  const { cues } = await opened.eye.readVideo(await sourceOf(path), { language: 'zh-CN' });
  assert.deepEqual(
    cues.map(({ text }) => text),
    [],
  );
});

test('a file that is no video, an empty one, one without a picture, a torn one and one of four hours are refused with a reason', async () => {
  for (const { path, why } of await drawSpoiled(folder)) {
    const reading = opened.eye.readVideo(await sourceOf(path), { language: 'zh-CN' });
    await assert.rejects(reading, (error) => {
      assert.ok(error instanceof ExpectedError, String(error));
      assert.match(translate('en', error.code, error.params), why);
      return true;
    });
  }
  const files = await readdir(join(folder, 'cache'), { recursive: true });
  assert.deepEqual(
    files.filter((file) => file.endsWith('.jpg')),
    [],
  );
});
