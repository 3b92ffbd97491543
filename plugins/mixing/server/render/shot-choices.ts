import type { MixProject } from '#plugins/mixing/project.ts';
import type { PlanGroup } from '../plan/plan-input.ts';
import { shotGroupsOf, type SetAside } from '../plan/shot-groups.ts';
import type { ReadyMaterial } from './ready-material.ts';

/** Frames a second of a material's fingerprint. */
const FINGERPRINT_RATE = 1;

export interface ShotChoices {
  groups: PlanGroup[];
  setAside: SetAside[];
}

/**
 * Lists what each group of a project can show, near-duplicates counted once.
 * @param merged symbols that were found to look the same after rendering: each to the one that stands for it
 */
export function shotChoices(
  project: MixProject,
  materials: ReadonlyMap<string, ReadyMaterial>,
  merged: ReadonlyMap<string, string>,
): ShotChoices {
  const { groups, setAside } = shotGroupsOf({
    framesPerSecond: FINGERPRINT_RATE,
    groups: project.groups.map((group) => ({
      id: group.id,
      shotSeconds: project.shotSeconds * group.speed,
      materials: group.materials.flatMap(({ material, windows }) => {
        const ready = materials.get(material);
        return ready === undefined
          ? []
          : [{ material, identity: ready.source.hash.slice(0, 24), duration: ready.seconds, fingerprint: ready.hashes, windows }];
      }),
    })),
  });
  return { groups: groups.map((group) => ({ id: group.id, shots: mergeShots(group.shots, merged) })), setAside };
}

function mergeShots(shots: PlanGroup['shots'], merged: ReadonlyMap<string, string>): PlanGroup['shots'] {
  const bySymbol = new Map<string, PlanGroup['shots'][number]>();
  for (const shot of shots) {
    const symbol = merged.get(shot.symbol) ?? shot.symbol;
    if (!bySymbol.has(symbol)) {
      bySymbol.set(symbol, { ...shot, symbol });
    }
  }
  return [...bySymbol.values()];
}
