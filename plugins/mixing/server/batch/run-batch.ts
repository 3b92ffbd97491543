import { createHash } from 'node:crypto';

import { ExpectedError } from '#core/contract/errors.ts';
import type { Media } from '#core/server/media/media.ts';
import type { NodeSource } from '#core/server/media/node-source.ts';
import { soundNode } from '#core/server/media/operations/sound-source.ts';
import type { Providers } from '#core/server/providers/providers.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import { assertRunnable } from '#plugins/mixing/project-rules.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { certifyOutputs } from '../certificate/certify-outputs.ts';
import type { Advice, PlanGroup } from '../plan/plan-input.ts';
import type { SetAside } from '../plan/shot-groups.ts';
import { planOutputs, type PlannedWords, type PlanOutputsOptions } from '../render/plan-outputs.ts';
import { prepareMaterials, type MaterialCandidate, type RefusedMaterial } from '../render/prepare-materials.ts';
import type { ReadyMaterial } from '../render/ready-material.ts';
import { shotChoices, type ShotChoices } from '../render/shot-choices.ts';
import { shotTiming } from '../render/shot-timing.ts';
import { usableGroups } from '../render/usable-groups.ts';
import { voiceOver } from '../render/voice-over.ts';
import type { BatchJournal } from './batch-journal.ts';
import type { OutputRecord, PlannedOutput } from './output-record.ts';
import { renderPlanned } from './render-planned.ts';

export type BatchPhase = 'reading' | 'planning' | 'rendering' | 'certifying';

export interface BatchOptions {
  media: Media;
  providers: Pick<Providers, 'speech'>;
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
  /** Set when the material yields fewer than were wanted. */
  fewer: { possible: number; wanted: number } | null;
  advice: Advice[];
}

/** Outputs that are too much alike are planned anew so often at most. */
const MOST_ROUNDS = 4;

/**
 * Makes all outputs of a project in a folder: reads, plans, renders, compares every pair, and plans anew
 * what came out too much alike. Everything that is there already is kept.
 */
export async function runBatch(options: BatchOptions): Promise<BatchResult> {
  const { media, project, journal, seed, signal, onProgress } = options;
  assertRunnable(project);
  const prepared = await prepareMaterials(media, options.candidates, {
    compareBy: project.shotSeconds,
    signal,
    onProgress: (done, total) => onProgress('reading', done / total, null),
  });
  prepared.refused.forEach(options.onRefused);
  const refused = [...prepared.refused];
  const materials = new Map(prepared.ready.map((material) => [material.id, material]));
  const settings = settingsOf(options, prepared.ready);
  const found = new Map<string, string>();
  let fewer: BatchResult['fewer'] = null;
  let method: string | null = null;

  for (let round = 0; ; round++) {
    const usable = usableGroups(project, materials, refused.length);
    const choices = shotChoices(usable, materials, found);
    onProgress('planning', 0, null);
    const planned = await planMissing(options, usable, choices, settings, materials);
    fewer = planned.fewer ?? fewer;
    onProgress('planning', 1, null);

    const shared = await shareSounds(options, usable, choices.groups);
    const broken = await renderPlanned({
      ...{ media, project: usable, materials, settings, journal, signal, out: options.out },
      ...shared,
      outputs: planned.outputs,
      onProgress: (done, left) => onProgress('rendering', done, left),
    });
    if (broken.size > 0) {
      for (const material of [...materials.values()].filter(({ source }) => broken.has(source.hash))) {
        const refusal = { id: material.id, error: broken.get(material.source.hash) as ExpectedError };
        refused.push(refusal);
        options.onRefused(refusal);
        materials.delete(material.id);
      }
      continue;
    }

    onProgress('certifying', 0, null);
    const records = journal.records.filter((record) => record.settings === settings);
    const certify = (outputs: readonly OutputRecord[]) =>
      certifyOutputs({
        ...{
          project: usable,
          groups: choices.groups,
          outputs,
          merged: choices.merged,
          share: options.share,
          seed,
          settings,
        },
        ...{ method, mostShared: journal.mostShared(settings), tools: options.tools, now: new Date() },
      });
    method = planned.method ?? method;
    let verdict = certify(records);
    onProgress('certifying', 1, null);
    if (verdict.again.length > 0) {
      verdict.merged.forEach((leader, symbol) => found.set(symbol, leader));
      await journal.drop(verdict.again);
      if (round < MOST_ROUNDS) {
        continue;
      }
      // What cannot be made distinct is left out: a batch holds only what it certifies.
      const kept = records.filter(({ file }) => !verdict.again.includes(file));
      verdict = certify(kept);
      fewer = { possible: kept.length, wanted: options.count };
    }
    return {
      ...{ records: records.filter(({ file }) => !verdict.again.includes(file)), refused, fewer },
      certificate: verdict.certificate,
      setAside: choices.setAside,
      advice: verdict.certificate.plan.advice,
    };
  }
}

/** What makes outputs comparable: the same settings go on with the same batch. */
function settingsOf({ project, music, share, seed }: BatchOptions, materials: readonly ReadyMaterial[]): string {
  const { name: _, ...rest } = project;
  const facts = {
    rest,
    share,
    seed,
    music: music?.hash,
    materials: materials.map(({ id, source }) => [id, source.hash]),
  };
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}

async function planMissing(
  { journal, count, share, seed }: BatchOptions,
  project: MixProject,
  { groups, merged }: ShotChoices,
  settings: string,
  materials: ReadonlyMap<string, ReadyMaterial>,
): Promise<{ outputs: PlannedOutput[]; fewer: BatchResult['fewer']; method: string | null }> {
  const { records } = journal;
  const made = records.filter((record) => record.settings === settings).length;
  const still = journal
    .planned(settings)
    .filter((output) => output.shots.every((shot) => materials.has(shot.material)))
    .slice(0, Math.max(0, count - made));
  const missing = count - made - still.length;
  if (missing <= 0) {
    return { outputs: still, fewer: null, method: null };
  }
  const history = [...records, ...still].map((output) =>
    output.shots.map(({ symbol }) => merged.get(symbol) ?? symbol),
  );
  const words = planIfAny({ project, groups, count: missing, share, seed, history }, made + still.length > 0);
  if (words === null) {
    const possible = made + still.length;
    return { outputs: still, method: null, fewer: { possible, wanted: count } };
  }
  const taken = new Set([...records, ...still].map((output) => output.index));
  let index = 0;
  const titles = project.titles?.texts ?? [];
  const added = words.outputs.map((shots): PlannedOutput => {
    while (taken.has(index)) {
      index++;
    }
    taken.add(index);
    return { index, shots, title: titles[index % titles.length] ?? null };
  });
  const outputs = [...still, ...added].sort((a, b) => a.index - b.index);
  const mostShared = Math.max(words.plan.maxShared, journal.mostShared(settings) ?? 0);
  await journal.plan(settings, mostShared, outputs);
  const possible = made + outputs.length;
  return { outputs, method: words.plan.method, fewer: possible < count ? { possible, wanted: count } : null };
}

/** Plans further outputs; null when everything that can be made is there already. */
function planIfAny(options: PlanOutputsOptions, some: boolean): PlannedWords | null {
  try {
    return planOutputs(options);
  } catch (error) {
    if (some && error instanceof ExpectedError && error.params['capacity'] === 0) {
      return null;
    }
    throw error;
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
