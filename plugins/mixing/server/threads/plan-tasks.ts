import { ExpectedError } from '#core/contract/errors.ts';

import { NO_FOOTAGE, type Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';

import { canCompare, compareShots } from '../plan/like-shots.ts';
import { openCapacity, type OpenCapacity } from '../plan/project-capacity.ts';
import type { PlanGroup } from '../plan/plan-input.ts';
import type { ShotGroups } from '../plan/shot-groups.ts';
import { outputFrames } from '../render/output-frames.ts';
import { planOutputs, type PlannedWords } from '../render/plan-outputs.ts';
import type { PlannedProject } from '../render/planned-project.ts';
import { shotChoices, shownShots, type ShotSource } from '../render/shot-choices.ts';
import { shotTiming } from '../render/shot-timing.ts';
import { shotWork, type ShotWork } from '../measure/run-work.ts';
import type { MixPreview } from '#plugins/mixing/calls.ts';
import { checkCombination, type ShownTiming } from '../preview/check-combination.ts';
import type { Measured, PlannedPreview } from './plan-results.ts';
import { unpackHistory } from './packed-history.ts';
import { Recent } from './recent.ts';

/** A project as the server knows it by what was found when its materials came into the library. */
export interface KnownProject {
  /** Names all that is said here: the same key is the same project. */
  key: string;
  project: PlannedProject;
  /** Id, sha-256 and seconds of the materials that can be used. */
  materials: readonly (readonly [id: string, hash: string, seconds: number])[];
  /** What they show, by hash, as far as it is known; their points lie in memory that threads share. */
  footage: ReadonlyMap<string, Fingerprint>;
  /** Symbols of earlier outputs, packed. */
  history: string;
}

export type PlanTask =
  | { do: 'measure'; known: KnownProject; count: number; share: number | undefined; comparing: number }
  | { do: 'preview'; known: KnownProject; count: number; share: number | undefined; seed: number }
  | { do: 'check'; known: KnownProject; preview: MixPreview };

/** Projects that a thread remembers. */
const REMEMBERED = 4;

interface Opened {
  choices: ShotGroups;
  work: ShotWork;
  /** Null while a group shows nothing. */
  capacity: OpenCapacity | null;
  seconds: { least: number; most: number };
}

const opened = new Recent<Opened>(REMEMBERED);

/** Fingerprints by hash: the same one each time, so that what was compared once is known. */
const footageByHash = new Recent<Fingerprint>(2000);

/** Does a task. */
export function planTask(task: PlanTask): Measured | PlannedPreview | ShownTiming {
  switch (task.do) {
    case 'measure':
      return measure(task);
    case 'preview':
      return preview(task);
    case 'check':
      return checkCombination(shown(task.known), task.preview);
  }
}

/** What each group can show, by the same rules as a run; what was not compared yet counts as different. */
export function knownChoices(known: KnownProject): ShotGroups {
  return shotChoices(known.project, sourcesOf(known), { onlyKnown: true });
}

function sourcesOf({ materials, footage }: KnownProject): Map<string, ShotSource> {
  return new Map(
    materials.map(([id, hash, seconds]) => {
      const shown = footage.get(hash);
      const fingerprint =
        shown === undefined ? NO_FOOTAGE : (footageByHash.get(hash) ?? footageByHash.set(hash, shown));
      return [id, { source: { hash }, seconds, fingerprint }];
    }),
  );
}

/** Compares shots for so many milliseconds at most. @returns whether all of them are compared */
function compareFor(known: KnownProject, milliseconds: number): boolean {
  const until = performance.now() + milliseconds;
  const shots = shownShots(known.project, sourcesOf(known));
  if (!canCompare(shots)) return false;
  for (const _ of compareShots(shots)) if (performance.now() > until) return false;
  return true;
}

function measure({ known, count, share, comparing }: PlanTask & { do: 'measure' }): Measured {
  const unknown = known.materials.some(([, hash]) => !known.footage.has(hash));
  const isCompared = compareFor(known, comparing);
  const name = `${known.key} ${isCompared ? known.footage.size : 'in part'}`;
  if (!isCompared) opened.delete(name);
  const { choices, capacity, seconds, work } = opened.get(name) ?? opened.set(name, open(known));
  const { rows, advice } = capacity?.at(count, share) ?? { rows: [], advice: [] };
  return {
    rows: rows.map(({ maxShared, bound, reachable, atLeast }) => ({ share: maxShared, bound, reachable, atLeast })),
    level: rows.find(({ reachable }) => reachable >= count)?.maxShared ?? null,
    shots: choices.groups.map(({ id, shots }) => [id, shots.length]),
    advice: advice.map(({ maxShared, from, to, clips, groups: where, basis }) => ({
      ...{ share: maxShared, from, to, clips, groups: where, basis },
    })),
    alike: choices.alike.slice(0, MAX_ALIKE),
    provisional: unknown || !isCompared,
    seconds,
    work,
  };
}

/** Pairs of clips that are named. */
const MAX_ALIKE = 50;

function open(known: KnownProject): Opened {
  const choices = knownChoices(known);
  const { groups, merged } = choices;
  const { project, groups: filled } = shown(known);
  const timing = shotTiming(project, filled);
  const whole = groups.length > 0 && filled.length === groups.length;
  return {
    choices,
    work: shotWork(project, filled, timing.blends),
    capacity: whole ? openCapacity({ groups, history: historyOf(known, merged) }) : null,
    seconds:
      filled.length === 0 ? { least: 0, most: 0 } : { least: timing.shortestSeconds, most: timing.longestSeconds },
  };
}

/** What was made before, in the symbols that stand for those that it was made of. */
function historyOf({ history }: KnownProject, merged: ReadonlyMap<string, string>): string[][] {
  return unpackHistory(history).map((word) => word.map((symbol) => merged.get(symbol) ?? symbol));
}

/** What there is to show: what is still empty is left out, so that a project can be watched while it grows. */
function shown(known: KnownProject): { project: PlannedProject; groups: PlanGroup[]; merged: ShotGroups['merged'] } {
  const choices = knownChoices(known);
  const groups = choices.groups.filter(({ shots }) => shots.length > 0);
  const project = {
    ...known.project,
    groups: known.project.groups.filter(({ id }) => groups.some((group) => group.id === id)),
  };
  return { project, groups, merged: choices.merged };
}

/** Milliseconds that a preview may compare: what was measured before is compared already. */
const COMPARING_FOR_PREVIEW = 2000;

function preview({ known, ...options }: PlanTask & { do: 'preview' }): PlannedPreview {
  compareFor(known, COMPARING_FOR_PREVIEW);
  const { project, groups, merged } = shown(known);
  const { blends } = shotTiming(project, groups);
  const { outputs } = planBeside({ ...options, project, groups }, historyOf(known, merged));
  return outputs.map((shots) => {
    const { shots: places, frames } = outputFrames(project, shots, blends);
    return {
      frames,
      shots: shots.map(({ group, material, window }, index) => {
        const { frames: own = 0, after = 0 } = places[index] ?? {};
        return { group, material, window, frames: own, blendAfter: after };
      }),
    };
  });
}

/** Plans beside what was made before; a project of which everything is made shows that again. */
function planBeside(options: Omit<Parameters<typeof planOutputs>[0], 'history'>, history: string[][]): PlannedWords {
  try {
    return planOutputs({ ...options, history });
  } catch (error) {
    if (history.length === 0 || !(error instanceof ExpectedError)) throw error;
    return planOutputs({ ...options, history: [] });
  }
}
