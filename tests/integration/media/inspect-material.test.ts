import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, open, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import type { MaterialLimits } from '#core/server/services/media/material-rules.ts';
import { probe } from '#core/server/services/media/probe.ts';

import { makeClip, realRunner, temporaryFolder } from './media-kit.ts';
import { refusalOf } from './refusal-of.ts';

const clips = fileURLToPath(new URL('../../../../shared/clips/', import.meta.url));
const withClips = { skip: existsSync(clips) ? false : `no folder of real clips beside the checkout` };
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=25:d=2'];

const folder = await temporaryFolder();
const runner = await realRunner(folder);
const clip = (...args: string[]) => makeClip(runner, folder, ...args);
const refusal = (path: string, limits?: MaterialLimits) => refusalOf(runner, path, limits);

test('a good clip is measured', async () => {
  const path = await clip(...PICTURE, '-f', 'lavfi', '-i', 'sine=d=2', '-shortest', 'good.mp4');
  const material = await inspectMaterial(runner, path);
  assert.deepEqual(
    [material.frames, material.duration, material.video.codec, material.audio?.codec, material.size],
    [50, 2, 'h264', 'aac', (await stat(path)).size],
  );
});

test('names with quotes, newlines, emoji, percent signs and leading dashes simply work', async () => {
  const path = await clip(...PICTURE, 'named.mp4');
  for (const name of [
    `it's "q".mp4`,
    'two\nlines.mp4',
    '🎬片段.mp4',
    '--help',
    '-i',
    'a%03d.mp4',
    'file:x.mp4',
    'concat:a|b.mp4',
    '$(x) ;&.mp4',
    ' .mp4',
  ]) {
    const strange = join(folder, name);
    await cp(path, strange);
    assert.equal((await inspectMaterial(runner, strange)).frames, 50, name);
  }
});

test('text and playlists named .mp4 are no videos', async () => {
  await clip(...PICTURE, 'inner.mp4');
  const texts = {
    'text.mp4': 'hello, I am not a video\n',
    'hls.mp4': '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\ninner.mp4\n#EXT-X-ENDLIST\n',
    'list.mp4': "ffconcat version 1.0\nfile 'inner.mp4'\n",
    'script.mp4': '[Script Info]\nScriptType: v4.00+\n',
    'sdp.mp4': 'v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n',
  };
  for (const [name, text] of Object.entries(texts)) {
    await writeFile(join(folder, name), text);
    assert.equal(await refusal(join(folder, name)), 'not-video', name);
  }
});

test('an empty file, a folder, a pipe and a name without a file are told apart', async () => {
  await writeFile(join(folder, 'empty.mp4'), '');
  await mkdir(join(folder, 'folder.mp4'));
  assert.equal(await refusal(join(folder, 'empty.mp4')), 'empty');
  assert.equal(await refusal(join(folder, 'folder.mp4')), 'not-a-file');
  assert.equal(await refusal('/dev/zero'), 'not-a-file');
  assert.equal(await refusal(join(folder, 'nowhere.mp4')), 'missing');
});

test('sound alone and still pictures are no videos, whatever they are called', async () => {
  assert.equal(await refusal(await clip('-f', 'lavfi', '-i', 'sine=d=2', 'sound.mp4')), 'sound-only');
  for (const name of ['still.png', 'still.jpg', 'still.gif']) {
    const path = await clip(...PICTURE, '-frames:v', '1', name);
    await cp(path, `${path}.mp4`);
    assert.deepEqual([await refusal(path), await refusal(`${path}.mp4`)], ['picture', 'picture'], name);
  }
  assert.equal(
    await refusal(
      await clip(
        '-f',
        'lavfi',
        '-i',
        'sine=d=2',
        ...PICTURE,
        '-map',
        '0',
        '-map',
        '1',
        '-frames:v',
        '1',
        '-c:v',
        'png',
        '-disposition:v:0',
        'attached_pic',
        'cover.mp4',
      ),
    ),
    'sound-only',
  );
});

test('a link out of the chosen folder is refused, one inside it is not', async () => {
  const chosen = join(folder, 'chosen');
  await mkdir(join(chosen, 'sub'), { recursive: true });
  await mkdir(join(folder, 'chosen-not'));
  await cp(await clip(...PICTURE, 'outside.mp4'), join(folder, 'chosen-not', 'a.mp4'));
  await cp(join(folder, 'outside.mp4'), join(chosen, 'inside.mp4'));
  await symlink(join(folder, 'outside.mp4'), join(chosen, 'out.mp4'));
  await symlink('../../chosen-not/a.mp4', join(chosen, 'sub', 'near.mp4'));
  await symlink('../inside.mp4', join(chosen, 'sub', 'in.mp4'));
  await symlink('self.mp4', join(chosen, 'self.mp4'));
  assert.equal(await refusal(join(chosen, 'out.mp4'), { within: chosen }), 'outside-folder');
  assert.equal(await refusal(join(chosen, 'sub', 'near.mp4'), { within: chosen }), 'outside-folder');
  assert.equal(await refusal(join(chosen, 'self.mp4'), { within: chosen }), 'missing');
  assert.equal((await inspectMaterial(runner, join(chosen, 'sub', 'in.mp4'), { within: chosen })).frames, 50);
});

test(
  'a file that may not be read is told as such',
  { skip: process.platform === 'linux' ? false : 'needs /proc' },
  async (t) => {
    const path = await clip(...PICTURE, 'secret.mp4');
    await chmod(path, 0);
    if (process.getuid?.() !== 0) {
      assert.equal(await refusal(path), 'unreadable');
      return;
    }
    // Root may read everything: ask as somebody else.
    const script = fileURLToPath(new URL('../../fixtures/media/inspect-as-other.ts', import.meta.url));
    await chmod(folder, 0o755);
    const child = spawn(process.execPath, [script, path], {
      uid: 65534,
      gid: 65534,
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: '/',
    });
    const output: string[] = [];
    child.stdout.on('data', (chunk) => output.push(String(chunk)));
    const status = await new Promise((resolve) => {
      child.once('error', () => resolve('not started'));
      child.once('close', resolve);
    });
    if (status !== 0) {
      t.skip('this checkout cannot be read by another user');
      return;
    }
    assert.equal(output.join(''), 'core:media.unreadable');
  },
);

test('a cancelled look ends as cancelled', async () => {
  const path = await clip(...PICTURE, 'cancel.mp4');
  const controller = new AbortController();
  controller.abort();
  await assert.rejects(inspectMaterial(runner, path, {}, controller.signal), { name: 'AbortError' });
});

test('HDR, rotation and pixel ratio of a file are read', async () => {
  const path = await clip(
    ...PICTURE,
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p10le',
    '-color_trc',
    'smpte2084',
    '-colorspace',
    'bt2020nc',
    '-color_primaries',
    'bt2020',
    '-aspect',
    '2:1',
    'hdr.mp4',
  );
  const turned = join(folder, 'turned.mp4');
  await runner.ffmpeg({
    cwd: folder,
    args: ['-y', '-i', `file:${path}`, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', 'file:turning.mp4'],
  });
  await rename(join(folder, 'turning.mp4'), turned);
  const { video } = await probe(runner, turned);
  assert.deepEqual([video?.hdr, video?.pixelFormat, video?.colorSpace], [true, 'yuv420p10le', 'bt2020nc']);
  assert.deepEqual([video?.width, video?.height, video?.displayWidth, video?.displayHeight], [64, 64, 64, 128]);
});

test('real clips: the videos are accepted as they are seen, the others refused', withClips, async () => {
  const accepted: Record<string, [number, number, number]> = {
    'chair-19-sd-bar.mp4': [480, 720, 564],
    'cursed-vfr.mp4': [3026, 1386, 63],
    'rotate-buck-bunny.mp4': [1080, 1920, 45],
    'sar_2x1.mp4': [1280, 360, 150],
    'video-h265.mp4': [1920, 1080, 300],
    'video.mp4': [1920, 1080, 125],
    'edts.mp4': [853, 480, 225],
    'frames.webm': [1080, 1080, 100],
  };
  for (const [name, expected] of Object.entries(accepted)) {
    const { video, frames } = await inspectMaterial(runner, join(clips, name));
    assert.deepEqual([video.displayWidth, video.displayHeight, frames], expected, name);
  }
  assert.equal(await refusal(join(clips, 'annex-b.mp4')), 'truncated');
  for (const name of ['multiple-aac-tracks.mp4', 'eac3.mp4', 'toothsome-dts.mp4']) {
    assert.equal(await refusal(join(clips, name)), 'sound-only', name);
  }
});

test('a file that grew a tail of rubbish is still read', async () => {
  const path = await clip(...PICTURE, 'tail.mp4');
  const handle = await open(path, 'a');
  await handle.write(Buffer.alloc(5000, 0x55));
  await handle.close();
  assert.match(await refusal(path), /^accepted: 2 s/);
});

test('a Matroska file that begins late counts its times from zero, and is whole', async () => {
  const plain = await clip(...PICTURE, 'plain.mp4');
  const late = await clip('-itsoffset', '4', '-i', `file:${plain}`, '-c', 'copy', 'late.mkv');
  assert.match(await refusal(late), /^accepted: 2 s/);
  const bytes = await readFile(late);
  await writeFile(late, bytes.subarray(0, Math.floor(bytes.length * 0.4)));
  assert.equal(await refusal(late), 'truncated');
});
