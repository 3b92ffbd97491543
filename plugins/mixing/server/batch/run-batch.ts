import { pictureOf } from '#core/contract/picture.ts';
import { runInFolder } from '#core/server/services/tool-runs/run-in-folder.ts';

import { assertRunnable } from '#plugins/mixing/project-rules.ts';
import type { Certificate } from '#plugins/mixing/certificate.ts';
import { assertEffectsRun } from '../effects/assert-effects-run.ts';
import { furtherAt, type Further } from '../plan/further-level.ts';
import { settingsDigest } from '../certificate/settings-digest.ts';
import type { Advice } from '../plan/plan-input.ts';
import type { SetAside } from '../plan/shot-groups.ts';
import { prepareMaterials, type MaterialCandidate, type RefusedMaterial } from '../render/prepare-materials.ts';
import { limitOf, type Batch } from './batch.ts';
import { batchTool } from './batch-tool.ts';
import { knowFootage } from './know-footage.ts';
import type { OutputRecord } from './output-record.ts';
import { runJournal } from './run-journal.ts';

export type BatchPhase = 'reading' | 'planning' | 'rendering' | 'certifying';

export interface BatchOptions extends Pick<
  Batch,
  'media' | 'providers' | 'project' | 'music' | 'count' | 'share' | 'seed' | 'tools' | 'out' | 'journal' | 'onRefused'
> {
  candidates: readonly MaterialCandidate[];
  signal: AbortSignal;
  onProgress(phase: BatchPhase, done: number, secondsLeft: number | null): void;
}

export interface BatchResult {
  records: OutputRecord[];
  certificate: Certificate;
  refused: RefusedMaterial[];
  setAside: SetAside[];
  /** Set when fewer were made than were wanted. */
  fewer: {
    possible: number;
    wanted: number;
    /** Whether the material yields no more. */
    proven: boolean;
    /** The limit that was asked for, in shots; null for none. */
    share: number | null;
    /** How many more there are where videos may share more shots. */
    further: Further | null;
  } | null;
  advice: Advice[];
}

/** Share of the reading that inspecting takes, and of the rendering that making all shots takes. */
const [INSPECTING, SHOTS] = [0.2, 0.9];

/** Outputs that are mixed while the sounds of others are encoded, several by one process. */
const AHEAD = 6;

/** What a run is at, in the words of a batch. */
const PHASES = { planning: 'planning', working: 'rendering', finishing: 'certifying' } as const;

/**
 * Makes all outputs of a project in a folder: reads its materials, and runs the tool that plans, renders, compares each
 * with all that are finished, and plans others in place of what came out too much alike. Everything that is there
 * already is kept.
 */
export async function runBatch(options: BatchOptions): Promise<BatchResult> {
  const { media, project, journal, signal, onProgress } = options;
  assertRunnable(project);
  assertEffectsRun(media, project);
  const { areShotsMade, ...batch } = await readMaterials(options);
  const begun = areShotsMade ? SHOTS : 0;
  let certificate: Certificate | undefined;
  await runInFolder({
    tool: batchTool(batch, (certified) => {
      certificate = certified;
    }),
    ...{ name: project.name, settings: null, inputs: [...batch.materials.keys()], journal: runJournal(batch) },
    ...{ folder: journal.work, atOnce: media.runner.slots + AHEAD, signal },
    onProgress: (stage, done, left) =>
      onProgress(PHASES[stage], stage === 'working' ? begun + done * (1 - begun) : done, left),
  });
  if (certificate === undefined || batch.planned === undefined) throw new Error('a batch that is made is certified');
  return resultOf(batch, batch.planned, certificate);
}

/** Inspects the materials and looks what they show; those that cannot be used are refused. */
async function readMaterials(options: BatchOptions): Promise<Batch & { areShotsMade: boolean }> {
  const { media, project, count, share, seed, music, signal, onProgress } = options;
  const prepared = await prepareMaterials(media, options.candidates, {
    picture: pictureOf(project.ratio, project.resolution),
    signal,
    onProgress: (done, total) => onProgress('reading', (done / total) * INSPECTING, null),
  });
  const settings = settingsDigest({ project, share, seed, music: music?.hash, materials: prepared.ready });
  const { ready, ...known } = await knowFootage(media, {
    ...{ project, materials: prepared.ready, count, signal },
    onProgress: (done, areShotsMade) =>
      areShotsMade
        ? onProgress('rendering', done * SHOTS, null)
        : onProgress('reading', INSPECTING + done * (1 - INSPECTING), null),
  });
  const refused = [...prepared.refused, ...known.refused];
  refused.forEach(options.onRefused);
  return {
    ...options,
    ...{ settings, refused, areShotsMade: known.areShotsMade },
    materials: new Map(ready.map((material) => [material.id, material])),
    ...{ broken: new Map(), rendered: new Map() },
    learnt: { footage: new Map(), lookalikes: new Set(), replaced: [] },
  };
}

function resultOf(
  batch: Batch,
  { choices, bound }: NonNullable<Batch['planned']>,
  certificate: Certificate,
): BatchResult {
  const { count, share, refused } = batch;
  const records = batch.journal.records.filter((record) => record.settings === batch.settings);
  const { capacity, advice } = certificate.plan;
  const most = Math.min(bound, capacity[limitOf(batch) ?? Infinity]?.bound ?? capacity.at(-1)?.bound ?? Infinity);
  const possible = records.length;
  const further = () => furtherAt({ groups: choices.groups, made: records, missing: count - possible, share });
  return {
    ...{ records, refused, setAside: choices.setAside, advice, certificate },
    fewer:
      possible < count
        ? { possible, wanted: count, proven: possible >= most, share: share ?? null, further: further() }
        : null,
  };
}
