import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { before, describe, it } from 'node:test';

import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

import { makeClip, realRunner, temporaryFolder } from '../media-kit.ts';
import { cutFile, frameHashes, frameTimes, samplesIn, say, type MadeCut } from './cut-kit.ts';

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=30:d=8'];
const SOUND = ['-f', 'lavfi', '-i', 'anoisesrc=r=48000:d=8:a=0.3:seed=5'];
const H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-threads', '1'];
const GROUPS = [...H264, '-g', '45', '-bf', '3', '-x264-params', 'open-gop=0:scenecut=0'];

describe('an exact cut', () => {
  let folder: string;
  let runner: MediaRunner;
  before(async () => {
    folder = await temporaryFolder();
    runner = await realRunner(folder);
  });
  const clip = (...args: string[]) => makeClip(runner, folder, ...args);
  const usual = () => clip(...PICTURE, ...SOUND, ...GROUPS, '-c:a', 'aac', '-aac_pns', '0', '-ac', '2', 'usual.mp4');

  /** That a cut shows just the chosen frames, each as long as in its source, and which of them are its very own. */
  function assertFrames({ facts, file }: MadeCut, source: string, copied = facts.copied): void {
    const head = (facts.copiedFrom ?? facts.first) - facts.first;
    const [wanted, found] = [frameHashes(source).slice(facts.first, facts.last), frameHashes(file)];
    assert.equal(found.length, facts.last - facts.first);
    assert.equal(facts.copied, copied);
    // Of long lists no difference is drawn.
    const other = found.slice(head, head + copied).findIndex((hash, at) => hash !== wanted[head + at]);
    assert.equal(other, -1, 'the first copied frame that is another one');
    const times = frameTimes(source).slice(facts.first, facts.last);
    frameTimes(file).forEach((time, at) => assert.ok(Math.abs(time - ((times[at] ?? 0) - (times[0] ?? 0))) < 2e-6));
  }

  /** Decibels by which the first frames of an encoded cut are like those of its source. */
  const likeness = (source: string, { file }: MadeCut, first: number): number => {
    const graph = `[0:v]trim=start_frame=${first}:end_frame=${first + 20},settb=1/30,setpts=N,scale=in_color_matrix=smpte170m:out_color_matrix=bt709,format=yuv420p[a];[1:v]trim=end_frame=20,settb=1/30,setpts=N[b];[a][b]psnr`;
    const log = spawnSync('ffmpeg', ['-nostdin', '-i', source, '-i', file, '-lavfi', graph, '-f', 'null', '-']);
    return Number(/average:([\d.]+|inf)/.exec(String(log.stderr))?.[1]?.replace('inf', '99'));
  };

  /** That the sound begins with just the sample that belongs to the first frame. */
  function assertSound({ file }: MadeCut, source: string, seconds: number, rate = 48_000): void {
    const [all, own] = [samplesIn(source), samplesIn(file)];
    const from = Math.round(seconds * rate) * 2;
    const compared = Math.min(own.length, all.length - from, rate * 2);
    assert.ok(compared > rate / 2);
    const other = own.subarray(0, compared).findIndex((sample, at) => sample !== all[from + at]);
    assert.equal(other, -1, 'the first sample that is another one');
  }

  it('copies a whole clip as it is', async () => {
    const source = await usual();
    const made = await cutFile(runner, folder, source);
    assert.deepEqual(
      {
        picturesEncoded: made.facts.picturesEncoded,
        sound: made.facts.sound,
        frames: [made.facts.first, made.facts.last],
      },
      { picturesEncoded: null, sound: 'copied', frames: [0, 240] },
    );
    assertFrames(made, source, 240);
    assertSound(made, source, 0);
  });

  it('encodes only the frames before its first key frame and those that cannot be left without others', async () => {
    const source = await usual();
    const made = await cutFile(runner, folder, source, { from: 1, to: 200 / 30 });
    assert.deepEqual([made.facts.first, made.facts.last], [30, 200]);
    assert.equal(made.facts.picturesEncoded, null);
    // The key frames are the 45th, the 90th and so on.
    assert.equal(made.facts.copiedFrom, 45);
    assert.ok(made.facts.copied >= 200 - 45 - 4 && made.facts.copied <= 155, String(made.facts.copied));
    assertFrames(made, source);
    assert.equal(made.facts.sound, 'copied');
    assertSound(made, source, 1);
  });

  it('joins a single frame to the key frame behind it, and a long cut to its last frame', async () => {
    const source = await usual();
    const made = await cutFile(runner, folder, source, { from: 44 / 30, to: 91 / 30 });
    assert.deepEqual([made.facts.first, made.facts.last, made.facts.picturesEncoded], [44, 91, null]);
    assertFrames(made, source);
    assert.ok(made.facts.copied > 40);
  });

  it('cuts at frames of a variable rate, each shown as long as before', async () => {
    const uneven = "setpts='(N*2+mod(N\\,3)*0.7)/60/TB'";
    const vfr = ['-vf', uneven, '-fps_mode', 'vfr', '-enc_time_base', '1:600', '-video_track_timescale', '600'];
    const source = await clip(...PICTURE, ...GROUPS, ...vfr, 'uneven.mp4');
    const made = await cutFile(runner, folder, source, { from: 1.2, to: 6.4 });
    assert.equal(made.facts.picturesEncoded, null);
    assert.ok(
      new Set(frameTimes(made.file).map((time, at, all) => Math.round((time - (all[at - 1] ?? 0)) * 600))).size > 2,
    );
    assertFrames(made, source);
  });

  it('shows a last frame as long as its file says, where it is not the last one that is stored', async () => {
    const quick = await clip('-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=30:d=0.4', ...GROUPS, 'quick.mp4');
    const slow = 'setts=pts=PTS*30:dts=DTS*30:duration=DURATION*30';
    const source = await clip('-i', quick, '-c', 'copy', '-bsf:v', slow, 'slow.mp4');
    const { duration } = await inspectMaterial(runner, source);
    assert.ok(Math.abs(duration - 12) < 0.05, `it lasts ${duration} s`);
    const made = await cutFile(runner, folder, source, { from: 5 });
    assert.ok(Math.abs(made.facts.seconds - 7) < 0.05, `its end lasts ${made.facts.seconds} s`);
    assert.ok(Math.abs((await inspectMaterial(runner, made.file)).duration - 7) < 0.05);
  });

  it('keeps what an edit list hides hidden, and the picture turned', async () => {
    const usualClip = await usual();
    const edited = await clip('-ss', '0.7', '-i', `file:${usualClip}`, '-c', 'copy', 'edited.mp4');
    const source = await clip('-i', `file:${edited}`, '-c', 'copy', '-metadata:s:v', 'rotate=90', 'turned.mp4');
    const made = await cutFile(runner, folder, source, { from: 0, to: 4 });
    assertFrames(made, source);
    const rotation = (file: string) =>
      say('ffprobe', '-show_entries', 'stream_side_data=rotation', '-of', 'csv=p=0', file).trim();
    assert.deepEqual([rotation(source), rotation(made.file)], ['90', '90']);
    assert.deepEqual([made.facts.width, made.facts.height], [240, 320]);
    assert.equal(made.facts.sound, 'copied');
  });

  it('copies 120 frames a second, of a silent clip', async () => {
    const fast = ['-f', 'lavfi', '-i', 'testsrc2=s=160x120:r=120:d=3'];
    const source = await clip(...fast, ...H264, '-g', '100', 'fast.mp4');
    const made = await cutFile(runner, folder, source, { from: 0.5, to: 2.5 });
    assert.deepEqual([made.facts.first, made.facts.last, made.facts.sound], [60, 300, 'none']);
    assertFrames(made, source);
    assert.ok(made.facts.copied > 190);
  });

  it('encodes what cannot be proven safe, and says which it was', async () => {
    const open = await clip(
      ...PICTURE,
      ...H264,
      '-g',
      '45',
      '-bf',
      '3',
      '-x264-params',
      'open-gop=1:scenecut=0',
      'open.mp4',
    );
    const deep = await clip(...PICTURE, ...GROUPS, '-pix_fmt', 'yuv420p10le', 'deep.mp4');
    const fields = await clip(
      ...PICTURE,
      ...GROUPS,
      '-x264-params',
      'tff=1:open-gop=0',
      '-flags',
      '+ilme+ildct',
      'fields.mp4',
    );
    const other = await clip(...PICTURE, '-c:v', 'mpeg4', 'other.mp4');
    const one = await clip(...PICTURE, ...H264, '-g', '999', '-x264-params', 'scenecut=0', 'one-key.mp4');
    for (const [source, why] of [
      [open, 'no-key-frame'],
      [deep, 'encoding'],
      [fields, 'encoding'],
      [other, 'codec'],
      [one, 'no-key-frame'],
    ] as const) {
      const made = await cutFile(runner, folder, source, { from: 1, to: 3 });
      assert.deepEqual([made.facts.first, made.facts.last, made.facts.picturesEncoded], [30, 90, why], source);
      assertFrames(made, source, 0);
      assert.ok(likeness(source, made, 30) > 30, `${source}: ${likeness(source, made, 30)}`);
    }
  });

  it('cuts sound of another codec anew, to the sample', async () => {
    const source = await clip(...PICTURE, ...SOUND, ...GROUPS, '-c:a', 'mp3', 'mp3.mp4');
    const made = await cutFile(runner, folder, source, { from: 1.5, to: 4 });
    assert.deepEqual(
      [made.facts.sound, made.facts.soundEncoded, made.facts.picturesEncoded],
      ['encoded', 'codec', null],
    );
    assert.equal(made.facts.seconds, 2.5);
    assert.ok(Math.abs(samplesIn(made.file).length / 2 - 2.5 * 48_000) < 1024);
    const late = await clip(...PICTURE, '-itsoffset', '2', ...SOUND, ...GROUPS, '-c:a', 'aac', 'late.mp4');
    const begins = await cutFile(runner, folder, late, { from: 1.5, to: 4 });
    assert.deepEqual([begins.facts.sound, begins.facts.soundEncoded], ['encoded', 'index']);
    const heard = samplesIn(begins.file);
    const onset = heard.findIndex((sample) => Math.abs(sample) > 500) / 2 / 48_000;
    assert.ok(Math.abs(onset - 0.5) < 0.03, `heard after ${onset} s`);
  });

  it('cuts out of four hours without reading them', async () => {
    const hour = await clip('-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=1:d=3600', ...H264, '-g', '10', 'hour.mp4');
    const source = await clip('-stream_loop', '3', '-i', `file:${hour}`, '-c', 'copy', 'four-hours.mp4');
    const made = await cutFile(runner, folder, source, { from: 3601, to: 14_000, most: 15_000 });
    assert.deepEqual([made.facts.first, made.facts.last, made.facts.picturesEncoded], [3601, 14_000, null]);
    assert.ok(made.facts.copied > 10_380);
    assertFrames(made, source);
  });

  it('refuses a cut without a frame, and too small a part, and leaves nothing', async () => {
    const source = await usual();
    const empty = { code: 'core:media.cut-empty', kind: 'invalid' };
    await assert.rejects(cutFile(runner, folder, source, { from: 5, to: 2 }), empty);
    await assert.rejects(cutFile(runner, folder, source, { from: 2, to: 2 }), empty);
    const part = { kind: 'box', box: { x: 0, y: 0, width: 0.01, height: 1 } } as const;
    await assert.rejects(cutFile(runner, folder, source, { reframe: { part } }), { code: 'core:media.cut-small' });
  });

  it('stops at once when it is cancelled', async () => {
    const source = await usual();
    const cancelled = AbortSignal.abort(new Error('enough'));
    await assert.rejects(cutFile(runner, folder, source, { from: 1, signal: cancelled }), { name: 'AbortError' });
  });
});
