import type { FrameHashes } from './frame-hash.ts';
import { tellingFrames } from './frame-hash.ts';
import { clusterNearDuplicates, matchingFrames } from './near-duplicates.ts';
import type { PlanGroup, PlanShot, ShotWindow } from './plan-input.ts';
import { windowsOf } from './windows.ts';

export interface ShotMaterial {
  /** The material's id; the same material may stand in several groups. */
  material: string;
  /** What names its footage in symbols, such as a hash of its bytes: the same in every project and run. */
  identity: string;
  /** Seconds. */
  duration: number;
  fingerprint: FrameHashes;
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
  /** Materials below so many seconds give no shot; 1 when absent. */
  minimum?: number;
  /** Frames a second of the fingerprints; 2 when absent. */
  framesPerSecond?: number;
}

export interface SetAside {
  group: string;
  material: string;
  /** The material of this group that shows the same; null for one that is too short. */
  sameAs: string | null;
}

/**
 * Makes the plan's groups from materials. Within a group only the longest (then first) of
 * near-duplicates gives shots; where near-duplicates stand in different groups, their windows that show
 * the same share a symbol.
 */
export function shotGroupsOf(options: ShotGroupsOptions): { groups: PlanGroup[]; setAside: SetAside[] } {
  const materials = new Map<string, ShotMaterial>();
  for (const group of options.groups) for (const entry of group.materials) materials.set(entry.material, entry);
  const list = [...materials.values()];
  const clusters = clusterNearDuplicates(list.map((entry) => entry.fingerprint));
  const clusterOf = new Map(list.map((entry, at) => [entry.material, clusters[at] ?? at]));
  const leaders = leadersOf(list, clusterOf);
  const setAside: SetAside[] = [];

  const groups = options.groups.map((group) => {
    const kept = new Map<number, ShotMaterial>();
    for (const entry of longestFirst(group.materials)) {
      const cluster = clusterOf.get(entry.material) ?? -1;
      const same = kept.get(cluster);
      if (windowsIn(entry, group.shotSeconds, options.minimum).length === 0) {
        setAside.push({ group: group.id, material: entry.material, sameAs: null });
      } else if (same && same.material !== entry.material) {
        setAside.push({ group: group.id, material: entry.material, sameAs: same.material });
      } else {
        kept.set(cluster, entry);
      }
    }
    const keptHere = new Set([...kept.values()].map((entry) => entry.material));
    const inOrder = [...new Map(group.materials.map((entry) => [entry.material, entry])).values()];
    return {
      id: group.id,
      shots: inOrder
        .filter((entry) => keptHere.has(entry.material))
        .flatMap((entry) =>
          shotsOf(entry, leaders.get(clusterOf.get(entry.material) ?? -1) ?? entry, group.shotSeconds, options),
        ),
    };
  });
  return { groups, setAside };
}

function longestFirst(materials: readonly ShotMaterial[]): ShotMaterial[] {
  return [...materials].sort((a, b) => b.duration - a.duration);
}

function leadersOf(list: readonly ShotMaterial[], clusterOf: ReadonlyMap<string, number>): Map<number, ShotMaterial> {
  const leaders = new Map<number, ShotMaterial>();
  for (const entry of longestFirst(list)) {
    const cluster = clusterOf.get(entry.material) ?? -1;
    if (!leaders.has(cluster)) leaders.set(cluster, entry);
  }
  return leaders;
}

/** A material's windows; a follower's window takes the symbol of the leader's window that it shows. */
function shotsOf(
  entry: ShotMaterial,
  leader: ShotMaterial,
  shotSeconds: number,
  options: ShotGroupsOptions,
): PlanShot[] {
  const windows = windowsIn(entry, shotSeconds, options.minimum);
  if (entry.material === leader.material) {
    return windows.map((window) => ({ symbol: symbolOf(entry, window), material: entry.material, window }));
  }
  const leaderWindows = windowsIn(leader, shotSeconds, options.minimum);
  const taken = new Set<ShotWindow>();
  return windows.map((window) => {
    const same = mostAlike(
      entry,
      window,
      leader,
      leaderWindows.filter((other) => !taken.has(other)),
      options.framesPerSecond ?? 2,
    );
    if (same) taken.add(same);
    return { symbol: same ? symbolOf(leader, same) : symbolOf(entry, window), material: entry.material, window };
  });
}

function mostAlike(
  entry: ShotMaterial,
  window: ShotWindow,
  leader: ShotMaterial,
  candidates: readonly ShotWindow[],
  rate: number,
): ShotWindow | null {
  const frames = framesWithin(entry.fingerprint, window, rate);
  let best: { window: ShotWindow; matching: number } | null = null;
  for (const candidate of candidates) {
    const matching = matchingFrames(
      entry.fingerprint,
      frames,
      leader.fingerprint,
      framesWithin(leader.fingerprint, candidate, rate),
    );
    if (matching * 3 > frames.length && matching > (best?.matching ?? 0)) best = { window: candidate, matching };
  }
  return best?.window ?? null;
}

function framesWithin(fingerprint: FrameHashes, window: ShotWindow, rate: number): number[] {
  return tellingFrames(fingerprint).filter((frame) => frame / rate >= window.start && frame / rate < window.end);
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
