import { pictureOf } from '#core/contract/picture.ts';

import { capacityBound, productOf } from '../plan/capacity-bound.ts';
import type { ShotWindow } from '../plan/plan-input.ts';
import type { PlannedProject } from '../render/planned-project.ts';
import type { Measured } from '../threads/plan-results.ts';
import type { KnownProject } from '../threads/plan-tasks.ts';

/** The shots of one group, reckoned instead of listed; lengths in seconds as they play. */
interface Reckoned {
  id: string;
  shots: number;
  least: number;
  most: number;
  seconds: number;
}

/**
 * What can be said of a project without a search: how many shots there are, the bound of each level, and as many
 * videos as it certainly has. For projects that are too large to be searched while somebody waits.
 */
export function plainBounds({ project, materials, history }: KnownProject, count: number): Measured {
  const known = new Map(materials.map(([id, hash, seconds]) => [id, { hash, seconds }]));
  const groups = project.groups.map((group) => reckon(group, project.shotSeconds * group.speed, known));
  const sizes = groups.map(({ shots }) => shots);
  const made = history === '' ? 0 : history.split('\n').length;
  const whole = sizes.length > 0 && sizes.every((size) => size > 0);
  const certain = disjoint(project, known);
  const rows = (whole ? sizes : []).map((_, share) => {
    const bound = capacityBound(sizes, share);
    // Taking the next shot of every group each time shares nothing for as long as the smallest group lasts.
    const yielded = share === sizes.length - 1 ? productOf(sizes) : Math.min(...sizes);
    const reachable = certain ? Math.max(0, yielded - made) : 0;
    return { share, bound, reachable, atLeast: reachable < bound };
  });
  const sum = (of: (group: Reckoned) => number) => groups.reduce((total, group) => total + of(group), 0);
  const { width, height } = pictureOf(project.ratio, project.resolution);
  return {
    rows,
    level: rows.find(({ reachable }) => reachable >= count)?.share ?? null,
    shots: groups.map(({ id, shots }) => [id, shots]),
    ...{ advice: [], alike: [], provisional: true },
    seconds: { least: sum(({ least }) => least), most: sum(({ most }) => most) },
    work: {
      megapixels: (width * height) / 1e6,
      ...{ shots: sum(({ shots }) => shots), shotSeconds: sum(({ seconds }) => seconds) },
      ...{ joints: 0, jointSeconds: 0, groups: groups.length },
    },
  };
}

type Group = PlannedProject['groups'][number];
type Known = ReadonlyMap<string, { hash: string; seconds: number }>;

function reckon({ id, speed, materials }: Group, shotSeconds: number, known: Known): Reckoned {
  const seen = new Set<string>();
  const group = { id, shots: 0, least: Infinity, most: 0, seconds: 0 };
  const add = (shots: number, seconds: number): void => {
    if (shots <= 0) return;
    const length = seconds / speed;
    group.shots += shots;
    group.seconds += shots * length;
    group.least = Math.min(group.least, length);
    group.most = Math.max(group.most, length);
  };
  for (const { material, windows } of materials) {
    const found = known.get(material);
    if (found === undefined) continue;
    const whole = windows === undefined ? [null] : windows;
    for (const window of whole) {
      const name = `${found.hash} ${window === null ? '' : `${window.start}-${window.end}`}`;
      if (seen.has(name)) continue;
      seen.add(name);
      if (window !== null) add(lengthIn(window, found.seconds) >= 1 ? 1 : 0, lengthIn(window, found.seconds));
      else add(Math.max(1, Math.floor(found.seconds / shotSeconds)), Math.min(found.seconds, shotSeconds));
    }
  }
  return { ...group, least: group.shots === 0 ? 0 : group.least };
}

function lengthIn({ start, end }: ShotWindow, seconds: number): number {
  return Math.min(end, seconds) - start;
}

/** Whether no content is in two groups. */
function disjoint({ groups }: PlannedProject, known: Known): boolean {
  const owners = new Map<string, string>();
  return groups.every(({ id, materials }) =>
    materials.every(({ material }) => {
      const hash = known.get(material)?.hash;
      if (hash === undefined) return true;
      const owner = owners.get(hash) ?? id;
      owners.set(hash, owner);
      return owner === id;
    }),
  );
}
