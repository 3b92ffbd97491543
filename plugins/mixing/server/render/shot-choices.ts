import { fail } from '#core/contract/errors.ts';
import { FINGERPRINT_RATE } from '#core/server/services/media/operations/material.ts';

import { likeShots } from '../plan/like-shots.ts';
import type { PlanGroup } from '../plan/plan-input.ts';
import { shotGroupsOf, type SetAside } from '../plan/shot-groups.ts';
import type { FrameHashes } from '../plan/frame-hash.ts';
import type { PlannedProject } from './planned-project.ts';

/** What has to be known of a material to say which shots it yields. */
export interface ShotSource {
  /** sha-256 of its bytes: the same bytes are the same footage. */
  source: { hash: string };
  /** Seconds of picture. */
  seconds: number;
  /** Frame hashes over the whole material; none where it is not known to resemble another. */
  hashes: FrameHashes;
}

export interface ShotChoices {
  groups: PlanGroup[];
  setAside: SetAside[];
  /** Symbols that count as another one: each to the one that stands for it. */
  merged: Map<string, string>;
}

/** Beyond so many shots in all groups nothing is planned any more: hours of material in pieces of a second. */
const MOST_SHOTS = 100_000;

/**
 * Lists what each group of a project can show, footage that looks the same counted once.
 * @throws expected `mixing:shots-too-many` (422)
 */
export function shotChoices(project: PlannedProject, materials: ReadonlyMap<string, ShotSource>): ShotChoices {
  refuseTooMany(project, materials);
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

function likeSymbols(groups: readonly PlanGroup[], materials: ReadonlyMap<string, ShotSource>): Map<string, string> {
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
