import { fail, type ExpectedError } from '#core/contract/errors.ts';
import { pictureOf } from '#core/contract/picture.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { soundNode } from '#core/server/services/media/operations/sound-source.ts';
import type { Providers } from '#core/server/services/providers/providers.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import { assertRunnable } from '#plugins/mixing/project-rules.ts';
import type { Certificate } from '#plugins/mixing/certificate.ts';
import { certifyOutputs } from '../certificate/certify-outputs.ts';
import { furtherAt, type Further } from '../plan/further-level.ts';
import { settingsDigest } from '../certificate/settings-digest.ts';
import type { Advice, PlanGroup } from '../plan/plan-input.ts';
import type { SetAside } from '../plan/shot-groups.ts';
import { prepareMaterials, type MaterialCandidate, type RefusedMaterial } from '../render/prepare-materials.ts';
import { compareShown, shotChoices } from '../render/shot-choices.ts';
import { shotTiming } from '../render/shot-timing.ts';
import { assertGroupsUsable } from '../render/usable-groups.ts';
import { voiceOver } from '../render/voice-over.ts';
import type { BatchJournal } from './batch-journal.ts';
import { knowFootage } from './know-footage.ts';
import type { OutputRecord } from './output-record.ts';
import { planMissing, type Learnt } from './plan-missing.ts';
import { renderPlanned } from './render-planned.ts';

export type BatchPhase = 'reading' | 'planning' | 'rendering' | 'certifying';

export interface BatchOptions {
  media: Media;
  providers: Pick<Providers, 'use'>;
  project: MixProject;
  candidates: readonly MaterialCandidate[];
  music?: NodeSource;
  /** How many outputs this project shall have in all. */
  count: number;
  share?: number;
  seed: number;
  /** Written into the certificate. */
  tools: Certificate['tools'];
  /** Where the videos go. */
  out: string;
  journal: BatchJournal;
  signal: AbortSignal;
  onProgress(phase: BatchPhase, done: number, secondsLeft: number | null): void;
  onRefused(refused: RefusedMaterial): void;
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

/** How often outputs that are too similar are replanned at most. */
const MAX_ROUNDS = 4;

/**
 * Makes all outputs of a project in a folder: reads, plans, renders, compares each with all that are finished, and
 * plans others in place of what came out too much alike. Everything that is there already is kept.
 */
export async function runBatch(options: BatchOptions): Promise<BatchResult> {
  const { media, project, journal, seed, signal, onProgress } = options;
  assertRunnable(project);
  const prepared = await prepareMaterials(media, options.candidates, {
    picture: pictureOf(project.ratio, project.resolution),
    signal,
    onProgress: (done, total) => onProgress('reading', (done / total) * INSPECTING, null),
  });
  const settings = settingsDigest({
    ...{ project, share: options.share, seed, music: options.music?.hash, materials: prepared.ready },
  });
  const known = await knowFootage(media, {
    ...{ project, materials: prepared.ready, count: options.count, signal },
    onProgress: (done, areShotsMade) =>
      areShotsMade
        ? onProgress('rendering', done * SHOTS, null)
        : onProgress('reading', INSPECTING + done * (1 - INSPECTING), null),
  });
  const refused = [...prepared.refused, ...known.refused];
  refused.forEach(options.onRefused);
  const materials = new Map(known.ready.map((material) => [material.id, material]));
  const begun = known.areShotsMade ? SHOTS : 0;
  const learnt: Learnt = { footage: new Map(), lookalikes: new Set(), replaced: [] };
  let bound = Infinity;
  let { share } = options;
  let method: string | null = null;

  for (let round = 0; ; round++) {
    assertGroupsUsable(project, materials, refused.length);
    onProgress('planning', 0, null);
    await compareShown(project, materials, signal);
    const choices = shotChoices(project, materials);
    const { count } = options;
    const planned = await planMissing({
      ...{ media, project, journal, count, share, seed, signal, choices, settings, materials, learnt },
    });
    // The planned limit holds: replanned videos share no more than that.
    share ??= journal.mostShared(settings) ?? undefined;
    bound = planned.bound ?? bound;
    method = planned.method ?? method;
    onProgress('planning', 1, null);

    const shared = await shareSounds(options, project, choices.groups);
    const rendered = await renderPlanned({
      ...{ media, project, materials, settings, journal, signal, out: options.out },
      ...shared,
      ...{ outputs: planned.outputs, merged: choices.merged },
      mostShared: share ?? journal.mostShared(settings) ?? Infinity,
      onProgress: (done, left) => onProgress('rendering', begun + done * (1 - begun), left),
    });
    const { broken } = rendered;
    for (const { record, lookalikes } of rendered.replaced) {
      learnt.replaced.push(record);
      for (const symbol of lookalikes) learnt.lookalikes.add(symbol);
    }
    if (broken.size > 0) {
      for (const material of [...materials.values()].filter(({ source }) => broken.has(source.hash))) {
        const refusal = { id: material.id, error: broken.get(material.source.hash) as ExpectedError };
        refused.push(refusal);
        options.onRefused(refusal);
        materials.delete(material.id);
      }
      continue;
    }

    if (rendered.replaced.length > 0 && round < MAX_ROUNDS) continue;

    onProgress('certifying', 0, null);
    const kept = journal.records.filter((record) => record.settings === settings);
    // What could not be made distinct is left out: a batch holds only what was compared.
    if (kept.length === 0) fail('mixing:nothing-distinct', {}, { kind: 'invalid' });
    const certificate = certifyOutputs({
      ...{ project, groups: choices.groups, outputs: kept, merged: choices.merged, settings, seed, method },
      ...{ share, mostShared: journal.mostShared(settings), tools: options.tools, now: new Date() },
      replaced: journal.replaced(settings).map(({ index, like, shots }) => ({
        by: kept.find((record) => record.index === index)?.file ?? null,
        like,
        shots: shots.map(({ group, material, window: { start, end } }) => ({ group, material, start, end })),
      })),
    });
    onProgress('certifying', 1, null);
    const { capacity, advice } = certificate.plan;
    const most = Math.min(bound, capacity[share ?? Infinity]?.bound ?? capacity.at(-1)?.bound ?? Infinity);
    const possible = kept.length;
    return {
      ...{ records: kept, refused, setAside: choices.setAside, advice, certificate },
      fewer:
        possible < count
          ? {
              ...{ possible, wanted: count, proven: possible >= most, share: options.share ?? null },
              further: furtherAt({
                groups: choices.groups,
                made: kept,
                missing: count - possible,
                share: options.share,
              }),
            }
          : null,
    };
  }
}

async function shareSounds(
  { media, providers, music, signal }: BatchOptions,
  project: MixProject,
  groups: readonly PlanGroup[],
) {
  const { blends, shortestSeconds } = shotTiming(project, groups);
  const voice = await voiceOver(media, providers, project, shortestSeconds, signal);
  return { blends, sounds: { voice, music: music === undefined ? undefined : soundNode(media.runner, music) } };
}
