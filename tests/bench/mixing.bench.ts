import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createMedia } from '#core/server/services/media/create-media.ts';
import { certificateSchema, type Certificate } from '#plugins/mixing/certificate.ts';
import { makeDemoMaterial, makeDemoMusic } from '#plugins/mixing/server/demo/demo-material.ts';

import { reportBench } from './bench-report.ts';
import { measureCommand, type Cost } from './measure-command.ts';
import { meltScript } from './melt.ts';
import { plainFfmpeg, type BenchOutput } from './plain-ffmpeg.ts';

// Fifty videos of ten shots from ten groups of five clips: Reelport against plain ffmpeg and melt.

const root = fileURLToPath(new URL('../..', import.meta.url));
const COUNT = 50;
/** Videos that the peers make; each costs them the same, so the batch is reckoned from these. */
const SAMPLE = Number(process.env['REELPORT_BENCH_SAMPLE'] ?? 3);
const BLEND = 15;
/** Short commands are measured so often, for one alone says little. */
const REPEATS = 5;

const material = join(root, '.cache', 'bench', 'mixing-clips-3');
const music = join(material, 'music.mp3');
const folder = await mkdtemp(join(tmpdir(), 'reelport-mixing-bench-'));
const media = await createMedia({ folder: join(folder, 'cache-own') });
try {
  if (!existsSync(material)) {
    const draft = `${material}.part`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    await makeDemoMaterial(media.runner, draft, {
      groups: 10,
      clips: 5,
      sides: [1080, 720, 1080],
      grain: 9,
      seconds: [3.2, 5.9],
    });
    await makeDemoMusic(media.runner, join(draft, 'music.mp3'));
    await rename(draft, material);
  }
  await measure();
} finally {
  await media.close();
  await rm(folder, { recursive: true, force: true });
}

async function reelport(
  name: string,
  count: number,
  options: readonly string[],
): Promise<{ cost: Cost; certificate: Certificate }> {
  const words = [
    material,
    '--out',
    join(folder, name),
    '--count',
    String(count),
    '--fit',
    'pad',
    '--music',
    music,
    '--json',
    ...options,
  ];
  const cost = await measureCommand(process.execPath, [join(root, 'host/server/mix.ts'), ...words], {
    REELPORT_CACHE: join(folder, `cache-${name}`),
    NODE_COMPILE_CACHE: join(root, '.cache/node'),
  });
  const parsed = JSON.parse(cost.stdout) as { certificate: unknown };
  return { cost, certificate: certificateSchema.parse(parsed.certificate) };
}

function benchOutputs(certificate: Certificate): BenchOutput[] {
  return certificate.outputs.slice(0, SAMPLE);
}

/** The mean cost of one video by plain ffmpeg. */
async function plain(
  outputs: readonly BenchOutput[],
  blend: number,
): Promise<{ cpu: number; wall: number; memory: number }> {
  const costs: Cost[] = [];
  for (const [index, output] of outputs.entries()) {
    const file = join(folder, `plain-${blend}-${index}.mp4`);
    costs.push(
      await measureCommand(
        'ffmpeg',
        await plainFfmpeg(media.runner, output, { folder: material, music, blend, output: file }),
      ),
    );
  }
  return mean(costs);
}

function mean(costs: readonly Cost[]) {
  const of = (pick: (cost: Cost) => number) => costs.reduce((sum, cost) => sum + pick(cost), 0) / costs.length;
  return {
    cpu: of(({ cpu }) => cpu),
    wall: of(({ wall }) => wall),
    memory: Math.max(...costs.map(({ memory }) => memory)),
  };
}

async function repeated(run: () => Promise<{ cost: Cost }>): Promise<Cost[]> {
  const costs: Cost[] = [];
  while (costs.length < REPEATS) costs.push((await run()).cost);
  return costs;
}

/** The one in the middle by its CPU time. */
function middle(costs: readonly Cost[]): Cost {
  const found = costs.toSorted((a, b) => a.cpu - b.cpu)[Math.floor(costs.length / 2)];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}

/** SSIM and PSNR of a video's picture against a reference. */
function quality(video: string, reference: string): { ssim: number; psnr: number } {
  const filter = '[0:v]split[a][b];[1:v]split[c][d];[a][c]ssim;[b][d]psnr';
  const { stderr } = spawnSync(
    'ffmpeg',
    ['-nostdin', '-i', video, '-i', reference, '-lavfi', filter, '-f', 'null', '-'],
    { encoding: 'utf8', maxBuffer: 1e8 },
  );
  return {
    ssim: Number(/SSIM .*All:([\d.]+)/.exec(stderr)?.[1]),
    psnr: Number(/PSNR .*average:([\d.]+)/.exec(stderr)?.[1]),
  };
}

async function melt(outputs: readonly BenchOutput[]) {
  const costs: Cost[] = [];
  const profile = join(folder, 'portrait.profile');
  for (const [index, output] of outputs.slice(0, 1).entries()) {
    const script = meltScript(output, { folder: material, music, profile, output: join(folder, `melt-${index}.mp4`) });
    await writeFile(profile, script.profile);
    costs.push(await measureCommand('melt', script.args, { LC_ALL: 'C.UTF-8' }));
  }
  return mean(costs);
}

async function measure(): Promise<void> {
  const cut = await reelport('cut', COUNT, []);
  const idle = middle(await repeated(() => reelport('cut', COUNT, [])));
  let count = COUNT;
  const allFurther = await repeated(() => reelport('cut', ++count, []));
  const further = middle(allFurther);
  const fade = await reelport('fade', COUNT, ['--transition', 'fade']);
  const outputs = benchOutputs(cut.certificate);
  const plainCut = await plain(outputs, 0);
  const plainFade = await plain(benchOutputs(fade.certificate), BLEND);
  const melted = existsSync('/usr/bin/melt') ? await melt(outputs) : undefined;

  const reference = join(folder, 'reference.mp4');
  const [first] = outputs;
  if (first === undefined) {
    throw new Error('no output to compare');
  }
  const lossless = ['-crf', '4', '-preset', 'ultrafast'];
  await measureCommand(
    'ffmpeg',
    await plainFfmpeg(media.runner, first, { folder: material, music, blend: 0, output: reference, quality: lossless }),
  );
  const ownFile = join(folder, 'cut', '001.mp4');
  const plainFile = join(folder, 'plain-0-0.mp4');
  const [own, other] = [quality(ownFile, reference), quality(plainFile, reference)];
  const [ownSize, otherSize] = [(await stat(ownFile)).size, (await stat(plainFile)).size];

  const one = further.cpu - idle.cpu;
  const seconds = (value: number) => value.toFixed(value < 10 ? 2 : 0);
  const times = (value: number) => `${value.toFixed(1)} ×`;
  const row = (name: string, cpu: number, wall: number, memory: number, base: number) => [
    ...[name, seconds(cpu), seconds(wall), Math.round(memory), times(base / cpu)],
  ];
  const all = (cost: { cpu: number; wall: number; memory: number }) =>
    [cost.cpu * COUNT, cost.wall * COUNT, cost.memory] as const;
  reportBench({
    name: 'mixing',
    title: `${COUNT} videos 1080 × 1920 of ten shots, from ten groups of five clips`,
    columns: ['', 'CPU s', 'wall s', 'memory MB', 'against plain ffmpeg'],
    rows: [
      row('Reelport, hard cuts', cut.cost.cpu, cut.cost.wall, cut.cost.memory, plainCut.cpu * COUNT),
      row('plain ffmpeg, hard cuts', ...all(plainCut), plainCut.cpu * COUNT),
      ...(melted === undefined ? [] : [row('melt, hard cuts', ...all(melted), plainCut.cpu * COUNT)]),
      row('Reelport, a fade in every joint', fade.cost.cpu, fade.cost.wall, fade.cost.memory, plainFade.cpu * COUNT),
      row('plain ffmpeg, a fade in every joint', ...all(plainFade), plainFade.cpu * COUNT),
      row('Reelport, one further video', one, further.wall - idle.wall, further.memory, plainCut.cpu),
      row('plain ffmpeg, one video', plainCut.cpu, plainCut.wall, plainCut.memory, plainCut.cpu),
    ],
    notes: [
      `Plain ffmpeg made ${outputs.length} videos with each kind of joint, melt one; their batches are reckoned from these, for each video costs them the same. Both use the product's encoder settings, plain ffmpeg at CRF 21 and without the help that the first picture of a segment gets.`,
      `“One further video” is the command for one more than there are less the same command when there is nothing left to do (${seconds(idle.cpu)} s, ${seconds(idle.wall)} s wall: starting, looking up the clips, comparing all pairs); the median of ${REPEATS} each.`,
      `Quality of the first video against a near-lossless reference: Reelport SSIM ${own.ssim.toFixed(5)}, PSNR ${own.psnr.toFixed(2)} dB, ${(ownSize / 1e6).toFixed(2)} MB; plain ffmpeg SSIM ${other.ssim.toFixed(5)}, PSNR ${other.psnr.toFixed(2)} dB, ${(otherSize / 1e6).toFixed(2)} MB.`,
      `The certificate of the batch: any two videos share at most ${cut.certificate.plan.maxShared} of ${cut.certificate.plan.groups} shots; least footage distance ${cut.certificate.footage.least.toFixed(2)}, median ${cut.certificate.footage.median.toFixed(2)}.`,
    ],
    limits: [
      {
        what: 'how much cheaper a batch with hard cuts is',
        unit: 'times',
        rounds: [(plainCut.cpu * COUNT) / cut.cost.cpu],
        atLeast: 7.5,
      },
      {
        what: 'how much cheaper a batch with fades is',
        unit: 'times',
        rounds: [(plainFade.cpu * COUNT) / fade.cost.cpu],
        atLeast: 4,
      },
      {
        what: 'how much cheaper a further video is',
        unit: 'times',
        rounds: allFurther.map(({ cpu }) => plainCut.cpu / (cpu - idle.cpu)),
        atLeast: 30,
      },
      { what: 'memory of a batch', unit: 'MB', rounds: [cut.cost.memory, fade.cost.memory], by: 'most', atMost: 1500 },
      { what: 'SSIM lost against plain ffmpeg', unit: 'points', rounds: [other.ssim - own.ssim], atMost: 0.001 },
      { what: 'PSNR lost against plain ffmpeg', unit: 'dB', rounds: [other.psnr - own.psnr], atMost: 0.1 },
      { what: 'size of a video, against plain ffmpeg', unit: 'times', rounds: [ownSize / otherSize], atMost: 1 },
    ],
  });
}
