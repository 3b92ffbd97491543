import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createMedia } from '#core/server/services/media/create-media.ts';
import { certificateSchema, type Certificate } from '#plugins/mixing/certificate.ts';

import { reportBench } from './bench-report.ts';
import { measureCommand, middle, type Cost } from './measure-command.ts';
import { meltScript } from './melt.ts';
import { drawMaterial, mixingCase, SAMPLE } from './mixing-case.ts';
import { floorOf, measureFloor } from './mixing-floor.ts';
import { plainFfmpeg, type BenchOutput } from './plain-ffmpeg.ts';

// Fifty videos of ten shots from ten groups of five clips: Reelport against plain ffmpeg and melt, and against the least
// that such a batch takes. About 35 minutes on two cores with nothing else to do.

const root = fileURLToPath(new URL('../..', import.meta.url));
const wanted = mixingCase();
const { count, material, music, picture } = wanted;
const BLEND = 15;
/** Short commands are measured so often, for one alone says little. */
const REPEATS = 5;
/** Videos whose pictures are compared with a reference. */
const COMPARED = 3;

const ownVideo = (name: string, index: number) => join(folder, name, `${String(index + 1).padStart(3, '0')}.mp4`);
const plainVideo = (blend: number, index: number) => join(folder, `plain-${blend}-${index}.mp4`);
const sampleOf = ({ outputs }: Certificate): BenchOutput[] => outputs.slice(0, wanted.sample);

const folder = await mkdtemp(join(tmpdir(), 'reelport-mixing-bench-'));
const media = await createMedia({ folder: join(folder, 'cache-own') });
try {
  await drawMaterial(media.runner, wanted);
  await measure();
} finally {
  await media.close();
  await rm(folder, { recursive: true, force: true });
}

async function reelport(
  name: string,
  videos: number,
  options: readonly string[],
): Promise<{ cost: Cost; certificate: Certificate }> {
  const words = [
    ...[material, '--out', join(folder, name), '--count', String(videos), '--resolution', String(picture.width)],
    ...['--fit', 'pad', '--music', music, '--json'],
    ...options,
  ];
  const cost = await measureCommand(process.execPath, [join(root, 'host/server/mix.ts'), ...words], {
    REELPORT_CACHE: join(folder, `cache-${name}`),
    NODE_COMPILE_CACHE: join(root, '.cache/node'),
  });
  const parsed = JSON.parse(cost.stdout) as { certificate: unknown };
  return { cost, certificate: certificateSchema.parse(parsed.certificate) };
}

/** A peer's mean video. */
interface Peer {
  cpu: number;
  wall: number;
  memory: number;
  /** How many it made. */
  made: number;
}

function mean(costs: readonly Cost[]): Peer {
  const of = (pick: (cost: Cost) => number) => costs.reduce((sum, cost) => sum + pick(cost), 0) / costs.length;
  return {
    cpu: of(({ cpu }) => cpu),
    wall: of(({ wall }) => wall),
    memory: Math.max(...costs.map(({ memory }) => memory)),
    made: costs.length,
  };
}

/** Plain ffmpeg's videos; those that are compared are kept. */
async function plain(outputs: readonly BenchOutput[], blend: number): Promise<Peer> {
  const costs: Cost[] = [];
  for (const [index, output] of outputs.entries()) {
    const file = plainVideo(blend, index);
    const args = await plainFfmpeg(media.runner, output, { folder: material, picture, music, blend, output: file });
    costs.push(await measureCommand('ffmpeg', args));
    if (index >= COMPARED) await rm(file);
  }
  return mean(costs);
}

async function melt(outputs: readonly BenchOutput[]): Promise<Peer> {
  const costs: Cost[] = [];
  const profile = join(folder, 'portrait.profile');
  const output = join(folder, 'melt.mp4');
  for (const video of outputs) {
    const script = meltScript(video, { folder: material, music, profile, output });
    await writeFile(profile, script.profile);
    costs.push(await measureCommand('melt', script.args, { LC_ALL: 'C.UTF-8' }));
  }
  return mean(costs);
}

async function repeated(run: () => Promise<{ cost: Cost }>): Promise<Cost[]> {
  const costs: Cost[] = [];
  while (costs.length < REPEATS) costs.push((await run()).cost);
  return costs;
}

interface Quality {
  ssim: number;
  psnr: number;
  /** Bytes. */
  size: number;
}

/** SSIM and PSNR of a video's picture against a reference. */
async function quality(video: string, reference: string): Promise<Quality> {
  const filter = '[0:v]split[a][b];[1:v]split[c][d];[a][c]ssim;[b][d]psnr';
  const { stderr } = spawnSync(
    'ffmpeg',
    ['-nostdin', '-i', video, '-i', reference, '-lavfi', filter, '-f', 'null', '-'],
    { encoding: 'utf8', maxBuffer: 1e8 },
  );
  return {
    ssim: Number(/SSIM .*All:([\d.]+)/.exec(stderr)?.[1]),
    psnr: Number(/PSNR .*average:([\d.]+)/.exec(stderr)?.[1]),
    size: (await stat(video)).size,
  };
}

/** The first videos of Reelport and plain ffmpeg against a nearly lossless reference. */
async function compareQuality(outputs: readonly BenchOutput[]): Promise<{ own: Quality; other: Quality }[]> {
  const pairs: { own: Quality; other: Quality }[] = [];
  const reference = join(folder, 'reference.mp4');
  const lossless = ['-crf', '4', '-preset', 'ultrafast'];
  for (const [index, output] of outputs.slice(0, COMPARED).entries()) {
    const options = { folder: material, picture, music, blend: 0, output: reference, quality: lossless };
    await measureCommand('ffmpeg', await plainFfmpeg(media.runner, output, options));
    pairs.push({
      own: await quality(ownVideo('cut', index), reference),
      other: await quality(plainVideo(0, index), reference),
    });
  }
  return pairs;
}

async function measure(): Promise<void> {
  const cut = await reelport('cut', count, []);
  const outputs = sampleOf(cut.certificate);
  const videos = outputs.map((_, index) => ownVideo('cut', index));
  const floor = await measureFloor(media.runner, {
    ...{ outputs: cut.certificate.outputs, picture, material, videos, folder },
  });
  // A machine's pace drifts, so the batch is made anew on the other side of its floor.
  const again = await reelport('cut-again', count, []);
  const cuts = [cut.cost, again.cost];
  const meanCut: Omit<Cost, 'stdout'> = mean(cuts);
  const plainCut = await plain(outputs, 0);
  const pairs = await compareQuality(outputs);
  const idle = middle(await repeated(() => reelport('cut', count, [])));
  let more = count;
  const allFurther = await repeated(() => reelport('cut', ++more, []));
  const further = middle(allFurther);
  const fade = await reelport('fade', count, ['--transition', 'fade']);
  const plainFade = await plain(sampleOf(fade.certificate), BLEND);
  const melted = existsSync('/usr/bin/melt') ? await melt(outputs) : undefined;

  const one = further.cpu - idle.cpu;
  const seconds = (value: number) => value.toFixed(value < 10 ? 2 : 0);
  const row = (name: string, { cpu, wall, memory }: Omit<Cost, 'stdout'>, base: number) => [
    ...[name, seconds(cpu), seconds(wall), Math.round(memory), `${(base / cpu).toFixed(1)} ×`],
  ];
  const batch = ({ cpu, wall, memory }: Peer) => ({ cpu: cpu * count, wall: wall * count, memory });
  const [cutCpu, fadeCpu] = [plainCut.cpu * count, plainFade.cpu * count];
  const peers = [plainCut, plainFade, ...(melted === undefined ? [] : [melted])];
  reportBench({
    name: 'mixing',
    title: `${count} videos ${picture.width} × ${picture.height} of ten shots, from ten groups of five clips`,
    isTrial: wanted.isTrial,
    columns: ['', 'CPU s', 'wall s', 'memory MB', 'against plain ffmpeg'],
    rows: [
      row('Reelport, hard cuts', meanCut, cutCpu),
      row('plain ffmpeg, hard cuts', batch(plainCut), cutCpu),
      ...(melted === undefined ? [] : [row('melt, hard cuts', batch(melted), cutCpu)]),
      ['the least that hard cuts take', seconds(floorOf(floor)), '', '', `${(cutCpu / floorOf(floor)).toFixed(1)} ×`],
      row('Reelport, a fade in every joint', fade.cost, fadeCpu),
      row('plain ffmpeg, a fade in every joint', batch(plainFade), fadeCpu),
      row('Reelport, one further video', { ...further, cpu: one, wall: further.wall - idle.wall }, plainCut.cpu),
      row('plain ffmpeg, one video', plainCut, plainCut.cpu),
    ],
    notes: [
      `Each peer made ${outputs.length} videos in full with each kind of joint; its batch is reckoned from their mean, for each video costs it the same. All use the product's encoder settings, plain ffmpeg at CRF 21 and without the help that the first picture of a segment gets.`,
      `The least that hard cuts take, measured in this run: each shot encoded once by plain ffmpeg on one thread (${seconds(floor.shots)} s), the sound of each video encoded (${seconds(floor.sound)} s), its bytes read and written (${seconds(floor.bytes)} s).`,
      `“One further video” is the command for one more than there are less the same command when there is nothing left to do (${seconds(idle.cpu)} s, ${seconds(idle.wall)} s wall: starting, looking up the clips, comparing all pairs); the median of ${REPEATS} each.`,
      ...pairs.map(
        ({ own, other }, index) =>
          `Quality of video ${index + 1} against a near-lossless reference: Reelport SSIM ${own.ssim.toFixed(5)}, PSNR ${own.psnr.toFixed(2)} dB, ${(own.size / 1e6).toFixed(2)} MB; plain ffmpeg SSIM ${other.ssim.toFixed(5)}, PSNR ${other.psnr.toFixed(2)} dB, ${(other.size / 1e6).toFixed(2)} MB.`,
      ),
      `The certificate of the batch: any two videos share at most ${cut.certificate.plan.maxShared} of ${cut.certificate.plan.groups} shots; least footage distance ${cut.certificate.footage.least.toFixed(2)}, median ${cut.certificate.footage.median.toFixed(2)}.`,
    ],
    limits: [
      {
        what: 'videos that a peer made in full',
        unit: 'videos',
        rounds: peers.map(({ made }) => made),
        ...{ by: 'least', atLeast: SAMPLE },
      },
      {
        what: 'how much cheaper a batch with hard cuts is',
        unit: 'times',
        rounds: cuts.map(({ cpu }) => cutCpu / cpu),
        atLeast: 7.5,
      },
      {
        what: 'how much cheaper a batch with fades is',
        unit: 'times',
        rounds: [fadeCpu / fade.cost.cpu],
        atLeast: 5,
      },
      {
        what: 'how much cheaper a further video is',
        unit: 'times',
        rounds: allFurther.map(({ cpu }) => plainCut.cpu / (cpu - idle.cpu)),
        atLeast: 30,
      },
      {
        what: 'wall time of a further video',
        unit: 's',
        rounds: allFurther.map(({ wall }) => wall - idle.wall),
        atMost: 1.5,
      },
      {
        what: 'a batch with hard cuts, against the least that it takes',
        unit: 'times',
        rounds: cuts.map(({ cpu }) => cpu / floorOf(floor)),
        atMost: 1.15,
      },
      { what: 'memory of a batch', unit: 'MB', rounds: [meanCut.memory, fade.cost.memory], by: 'most', atMost: 1500 },
      {
        what: 'SSIM lost against plain ffmpeg',
        unit: 'points',
        rounds: pairs.map(({ own, other }) => other.ssim - own.ssim),
        ...{ by: 'most', atMost: 0.001 },
      },
      {
        what: 'PSNR lost against plain ffmpeg',
        unit: 'dB',
        rounds: pairs.map(({ own, other }) => other.psnr - own.psnr),
        ...{ by: 'most', atMost: 0.1 },
      },
      {
        what: 'size of a video, against plain ffmpeg',
        unit: 'times',
        rounds: pairs.map(({ own, other }) => own.size / other.size),
        ...{ by: 'most', atMost: 1.05 },
      },
    ],
  });
}
