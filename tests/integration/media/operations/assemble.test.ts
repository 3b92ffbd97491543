import assert from 'node:assert/strict';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';

import { assemble } from '#core/server/services/media/operations/assemble.ts';
import { CLIP_FILES } from '#plugins/mixing/server/operations/clip.ts';
import { boxes, readMp4, within } from '#core/server/services/media/operations/mp4-boxes.ts';
import { makeSoundtrack } from '#plugins/mixing/server/operations/soundtrack.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

import { makeClip, realRunner, temporaryFolder } from '../media-kit.ts';
import { brightness, buildNode, clipOf, decodeSound, SMALL, streamFacts } from './operations-kit.ts';

const CREATED = new Date('2026-03-01T08:30:00Z');
const RATES = ['24000/1001', '25', '30000/1001', '30', '60'];

let folder: string;
let runner: MediaRunner;
/** Nodes of one second each, at five rates: black and silent but for a flash and a beep after 0.4 s. */
let beeps: string[];
before(async () => {
  folder = await temporaryFolder();
  runner = await realRunner(folder);
  beeps = [];
  for (const [index, rate] of RATES.entries()) {
    const path = await makeClip(
      runner,
      folder,
      ...[
        '-f',
        'lavfi',
        '-i',
        `color=black:s=90x160:r=${rate}:d=1.5,drawbox=color=white:t=fill:enable='between(t,0.399,0.6)'`,
      ],
      ...['-f', 'lavfi', '-i', 'aevalsrc=0.5*sin(2*PI*1000*t)*between(t\\,0.4\\,0.6):s=44100:d=1.5'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', `beep${index}.mp4`],
    );
    const { node } = await clipOf(runner, path);
    beeps.push(await buildNode(node));
  }
});

async function joined(name: string, nodes: readonly string[], framesEach = 30): Promise<string> {
  const work = join(folder, name);
  await mkdir(work);
  const shots = nodes.map((node) => ({ path: join(node, CLIP_FILES.sound), volume: 1, blendAfter: 0 }));
  const sound = join(work, 'sound.wav');
  await makeSoundtrack({ shots, frames: nodes.length * framesEach, fps: 30 }, sound);
  const segments = nodes.map((node) => ({ path: join(node, CLIP_FILES.body), frames: framesEach }));
  return (await assemble(runner, { segments, picture: SMALL, sound, createdAt: CREATED }, work)).path;
}

/** Positions at which a series rises above a level, each rise once. */
function onsets(series: ArrayLike<number>, level: number, rest: number): number[] {
  const found: number[] = [];
  for (let index = 0, last = -rest; index < series.length; index++) {
    if (Math.abs(series[index] ?? 0) <= level) continue;
    if (index - last >= rest) found.push(index);
    last = index;
  }
  return found;
}

test('picture and sound stay within a frame over twenty segments of five frame rates', async () => {
  const path = await joined(
    'sync',
    Array.from({ length: 20 }, (_, index) => beeps[index % beeps.length] ?? ''),
  );
  const flashes = onsets(await brightness(runner, path), 128, 10).map((frame) => frame / 30);
  const sounds = onsets(await decodeSound(runner, path), 0.05, 9600).map((sample) => sample / 48_000);
  assert.deepEqual([flashes.length, sounds.length], [20, 20]);
  const offsets = flashes.map((at, index) => Math.abs(at - (sounds[index] ?? 0)));
  assert.ok(
    offsets.every((offset) => offset < 0.034),
    offsets.map((offset) => (offset * 1000).toFixed(0)).join(' '),
  );
});

test('the file holds exactly its frames, evenly, with one key frame at least a segment, and nothing to warn of', async () => {
  const path = await joined(
    'clean',
    [0, 3, 1, 4, 2, 0].map((index) => beeps[index] ?? ''),
  );
  const { stdout, log } = await runner.ffprobe({
    cwd: '/',
    args: [
      ...['-of', 'json', '-show_entries'],
      'packet=codec_type,pts,flags:stream=codec_name,nb_frames,width,height,avg_frame_rate,sample_rate,channels',
      `file:${path}`,
    ],
  });
  assert.equal(log, '');
  const found = JSON.parse(stdout) as {
    packets: { codec_type: string; pts: number; flags: string }[];
    streams: Record<string, unknown>[];
  };
  const packets = found.packets.filter((packet) => packet.codec_type === 'video');
  const times = packets.map(({ pts }) => pts).sort((a, b) => a - b);
  assert.deepEqual(
    times,
    Array.from({ length: 180 }, (_, index) => index * 512),
  );
  const keys = packets.filter(({ flags }) => flags.startsWith('K')).map(({ pts }) => pts / 512);
  for (const start of [0, 30, 60, 90, 120, 150])
    assert.ok(keys.includes(start), `a key frame at ${start}: ${keys.join(' ')}`);
  const decoded = await runner.ffmpeg({ cwd: '/', args: ['-xerror', '-i', `file:${path}`, '-f', 'null', '-'] });
  assert.equal(decoded.log, '');
  const [picture, { nb_frames: _packets, ...sound } = {}] = found.streams;
  assert.deepEqual(picture, {
    codec_name: 'h264',
    width: 90,
    height: 160,
    avg_frame_rate: '30/1',
    nb_frames: '180',
  });
  assert.deepEqual(sound, { codec_name: 'aac', sample_rate: '48000', channels: 2, avg_frame_rate: '0/0' });
  const bytes = await readFile(path);
  assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'), 'the index comes first');
});

test('a file says when it was created, in each of its headers, and how its colours are meant', async () => {
  const path = await joined('dated', [beeps[3] ?? '']);
  const index = (await readMp4(path)).index;
  const seconds = (CREATED.getTime() - Date.UTC(1904, 0, 1)) / 1000;
  const tracks = [...boxes(index)].filter(({ type }) => type === 'trak').map(({ body }) => body);
  const headers = [
    within(index, 'mvhd'),
    ...tracks.flatMap((track) => [within(track, 'tkhd'), within(track, 'mdia', 'mdhd')]),
  ];
  assert.deepEqual(
    headers.map((header) => [header.readUInt32BE(4), header.readUInt32BE(8)]),
    headers.map(() => [seconds, seconds]),
  );
  assert.deepEqual(await streamFacts(runner, path, 'codec_tag_string,color_range,color_space'), {
    ...{ codec_tag_string: 'avc1', color_range: 'tv', color_space: 'bt709' },
  });
});

test('parameter sets stand in the index alone, as players of Apple take them', async () => {
  const kinds = new Set<number>();
  for (const segment of [beeps[3] ?? '', beeps[1] ?? '']) {
    const body = await readFile(join(segment, CLIP_FILES.body));
    const own = await readMp4(join(segment, CLIP_FILES.body));
    for (let at = own.data.from; at < own.data.from + own.data.length;) {
      kinds.add((body[at + 4] ?? 0) & 31);
      at += 4 + body.readUInt32BE(at);
    }
  }
  // Pictures, key frames, and what the encoder says of itself; neither 7 nor 8.
  assert.deepEqual(
    [...kinds].filter((kind) => kind === 7 || kind === 8),
    [],
  );
  assert.ok(kinds.has(5));
});

test('the same parts make the same bytes', async () => {
  const nodes = [1, 2, 3].map((index) => beeps[index] ?? '');
  const [one, two] = [await joined('same-one', nodes), await joined('same-two', nodes)];
  assert.ok((await readFile(one)).equals(await readFile(two)));
});

test('segments in folders of any name are joined', async () => {
  for (const [index, name] of [
    "it's",
    '"double" back\\slash',
    'two\nlines',
    '  spaces  ',
    '-f',
    '片段 🎬',
    '%d$(x);&|',
  ].entries()) {
    const strange = join(folder, `odd${index}`, name);
    await mkdir(join(strange, 'node'), { recursive: true });
    await cp(beeps[index % beeps.length] ?? '', join(strange, 'node'), { recursive: true });
    await joined(`odd-out${index}`, [join(strange, 'node'), join(strange, 'node')]);
  }
});

test('a part of other parameter sets, or shorter than said, is refused', async () => {
  const [one = '', two = ''] = beeps;
  const other = join(folder, 'other');
  await cp(two, other, { recursive: true });
  const facts = join(other, `${CLIP_FILES.body}.json`);
  await writeFile(facts, JSON.stringify({ ...JSON.parse(await readFile(facts, 'utf8')), parameterSets: 'MD5:other' }));
  await assert.rejects(joined('mixed', [one, other]), /parameter sets/);
  await assert.rejects(joined('short', [one, two], 31), { name: 'AssertionError' });
});
