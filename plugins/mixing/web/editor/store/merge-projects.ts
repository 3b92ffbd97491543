import type { MixProject } from '#plugins/mixing/project.ts';

/** Two have changed the same field in different ways. */
class MergeConflict extends Error {}

interface MergeOptions {
  /** What becomes of a field that both changed: `refuse` gives the whole merge up. */
  conflicts: 'refuse' | 'mine';
}

/**
 * Puts together what two have made of the same project: fields, groups, clips and lines of the subtitles that only
 * one of them changed are as that one left them.
 * @returns null when both changed the same field in different ways, and that is to be refused
 */
export function mergeProjects(
  base: MixProject,
  mine: MixProject,
  theirs: MixProject,
  { conflicts }: MergeOptions = { conflicts: 'refuse' },
): MixProject | null {
  try {
    // A merge of three projects has the shape of a project.
    return merge(base, mine, theirs, conflicts) as MixProject;
  } catch (error) {
    if (error instanceof MergeConflict) return null;
    throw error;
  }
}

type Conflicts = MergeOptions['conflicts'];

function merge(base: unknown, mine: unknown, theirs: unknown, conflicts: Conflicts): unknown {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
  if (isSame(base, mine)) return theirs;
  // Both have begun something: what was not there before was empty.
  const [ofBase, ofMine, ofTheirs] = [base ?? [], mine, theirs].map(byKey);
  if (ofBase && ofMine && ofTheirs) return [...mergeLists(ofBase, ofMine, ofTheirs, conflicts).values()];
  const before = base ?? {};
  if (isRecord(before) && isRecord(mine) && isRecord(theirs)) return mergeRecords(before, mine, theirs, conflicts);
  if (conflicts === 'mine') return mine;
  throw new MergeConflict();
}

function mergeRecords(
  base: Record<string, unknown>,
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
  conflicts: Conflicts,
): Record<string, unknown> {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  const merged = [...names].map((name) => [name, merge(base[name], mine[name], theirs[name], conflicts)] as const);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

type Keyed = ReadonlyMap<string, unknown>;

/** Lists whose items are known by a key: the groups of a project, the clips of a group, lines of subtitles. */
function mergeLists(base: Keyed, mine: Keyed, theirs: Keyed, conflicts: Conflicts): Map<string, unknown> {
  const items = new Map<string, unknown>();
  for (const key of new Set([...mine.keys(), ...theirs.keys()])) {
    const item = mergeItem(key, [base, mine, theirs], conflicts);
    if (item !== undefined) items.set(key, item);
  }
  const stays = (key: string) => base.has(key) && mine.has(key) && theirs.has(key);
  const [before, after, other] = [base, mine, theirs].map((list) => [...list.keys()].filter(stays).join(' '));
  const isMovedByBoth = before !== after && before !== other && after !== other;
  if (isMovedByBoth && conflicts === 'refuse') throw new MergeConflict();
  // The order of whoever moved something; what only the other one added comes after what it stands behind there.
  const [leading, following] = before === after ? [theirs, mine] : [mine, theirs];
  const order = [...leading.keys()].filter((key) => items.has(key));
  const added = [...following.keys()].filter((key) => items.has(key));
  for (const [index, key] of added.entries()) {
    if (leading.has(key)) continue;
    const behind = added[index - 1];
    order.splice(behind === undefined ? 0 : order.indexOf(behind) + 1, 0, key);
  }
  return new Map(order.map((key) => [key, items.get(key)]));
}

/** One item of a list; undefined for one that is taken out. */
function mergeItem(key: string, [base, mine, theirs]: [Keyed, Keyed, Keyed], conflicts: Conflicts): unknown {
  if (mine.has(key) && theirs.has(key)) {
    return merge(base.get(key) ?? {}, mine.get(key), theirs.get(key), conflicts);
  }
  const left = mine.get(key) ?? theirs.get(key);
  if (!base.has(key)) return left;
  if (isSame(base.get(key), left)) return undefined;
  // One took out what the other changed.
  if (conflicts === 'refuse') throw new MergeConflict();
  return mine.get(key);
}

/** The items of a list of objects by their `id` or `material`; undefined for any other value. */
function byKey(value: unknown): Keyed | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.map((item: unknown) => [keyOf(item), item] as const);
  const known = entries.filter((entry): entry is readonly [string, unknown] => entry[0] !== undefined);
  const map = new Map(known);
  return map.size === value.length ? map : undefined;
}

function keyOf(item: unknown): string | undefined {
  if (!isRecord(item)) return undefined;
  const key = item['id'] ?? item['material'];
  return typeof key === 'string' ? key : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values of JSON are the same, in whatever order their fields stand. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isRecord(one) || !isRecord(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}
