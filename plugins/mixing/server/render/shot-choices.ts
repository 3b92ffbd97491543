import { FINGERPRINT_RATE } from '#core/server/media/operations/material.ts';
import type { MixProject } from '#plugins/mixing/project.ts';

import { likeShots } from '../plan/like-shots.ts';
import type { PlanGroup } from '../plan/plan-input.ts';
import { shotGroupsOf, type SetAside } from '../plan/shot-groups.ts';
import type { ReadyMaterial } from './ready-material.ts';

export interface ShotChoices {
  groups: PlanGroup[];
  setAside: SetAside[];
  /** Symbols that count as another one: each to the one that stands for it. */
  merged: Map<string, string>;
}

/** Lists what each group of a project can show, footage that looks the same counted once. */
export function shotChoices(project: MixProject, materials: ReadonlyMap<string, ReadyMaterial>): ShotChoices {
  const { groups, setAside } = shotGroupsOf({
    framesPerSecond: FINGERPRINT_RATE,
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
                fingerprint: ready.hashes,
                windows,
              },
            ];
      }),
    })),
  });
  const merged = likeSymbols(groups, materials);
  return {
    groups: groups.map((group) => ({ id: group.id, shots: mergeShots(group.shots, merged) })),
    setAside,
    merged,
  };
}

function likeSymbols(groups: readonly PlanGroup[], materials: ReadonlyMap<string, ReadyMaterial>): Map<string, string> {
  const shots = groups.flatMap((group) =>
    group.shots.flatMap(({ symbol, material, window }) => {
      const ready = materials.get(material);
      return ready === undefined ? [] : [{ symbol, window, fingerprint: ready.hashes }];
    }),
  );
  return likeShots(shots, FINGERPRINT_RATE);
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
