import { ExpectedError } from '#core/contract/errors.ts';

import { NO_FOOTAGE } from '#core/server/services/media/footage/fingerprint.ts';

import { openCapacity, type OpenCapacity } from '../plan/project-capacity.ts';
import type { PlanGroup } from '../plan/plan-input.ts';
import { outputFrames } from '../render/output-frames.ts';
import { planOutputs, type PlannedWords } from '../render/plan-outputs.ts';
import type { PlannedProject } from '../render/planned-project.ts';
import { shotChoices, type ShotSource } from '../render/shot-choices.ts';
import { shotTiming } from '../render/shot-timing.ts';
import { shotWork, type ShotWork } from '../measure/run-work.ts';
import type { MixPreview } from '#plugins/mixing/calls.ts';
import { checkCombination, type ShownTiming } from '../preview/check-combination.ts';
import type { Measured, PlannedPreview } from './plan-results.ts';
import { unpackHistory } from './packed-history.ts';
import { Recent } from './recent.ts';

/** A project as the server knows it without having looked at its materials. */
export interface KnownProject {
  /** Names all that is said here: the same key is the same project. */
  key: string;
  project: PlannedProject;
  /** Id, sha-256 and seconds of the materials that can be used. */
  materials: readonly (readonly [id: string, hash: string, seconds: number])[];
  /** Symbols of earlier outputs, packed. */
  history: string;
}

export type PlanTask =
  | { do: 'measure'; known: KnownProject; count: number; share: number | undefined }
  | { do: 'preview'; known: KnownProject; count: number; share: number | undefined; seed: number }
  | { do: 'check'; known: KnownProject; preview: MixPreview };

/** Projects that a thread remembers. */
const REMEMBERED = 4;

interface Opened {
  groups: PlanGroup[];
  work: ShotWork;
  /** Null while a group shows nothing. */
  capacity: OpenCapacity | null;
  seconds: { least: number; most: number };
}

const opened = new Recent<Opened>(REMEMBERED);

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

/** What each group can show, by the same rules as a run, though without having compared pictures. */
export function knownChoices({ project, materials }: Pick<KnownProject, 'project' | 'materials'>): PlanGroup[] {
  const sources = new Map<string, ShotSource>(
    materials.map(([id, hash, seconds]) => [id, { source: { hash }, seconds, fingerprint: NO_FOOTAGE }]),
  );
  return shotChoices(project, sources).groups;
}

function measure({ known, count, share }: PlanTask & { do: 'measure' }): Measured {
  const { groups, capacity, seconds, work } = opened.get(known.key) ?? opened.set(known.key, open(known));
  const { rows, advice } = capacity?.at(count, share) ?? { rows: [], advice: [] };
  return {
    rows: rows.map(({ maxShared, bound, reachable, atLeast }) => ({ share: maxShared, bound, reachable, atLeast })),
    level: rows.find(({ reachable }) => reachable >= count)?.maxShared ?? null,
    shots: groups.map(({ id, shots }) => [id, shots.length]),
    advice: advice.map(({ maxShared, from, to, clips, groups: where, basis }) => ({
      ...{ share: maxShared, from, to, clips, groups: where, basis },
    })),
    seconds,
    work,
  };
}

function open(known: KnownProject): Opened {
  const groups = knownChoices(known);
  const { project, groups: filled } = shown(known);
  const timing = shotTiming(project, filled);
  const whole = groups.length > 0 && filled.length === groups.length;
  return {
    groups,
    work: shotWork(project, filled, timing.blends),
    capacity: whole ? openCapacity({ groups, history: unpackHistory(known.history) }) : null,
    seconds:
      filled.length === 0 ? { least: 0, most: 0 } : { least: timing.shortestSeconds, most: timing.longestSeconds },
  };
}

/** What there is to show: what is still empty is left out, so that a project can be watched while it grows. */
function shown(known: KnownProject): { project: PlannedProject; groups: PlanGroup[] } {
  const groups = knownChoices(known).filter(({ shots }) => shots.length > 0);
  const project = {
    ...known.project,
    groups: known.project.groups.filter(({ id }) => groups.some((group) => group.id === id)),
  };
  return { project, groups };
}

function preview({ known, ...options }: PlanTask & { do: 'preview' }): PlannedPreview {
  const { project, groups } = shown(known);
  const { blends } = shotTiming(project, groups);
  const { outputs } = planBeside({ ...options, project, groups }, unpackHistory(known.history));
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
