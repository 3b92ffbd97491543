import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { createMedia } from '#core/server/services/media/create-media.ts';
import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import { readMaterialFingerprint, watchedNode } from '#core/server/services/media/shots/watched-node.ts';
import { isSameFootage } from '#plugins/mixing/server/plan/shared-footage.ts';
import { alikePairs, samePairs, type KnownPair, type Seen } from '#tests/fixtures/footage/corpus.ts';
import { realClipsAreThere } from '#tests/fixtures/footage/films.ts';

import { reportBench } from './bench-report.ts';

// Footage that is the same, and footage that only looks alike: what is found, what is found wrongly, what it costs.

/** Versions of each film of which all are the same footage. */
const VERSIONS_EACH = 10;
const [MIN_FOUND, MAX_WRONG] = [98, 2];
/** A batch of so many distinct shots compares each with each other, and planning it may take seconds. */
const [BATCH_SHOTS, BATCH_SECONDS] = [50, 10];

const KIND_NAMES: Record<Seen, string> = {
  light: 'graded, to dark too',
  borders: 'borders and bars',
  covers: 'text boxes and stickers',
  mirrors: 'mirrored across and upside down',
  turns: 'quarter turns',
  crops: 'cropped by a tenth',
  time: 'shifted, reversed, sped up',
  encoding: 'low rate, noise, blur',
  several: 'several of these at once',
};

const folder = await mkdtemp(join(tmpdir(), 'reelport-sameness-bench-'));
const media = await createMedia({ folder });
try {
  await measure();
} finally {
  await media.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const [same, alike] = [samePairs(VERSIONS_EACH), alikePairs()];
  const fingerprints = new Map<string, Promise<Fingerprint>>();
  const shown = (path: string) => fingerprints.get(path) ?? remember(path);
  const remember = (path: string) => {
    const fingerprint = fingerprintOf(path);
    fingerprints.set(path, fingerprint);
    return fingerprint;
  };
  const judge = async (pair: KnownPair) => {
    const [first, second] = [await shown(pair.first()), await shown(pair.second())];
    return { ...pair, isFound: isSameFootage(first, second) };
  };
  const judged: Awaited<ReturnType<typeof judge>>[] = [];
  for (const pair of [...same, ...alike]) judged.push(await judge(pair));

  const missed = judged.filter((pair) => pair.same && !pair.isFound);
  const wrong = judged.filter((pair) => !pair.same && pair.isFound);
  const kinds = [...new Set(same.flatMap(({ seen }) => seen ?? []))];
  const rowOf = (name: string, of: readonly (typeof judged)[number][], isRight: boolean) => {
    const right = of.filter(({ isFound }) => isFound === isRight).length;
    return [name, of.length, of.length - right, percent(right / of.length)];
  };
  const recall = 1 - missed.length / same.length;
  const falseAlarms = wrong.length / alike.length;
  const perBatch = secondsToCompare(await Promise.all([...fingerprints.values()].slice(-BATCH_SHOTS)));
  reportBench({
    name: 'sameness',
    title: 'What counts as the same footage',
    columns: ['', 'pairs', 'judged wrongly', 'judged rightly'],
    rows: [
      rowOf(
        'the same footage',
        judged.filter((pair) => pair.same),
        true,
      ),
      ...kinds.map((kind) =>
        rowOf(
          KIND_NAMES[kind],
          judged.filter((pair) => pair.same && pair.seen === kind),
          true,
        ),
      ),
      rowOf(
        'footage that only looks alike',
        judged.filter((pair) => !pair.same),
        false,
      ),
    ],
    notes: [
      realClipsAreThere()
        ? 'Drawn films, and real clips that lie beside this checkout.'
        : 'Drawn films only: no real clips lie beside this checkout.',
      ...(missed.length > 0 ? [`Not found: ${missed.map(({ name }) => name).join('; ')}.`] : []),
      ...(wrong.length > 0 ? [`Found wrongly: ${wrong.map(({ name }) => name).join('; ')}.`] : []),
    ],
    limits: [
      { what: 'footage that was found', unit: '%', rounds: [recall * 100], atLeast: MIN_FOUND },
      { what: 'false alarms', unit: '%', rounds: [falseAlarms * 100], atMost: MAX_WRONG },
      {
        what: `comparing ${BATCH_SHOTS} shots with each other`,
        unit: 's of a processor',
        rounds: [perBatch],
        atMost: BATCH_SECONDS,
      },
    ],
  });
}

/** Processor seconds that comparing each of these with each other takes. */
function secondsToCompare(shots: readonly Fingerprint[]): number {
  const began = process.cpuUsage();
  for (const [index, shot] of shots.entries()) for (const other of shots.slice(0, index)) isSameFootage(shot, other);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

async function fingerprintOf(path: string): Promise<Fingerprint> {
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  const source: NodeSource = { hash, name: basename(path), read: (use) => use(path) };
  const material = await media.graph.make([materialNode(media.runner, source)], ([made = '']) =>
    readMaterial(made, source.name),
  );
  const node = watchedNode(media.runner, source, material);
  return media.graph.make([node], ([made = '']) => readMaterialFingerprint(made));
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
