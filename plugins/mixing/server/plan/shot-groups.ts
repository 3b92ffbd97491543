import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { windowsOf } from '#plugins/mixing/shot-windows.ts';

import { likeShots, type ShownShot } from './like-shots.ts';
import type { PlanGroup, PlanShot, ShotWindow } from './plan-input.ts';

export interface ShotMaterial {
  /** The material's id; a material may be in several groups. */
  material: string;
  /** What names its footage in symbols, such as a hash of its bytes: the same in every project and run. */
  identity: string;
  /** Seconds. */
  duration: number;
  /** Empty where it is not known to resemble another. */
  fingerprint: Fingerprint;
  /** Stretches to use; absent = cut by the group's shot length. */
  windows?: readonly ShotWindow[];
}

export interface ShotGroupsOptions {
  groups: readonly {
    id: string;
    /** Seconds of a shot. */
    shotSeconds: number;
    materials: readonly ShotMaterial[];
  }[];
  /** Below so many seconds a material gives no shot; 1 when absent. */
  minimum?: number;
  /** Pairs of shots that were not compared yet count as different. */
  onlyKnown?: boolean;
}

export interface SetAside {
  group: string;
  material: string;
  /** The material of this group that shows the same; null for one that is too short. */
  sameAs: string | null;
}

export interface ShotGroups {
  groups: PlanGroup[];
  /** Materials that give their group no shot of their own. */
  setAside: SetAside[];
  /** Maps symbols that count as another one to their representative. */
  merged: Map<string, string>;
  /** Materials that show some of the same footage, each pair once. */
  alike: { material: string; like: string }[];
}

interface OwnShot extends PlanShot {
  entry: ShotMaterial;
}

/**
 * Makes the plan's groups from materials. Shots that show some of the same footage share a symbol, or all but one of
 * them are left out; a group has each symbol once.
 */
export function shotGroupsOf(options: ShotGroupsOptions): ShotGroups {
  const listed = listShots(options);
  const all = listed.flatMap(({ materials }) => materials.flatMap(({ shots }) => shots));
  const { merged, leftOut } = likeShots(shownIn(listed), { onlyKnown: options.onlyKnown });
  const nameOf = ({ symbol }: PlanShot) => merged.get(symbol) ?? symbol;
  const setAside: SetAside[] = [];
  const groups = listed.map(({ id, materials }) => {
    const own = materials.flatMap(({ shots }) => shots).filter(({ symbol }) => !leftOut.has(symbol));
    const standing = new Set(own.filter((shot) => nameOf(shot) === shot.symbol).map(({ symbol }) => symbol));
    const kept = new Map<string, PlanShot>();
    for (const shot of own) {
      const symbol = nameOf(shot);
      // The representative shot is preferred, whatever the order of the clips.
      if (kept.has(symbol) || (symbol !== shot.symbol && standing.has(symbol))) continue;
      kept.set(symbol, { symbol, material: shot.material, window: shot.window });
    }
    const used = new Set([...kept.values()].map(({ material }) => material));
    for (const { entry, shots } of materials.filter(({ entry: { material } }) => !used.has(material))) {
      const same = shots.map((shot) => kept.get(nameOf(shot))?.material).find((material) => material !== undefined);
      setAside.push({ group: id, material: entry.material, sameAs: same ?? null });
    }
    return { id, shots: [...kept.values()] };
  });
  return { groups, setAside, merged, alike: alikeIn(all, nameOf) };
}

/** What every group shows, to be compared ahead: then {@link shotGroupsOf} knows all of it. */
export function shownShotsOf(options: ShotGroupsOptions): ShownShot[] {
  return shownIn(listShots(options));
}

interface ListedGroup {
  id: string;
  materials: { entry: ShotMaterial; shots: OwnShot[] }[];
}

function listShots({ groups, minimum }: ShotGroupsOptions): ListedGroup[] {
  return groups.map(({ id, shotSeconds, materials }) => ({
    id,
    materials: [...new Map(materials.map((entry) => [entry.material, entry])).values()].map((entry) => ({
      entry,
      shots: shotsOf(entry, shotSeconds, minimum),
    })),
  }));
}

function shownIn(listed: readonly ListedGroup[]): ShownShot[] {
  const shown = new Map<string, ShownShot & { groups: string[] }>();
  for (const { id, materials } of listed) {
    for (const { symbol, window, entry } of materials.flatMap(({ shots }) => shots)) {
      const known = shown.get(symbol);
      if (known === undefined) {
        const { fingerprint, duration } = entry;
        shown.set(symbol, { symbol, window, fingerprint, duration, groups: [id] });
      } else if (!known.groups.includes(id)) {
        known.groups.push(id);
      }
    }
  }
  return [...shown.values()];
}

/** Pairs of materials that share a kind of shot; the second is the representative. */
function alikeIn(shots: readonly OwnShot[], nameOf: (shot: PlanShot) => string): ShotGroups['alike'] {
  const materialOf = new Map(shots.map(({ symbol, material }) => [symbol, material]));
  const pairs = new Map<string, ShotGroups['alike'][number]>();
  for (const shot of shots) {
    const { material } = shot;
    const like = materialOf.get(nameOf(shot));
    if (like === undefined || like === material) continue;
    pairs.set([material, like].sort().join(' '), { material, like });
  }
  return [...pairs.values()];
}

function shotsOf(entry: ShotMaterial, shotSeconds: number, minimum?: number): OwnShot[] {
  return windowsIn(entry, shotSeconds, minimum).map((window) => ({
    ...{ symbol: symbolOf(entry, window), material: entry.material, window, entry },
  }));
}

/** The windows that a material really holds; one that runs past its end is cut short. */
function windowsIn(entry: ShotMaterial, shotSeconds: number, minimum = 1): ShotWindow[] {
  if (entry.windows === undefined) return windowsOf(entry.duration, shotSeconds, minimum);
  return entry.windows
    .map(({ start, end }) => ({ start, end: Math.min(end, entry.duration) }))
    .filter(({ start, end }) => end - start >= minimum - 0.01);
}

function symbolOf(entry: ShotMaterial, window: ShotWindow): string {
  return `${entry.identity}@${Math.round(window.start * 1000)}-${Math.round(window.end * 1000)}`;
}
