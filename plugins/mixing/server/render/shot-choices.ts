import { fail } from '#core/contract/errors.ts';
import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';

import { shotGroupsOf, type ShotGroups } from '../plan/shot-groups.ts';
import type { PlannedProject } from './planned-project.ts';

/** What has to be known of a material to say which shots it yields. */
export interface ShotSource {
  /** sha-256 of its bytes: the same bytes are the same footage. */
  source: { hash: string };
  /** Seconds of picture. */
  seconds: number;
  /** Of the whole material; empty where it is not known to resemble another. */
  fingerprint: Fingerprint;
}

/** Beyond so many shots in all groups nothing is planned any more: hours of material in pieces of a second. */
const MOST_SHOTS = 100_000;

/**
 * Lists what each group of a project can show, footage that looks the same counted once.
 * @throws expected `mixing:shots-too-many` (422)
 */
export function shotChoices(project: PlannedProject, materials: ReadonlyMap<string, ShotSource>): ShotGroups {
  refuseTooMany(project, materials);
  return shotGroupsOf({
    groups: project.groups.map((group) => ({
      id: group.id,
      shotSeconds: project.shotSeconds * group.speed,
      materials: group.materials.flatMap(({ material, windows }) => {
        const ready = materials.get(material);
        return ready === undefined
          ? []
          : [
              {
                material,
                identity: ready.source.hash.slice(0, 24),
                duration: ready.seconds,
                fingerprint: ready.fingerprint,
                windows,
              },
            ];
      }),
    })),
  });
}

function refuseTooMany(project: PlannedProject, materials: ReadonlyMap<string, ShotSource>): void {
  let shots = 0;
  for (const group of project.groups) {
    for (const { material, windows } of group.materials) {
      const seconds = materials.get(material)?.seconds ?? 0;
      shots += windows?.length ?? Math.ceil(seconds / (project.shotSeconds * group.speed));
    }
  }
  if (shots > MOST_SHOTS) fail('mixing:shots-too-many', { most: MOST_SHOTS }, { kind: 'invalid' });
}
