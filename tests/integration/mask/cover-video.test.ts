import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';

import type { CutFacts } from '#core/contract/cut-facts.ts';
import { UNCHANGED, type Box } from '#core/contract/reframe.ts';
import { CUT_FILES, exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import type { ChangedPicture, PictureChange } from '#core/server/services/media/cut/picture-change.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { coverChange } from '#plugins/mask/server/cover-change.ts';
import type { Layer } from '#plugins/mask/server/cover-params.ts';
import {
  differing,
  drawnFrames,
  frameHashes,
  frameTimes,
  samplesIn,
  say,
} from '#tests/integration/media/cut/cut-kit.ts';
import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';

const [WIDTH, HEIGHT] = [160, 90];
const PICTURE = ['-f', 'lavfi', '-i', `testsrc2=s=${WIDTH}x${HEIGHT}:r=30:d=8`];
const SOUND = ['-f', 'lavfi', '-i', 'anoisesrc=r=48000:d=8:a=0.3:seed=5', '-c:a', 'aac', '-aac_pns', '0'];
const GROUPS = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-threads',
  '1',
  '-g',
  '45',
  '-bf',
  '3',
  '-x264-params',
  'open-gop=0:scenecut=0',
];
const BOX: Box = { x: 0.25, y: 0.6, width: 0.5, height: 0.2 };

const layer = (
  look: Layer['look'],
  own: Partial<Layer['tracks'][number]> & { feather?: number; box?: Box } = {},
): Layer => {
  const { feather = 0, box = BOX, from = 0, to = null, keys = [{ time: 0, boxes: [box] }] } = own;
  return { look, feather, tracks: [{ from, to, keys }] };
};
const BLACK = { kind: 'solid', colour: '#000000' } as const;

describe('a covered video', () => {
  let folder: string;
  let runner: MediaRunner;
  before(async () => {
    folder = await temporaryFolder();
    runner = await realRunner(folder);
  });
  const usual = () => makeClip(runner, folder, ...PICTURE, ...SOUND, ...GROUPS, 'usual.mp4');

  /** Covers a file as the tool does. */
  async function cover(
    path: string,
    layers: readonly Layer[],
    sources: readonly NodeSource[] = [],
    by: MediaRunner = runner,
  ) {
    const own = await mkdtemp(join(folder, 'cover-'));
    const material = await inspectMaterial(runner, path, { minSeconds: 0 });
    const facts = await exactCut(by, {
      ...{ path, name: 'clip.mp4', material, folder: own, from: 0, to: null, reframe: UNCHANGED },
      ...{ signal: new AbortController().signal, onProgress: () => undefined },
      change: (times, end) => coverChange(layers, { times, end }, sources),
    });
    return { facts, file: join(own, CUT_FILES.video) };
  }

  const PLAIN: ChangedPicture = {
    ...{ width: WIDTH, height: HEIGHT, pixelFormat: 'yuv420p', rotation: 0, matrix: 'bt709', isFullRange: false },
  };
  const drawn = (
    path: string,
    change: PictureChange | null,
    picture: ChangedPicture,
    range = { first: 0, last: 60 },
  ): Promise<Buffer[]> => drawnFrames(runner, { path, change, picture, range, folder });
  const times = Array.from({ length: 240 }, (_, at) => at / 30);

  it('changes no pixel outside of its boxes before it is encoded, whatever is seen there', async () => {
    const path = await usual();
    const plain = await drawn(path, null, PLAIN);
    const [left, top, right, bottom] = [40, 54, 120, 72];
    for (const [look, feather] of [
      [BLACK, 0],
      [{ kind: 'mosaic', cell: 0.1 }, 0],
      [{ kind: 'mosaic', cell: 0.02 }, 1],
      [{ kind: 'blur', spread: 0.05 }, 0.6],
    ] as const) {
      const change = coverChange([layer(look, { feather })], { times, end: 8 }, []);
      const pictures = await drawn(path, change, PLAIN);
      for (const [at, picture] of pictures.entries()) {
        const found = differing(picture, plain[at] ?? picture, PLAIN);
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = found ?? [];
        assert.ok(found !== null, `${look.kind}: frame ${at} is covered`);
        assert.ok(x0 >= left && y0 >= top && x1 <= right && y1 <= bottom, `${look.kind}, frame ${at}: ${found.join()}`);
      }
    }
  });

  it('leaves no trace of what a colour covers', async () => {
    const path = await usual();
    const change = coverChange([layer({ kind: 'solid', colour: '#2060c0' })], { times, end: 8 }, []);
    const [picture] = await drawn(path, change, PLAIN, { first: 0, last: 1 });
    const light = new Set<number | undefined>();
    for (let y = 54; y < 72; y++) for (let x = 40; x < 120; x++) light.add(picture?.[y * WIDTH + x]);
    // 16 + 219 × (0.2126 × 32 + 0.7152 × 96 + 0.0722 × 192) ÷ 255
    assert.deepEqual([...light], [93]);
  });

  it('moves evenly from position to position, and is there in just the frames of its time', async () => {
    const path = await usual();
    const plain = await drawn(path, null, PLAIN);
    const at = (x: number) => ({ x, y: 0.2, width: 0.25, height: 0.4 });
    const keys = [
      { time: 0.5, boxes: [at(0)] },
      { time: 1.5, boxes: [at(0.75)] },
    ];
    const change = coverChange([layer(BLACK, { keys, from: 10 / 30, to: 50 / 30 })], { times, end: 8 }, []);
    assert.deepEqual(change.frames, [{ first: 10, last: 50 }]);
    const pictures = await drawn(path, change, PLAIN);
    const lefts = pictures.map((picture, frame) => differing(picture, plain[frame] ?? picture, PLAIN)?.[0] ?? null);
    assert.deepEqual(lefts.slice(0, 10).concat(lefts.slice(50)), Array(20).fill(null));
    for (let frame = 10; frame < 50; frame++) {
      const wanted = Math.max(0, Math.min(1, frame / 30 - 0.5)) * 120;
      // Outwards to even pixels.
      const found = lefts[frame] ?? -9;
      assert.ok(found <= wanted + 1e-6 && found > wanted - 2.01, `frame ${frame}: ${found} for ${wanted}`);
    }
  });

  it('lies in a turned picture where people see it', async () => {
    const turned = { ...PLAIN, rotation: 90 };
    const path = await usual();
    const plain = await drawn(path, null, turned, { first: 0, last: 1 });
    // At the top of the upright picture, which is stored at its left.
    const change = coverChange([layer(BLACK, { box: { x: 0, y: 0, width: 1, height: 0.25 } })], { times, end: 8 }, []);
    const [picture] = await drawn(path, change, turned, { first: 0, last: 1 });
    const found = differing(picture ?? Buffer.alloc(0), plain[0] ?? Buffer.alloc(0), turned);
    assert.deepEqual(found, [0, 0, 40, 90]);
  });

  it('fills a box with an image, and shows the picture where the image lets it through', async () => {
    const path = await usual();
    const image = join(folder, 'logo.png');
    // Red at the left, nothing at the right.
    execFileSync('ffmpeg', [
      '-y',
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'color=red:s=40x40,format=rgba,geq=r=255:g=0:b=0:a=255*lt(X\\,20)',
      '-frames:v',
      '1',
      image,
    ]);
    const source = { hash: '', name: 'logo.png', read: <T>(use: (file: string) => Promise<T>) => use(image) };
    const box = { x: 0.25, y: 0, width: 0.25, height: 40 / 90 };
    const change = coverChange([layer({ kind: 'picture', source: 1 }, { box })], { times, end: 8 }, [source, source]);
    const [plain] = await drawn(path, null, PLAIN, { first: 0, last: 1 });
    const [picture] = await drawn(path, change, PLAIN, { first: 0, last: 1 });
    assert.deepEqual(differing(picture ?? Buffer.alloc(0), plain ?? Buffer.alloc(0), PLAIN), [40, 0, 60, 40]);
    assert.equal(picture?.[20 * WIDTH + 45], 63);
  });

  /** That frames that are the source's own are just that, all at their times, with the source's sound. */
  function assertKept(
    source: string,
    { file, facts }: { file: string; facts: CutFacts },
    kept: readonly (readonly [number, number])[],
  ): void {
    const [wanted, found] = [frameHashes(source), frameHashes(file)];
    assert.deepEqual([found.length, facts.last], [wanted.length, wanted.length]);
    for (const [from, to] of kept) assert.deepEqual(found.slice(from, to), wanted.slice(from, to), `${from} to ${to}`);
    assert.ok(facts.copied >= kept.reduce((sum, [from, to]) => sum + to - from, 0));
    assert.deepEqual(frameTimes(file), frameTimes(source));
    assert.equal(facts.sound, 'copied');
    assert.deepEqual(samplesIn(file), samplesIn(source));
  }

  it('encodes only the groups of pictures that it covers, and copies sound and all others', async () => {
    const source = await usual();
    const parts = [
      { from: 1, to: 1.2 },
      { from: 4, to: 4.1 },
    ];
    const made = await cover(source, [{ ...layer(BLACK), tracks: parts.flatMap((part) => layer(BLACK, part).tracks) }]);
    assert.deepEqual([made.facts.changed, made.facts.picturesEncoded], [9, null]);
    // Key frames are the 0th, the 45th, the 90th and so on: copied up to what is covered, then from the next one on.
    assertKept(source, made, [
      [0, 27],
      [45, 117],
      [135, 240],
    ]);
    const pixel = (file: string, frame: number) =>
      execFileSync('ffmpeg', [
        '-v',
        'error',
        '-i',
        file,
        '-vf',
        `select=eq(n\\,${frame}),crop=2:2:80:62,format=gray`,
        '-frames:v',
        '1',
        '-f',
        'rawvideo',
        '-',
      ])[0] ?? 99;
    for (const frame of [30, 35, 120, 122]) assert.ok(pixel(made.file, frame) <= 18, `frame ${frame} is covered`);
    for (const frame of [29, 36, 119, 123]) {
      assert.ok(Math.abs(pixel(made.file, frame) - pixel(source, frame)) <= 6, `frame ${frame} is not`);
    }
  });

  it('is not decoded further than it is covered, which would have to be kept', async () => {
    const source = await usual();
    const fed: number[] = [];
    const listening: MediaRunner = {
      ...runner,
      ffmpeg(options) {
        if (options.input !== undefined) fed.push(options.args.filter((arg) => arg === '-map').length);
        return runner.ffmpeg(options);
      },
    };
    const made = await cover(source, [layer(BLACK, { from: 2, to: 4 })], [], listening);
    assert.equal(made.facts.picturesEncoded, null);
    assert.deepEqual(fed, [1]);
  });

  it('joins a single covered frame, and a long covered stretch, to what is copied', async () => {
    const source = await usual();
    const one = await cover(source, [layer(BLACK, { from: 44 / 30, to: 45 / 30 })]);
    assert.equal(one.facts.changed, 1);
    assertKept(source, one, [
      [0, 41],
      [45, 240],
    ]);
    const long = await cover(source, [layer(BLACK, { from: 0.5, to: 7 })]);
    assertKept(source, long, [
      [0, 12],
      [225, 240],
    ]);
    const flags = say(
      'ffprobe',
      '-select_streams',
      'v',
      '-show_entries',
      'packet=flags',
      '-of',
      'csv=p=0',
      long.file,
    ).split('\n');
    const keys = flags.flatMap((flag, at) => (flag.startsWith('K') ? [at] : []));
    assert.ok(
      keys.every((key, at) => key - (keys[at - 1] ?? 0) <= 150),
      `players can jump: ${keys.join()}`,
    );
  });

  it('keeps frames of a variable rate at their times where all of them are encoded', async () => {
    const uneven = "setpts='(N*2+mod(N\\,3)*0.7)/60/TB'";
    const vfr = ['-vf', uneven, '-fps_mode', 'vfr', '-enc_time_base', '1:600', '-video_track_timescale', '600'];
    const source = await makeClip(runner, folder, ...PICTURE, ...GROUPS, ...vfr, 'uneven.mp4');
    const made = await cover(source, [layer(BLACK)]);
    assert.deepEqual([made.facts.changed, made.facts.copied], [240, 0]);
    assert.deepEqual(frameTimes(made.file), frameTimes(source));
  });

  it('is refused where none of its frames is in the video', async () => {
    const source = await usual();
    await assert.rejects(cover(source, [layer(BLACK, { from: 8, to: 9 })]), { code: 'mask:nothing-covered' });
  });
});
