import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { pictureOf } from '#core/contract/picture.ts';
import { createMedia } from '#core/server/services/media/create-media.ts';
import { segmentEncoder } from '#core/server/services/media/operations/segment-encoder.ts';
import { certificateSchema } from '#plugins/mixing/certificate.ts';
import { makeDemoMusic } from '#plugins/mixing/server/demo/demo-material.ts';
import { harbourScene } from '#plugins/mixing/server/demo/harbour-scene.ts';

import { reportBench } from './bench-report.ts';
import { measureCommand, middle, type Cost } from './measure-command.ts';
import { plainFfmpeg } from './plain-ffmpeg.ts';

// Fifty videos of clips that have the output's own format already, such as shots of earlier videos: their pictures are
// copied. About eight minutes on two cores with nothing else to do, and some more the first time.

const root = fileURLToPath(new URL('../..', import.meta.url));
const trial = process.env['REELPORT_BENCH_SAMPLE'];
const isTrial = trial !== undefined;
const [groups, clips, count, sample] = isTrial ? [3, 2, 4, Number(trial)] : [10, 5, 50, 20];
const picture = pictureOf('9:16', isTrial ? 480 : 1080);
const material = join(root, '.cache', 'bench', `copying-clips-${picture.width}`);
const music = join(material, 'music.mp3');

const folder = await mkdtemp(join(tmpdir(), 'reelport-copying-bench-'));
const media = await createMedia({ folder: join(folder, 'cache-own') });
try {
  await drawMaterial();
  await measure();
} finally {
  await media.close();
  await rm(folder, { recursive: true, force: true });
}

async function drawMaterial(): Promise<void> {
  if (existsSync(material)) return;
  const draft = `${material}.part`;
  await rm(draft, { recursive: true, force: true });
  for (let group = 0; group < groups; group++) {
    const into = join(draft, String(group + 1).padStart(2, '0'));
    await mkdir(into, { recursive: true });
    for (let clip = 0; clip < clips; clip++) {
      const seed = group * clips + clip + 1;
      const scene = harbourScene({ ...picture, rate: '30', seconds: 3.4, hour: group, seed, grain: 9 });
      const tone = `sine=frequency=${110 + 17 * seed}:sample_rate=48000:duration=3.4`;
      await media.runner.ffmpeg({
        cwd: into,
        args: [
          ...['-filter_complex', `${scene},format=yuv420p`, '-filter_complex', tone],
          ...['-c:a', 'aac', ...segmentEncoder(picture), `${clip + 1}.mp4`],
        ],
      });
    }
  }
  await makeDemoMusic(media.runner, join(draft, 'music.mp3'));
  await rename(draft, material);
}

async function reelport(name: string): Promise<Cost> {
  const words = ['--count', String(count), '--resolution', String(picture.width), '--music', music, '--json'];
  return measureCommand(
    process.execPath,
    [join(root, 'host/server/mix.ts'), material, '--out', join(folder, name), ...words],
    { REELPORT_CACHE: join(folder, `${name}-cache`), NODE_COMPILE_CACHE: join(root, '.cache/node') },
  );
}

async function measure(): Promise<void> {
  const owns = [await reelport('videos')];
  const parsed = JSON.parse(owns[0]?.stdout ?? '') as { certificate: unknown };
  const { outputs } = certificateSchema.parse(parsed.certificate);
  const output = join(folder, 'plain.mp4');
  let [cpu, wall, memory] = [0, 0, 0];
  for (const [index, video] of outputs.slice(0, sample).entries()) {
    const options = { folder: material, picture, music, blend: 0, output };
    const cost = await measureCommand('ffmpeg', await plainFfmpeg(media.runner, video, options));
    cpu += cost.cpu / sample;
    wall += cost.wall / sample;
    memory = Math.max(memory, cost.memory);
    // A machine's pace drifts, so the batch is made before, amid and after what it is held against.
    if (index === Math.floor(sample / 2) - 1 || index === sample - 1) owns.push(await reelport(`videos-${index}`));
  }
  const own = middle(owns);
  reportBench({
    name: 'copying',
    title: `${count} videos ${picture.width} × ${picture.height} of clips that fit already`,
    isTrial,
    columns: ['', 'CPU s', 'wall s', 'memory MB', 'against plain ffmpeg'],
    rows: [
      [
        'Reelport, of clips that fit',
        own.cpu.toFixed(1),
        own.wall.toFixed(0),
        Math.round(own.memory),
        `${((cpu * count) / own.cpu).toFixed(1)} ×`,
      ],
      ['plain ffmpeg, of clips that fit', ...[cpu * count, wall * count, memory].map(Math.round), '1.0 ×'],
    ],
    notes: [
      `Ten shots of ten groups of five clips, in the format of the output: their pictures are copied. Of each shot a decoder shows without a warning what other pictures refer to, and all of its coded pictures are read a second time, by ffmpeg, which has to find the same bytes at the same times. Plain ffmpeg made ${sample} of the videos in full with the product's encoder settings, from which its batch is reckoned.`,
    ],
    limits: [
      {
        what: 'how much cheaper a batch of clips that fit is',
        unit: 'times',
        rounds: owns.map((each) => (cpu * count) / each.cpu),
        atLeast: 25,
      },
    ],
  });
}
