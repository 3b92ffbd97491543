import type { Media } from '#core/server/services/media/media.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import { canListAll, planMeasured } from '../render/plan-measured.ts';
import { planIfAny, type PlacedShot } from '../render/plan-outputs.ts';
import type { ReadyMaterial } from '../render/ready-material.ts';
import type { ShotGroups } from '../plan/shot-groups.ts';
import { footageOf, learnFootage, type ShotFootage } from '../render/shot-footage.ts';
import type { BatchJournal } from './batch-journal.ts';
import type { OutputRecord, PlannedOutput } from './output-record.ts';

/** What rendering showed. */
export interface Learnt {
  footage: ShotFootage;
  /** Symbols that look like another one by and large. */
  lookalikes: Set<string>;
  /** Outputs of this start that came out too much like finished ones. */
  replaced: OutputRecord[];
}

export interface PlanMissingOptions {
  media: Media;
  project: MixProject;
  journal: BatchJournal;
  /** How many outputs there shall be in all. */
  count: number;
  share?: number;
  seed: number;
  settings: string;
  choices: ShotGroups;
  materials: ReadonlyMap<string, ReadyMaterial>;
  /** What this start knows; footage of what is made is added. */
  learnt: Learnt;
  signal: AbortSignal;
}

export interface PlannedRound {
  /** Those that are to be made, of earlier plans too. */
  outputs: PlannedOutput[];
  /** The most shots that two outputs may have in common; null when nothing was planned. */
  mostShared: number | null;
  /** How they were found; null when nothing was planned. */
  method: string | null;
  /** The material yields no more than so many in all; null when that is not proven. */
  bound: number | null;
}

const NOTHING_PLANNED = { mostShared: null, method: null, bound: null };

/** Chooses outputs for what a batch lacks, in place of those that came out too much like finished ones as well. */
export async function planMissing(options: PlanMissingOptions): Promise<PlannedRound> {
  const { media, project, journal, count, share, seed, signal, settings, materials, learnt } = options;
  const { groups, merged } = options.choices;
  const { records } = journal;
  const made = records.filter((record) => record.settings === settings);
  const others = records.filter((record) => record.settings !== settings);
  const still = journal
    .planned(settings)
    .filter((output) => output.shots.every((shot) => materials.has(shot.material)))
    .slice(0, Math.max(0, count - made.length));
  const missing = count - made.length - still.length;
  if (missing <= 0) {
    return { outputs: still, ...NOTHING_PLANNED };
  }
  const named = (output: PlannedOutput) =>
    output.shots.map((shot) => ({ ...shot, symbol: merged.get(shot.symbol) ?? shot.symbol }));
  const symbols = (output: PlannedOutput) => named(output).map(({ symbol }) => symbol);

  footageOf(project, [...made, ...learnt.replaced]).forEach((hashes, key) => learnt.footage.set(key, hashes));
  if (learnt.replaced.length > 0) {
    if (canListAll(groups)) {
      await learnFootage(media, { project, materials, groups, footage: learnt.footage, signal });
    }
    const found = planMeasured({
      ...{ project, groups, count, share, seed, footage: learnt.footage, lookalikes: learnt.lookalikes },
      made: made.map(named),
      history: others.map(symbols),
      mostShared: journal.mostShared(settings) ?? 0,
    });
    const outputs = numbered(project, found.outputs, journal.records);
    return { outputs, mostShared: found.mostShared, method: 'greedy', bound: found.bound };
  }

  const history = [...records, ...still, ...journal.replaced(settings)].map(symbols);
  const words = planIfAny({ project, groups, count: missing, share, seed, history }, made.length + still.length > 0);
  if (words === null) {
    return { outputs: still, ...NOTHING_PLANNED };
  }
  const added = numbered(project, words.outputs, [...records, ...still]);
  const outputs = [...still, ...added].sort((a, b) => a.index - b.index);
  const mostShared = Math.max(words.plan.maxShared, journal.mostShared(settings) ?? 0);
  return { outputs, mostShared, method: words.plan.method, bound: null };
}

/** Gives outputs the lowest places that are free, and their titles. */
function numbered(
  project: MixProject,
  outputs: readonly PlacedShot[][],
  beside: readonly { index: number }[],
): PlannedOutput[] {
  const taken = new Set(beside.map(({ index }) => index));
  const titles = project.titles?.texts ?? [];
  let index = 0;
  return outputs.map((shots) => {
    while (taken.has(index)) {
      index++;
    }
    taken.add(index);
    return { index, shots, title: titles[index % titles.length] ?? null };
  });
}
