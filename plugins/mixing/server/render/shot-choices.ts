import { setImmediate as nextTurn } from 'node:timers/promises';

import { fail } from '#core/contract/errors.ts';
import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';

import { compareShots, type ShownShot } from '../plan/like-shots.ts';
import { shotGroupsOf, shownShotsOf, type ShotGroups, type ShotGroupsOptions } from '../plan/shot-groups.ts';
import type { PlannedProject } from './planned-project.ts';

/** What has to be known of a material to say which shots it yields. */
export interface ShotSource {
  /** sha-256 of its bytes: the same bytes are the same footage. */
  source: { hash: string };
  /** Seconds of picture. */
  seconds: number;
  /** Of the whole material; empty where it is not known. */
  fingerprint: Fingerprint;
}

/** Beyond so many shots in all groups nothing is planned any more: hours of material in pieces of a second. */
const MAX_SHOTS = 100_000;

/**
 * Lists what each group of a project can show, footage that looks the same counted once.
 * @param onlyKnown pairs of shots that were not compared yet count as different
 * @throws expected `mixing:shots-too-many` (422)
 */
export function shotChoices(
  project: PlannedProject,
  materials: ReadonlyMap<string, ShotSource>,
  { onlyKnown = false } = {},
): ShotGroups {
  refuseTooMany(project, materials);
  return shotGroupsOf({ ...optionsOf(project, materials), onlyKnown });
}

/**
 * Everything that a project's groups show, to be compared before {@link shotChoices} asks for it.
 * @throws expected `mixing:shots-too-many` (422)
 */
export function shownShots(project: PlannedProject, materials: ReadonlyMap<string, ShotSource>): ShownShot[] {
  refuseTooMany(project, materials);
  return shownShotsOf(optionsOf(project, materials));
}

/** Milliseconds of comparing after which others have a turn. */
const TURN = 40;

/** Compares all that a project shows, and lets the process go on with other work in between. */
export async function compareShown(
  project: PlannedProject,
  materials: ReadonlyMap<string, ShotSource>,
  signal?: AbortSignal,
): Promise<void> {
  let since = performance.now();
  for (const _ of compareShots(shownShots(project, materials))) {
    if (performance.now() - since < TURN) continue;
    await nextTurn();
    signal?.throwIfAborted();
    since = performance.now();
  }
}

function optionsOf(project: PlannedProject, materials: ReadonlyMap<string, ShotSource>): ShotGroupsOptions {
  return {
    groups: project.groups.map((group) => ({
      id: group.id,
      shotSeconds: project.shotSeconds * group.speed,
      materials: group.materials.flatMap(({ material, windows }) => {
        const ready = materials.get(material);
        if (ready === undefined) return [];
        const { seconds: duration, fingerprint } = ready;
        return [{ material, identity: ready.source.hash.slice(0, 24), duration, fingerprint, windows }];
      }),
    })),
  };
}

function refuseTooMany(project: PlannedProject, materials: ReadonlyMap<string, ShotSource>): void {
  let shots = 0;
  for (const group of project.groups) {
    for (const { material, windows } of group.materials) {
      const seconds = materials.get(material)?.seconds ?? 0;
      shots += windows?.length ?? Math.ceil(seconds / (project.shotSeconds * group.speed));
    }
  }
  if (shots > MAX_SHOTS) fail('mixing:shots-too-many', { most: MAX_SHOTS }, { kind: 'invalid' });
}
