/** An import: the importing file and the imported one, both relative to the checkout. */
export interface ImportEdge {
  from: string;
  to: string;
}

/** A folder whose subfolders are arranged in floors. */
export interface FloorPlan {
  /** Such as `core/server/`. */
  root: string;
  /**
   * Names within the root, the lowest floor first. A floor may import only itself and those below. `.` stands for the
   * files next to the folders.
   */
  floors: readonly (readonly string[])[];
  /** Names within the root that are on no floor: test kits, and files that only re-export. */
  beside: readonly string[];
}

/** What {@link floorViolations} checks: the name of each rule, and the message for those who break it. */
export const FLOOR_RULES = {
  'stands-on-a-floor': 'Each folder stands on a floor; scripts/layer-rules.ts has the table.',
  'floors-point-down': 'A floor imports what is on it and below; take what is above as a parameter.',
  'no-folder-circle': 'These folders need each other: move what both need below them, or what needs both above.',
} as const;

/** A wrong import, or a misplaced file; `to` is the file itself then. */
interface FloorViolation extends ImportEdge {
  rule: keyof typeof FLOOR_RULES;
}

/**
 * Checks the folders of a root: each must be on a floor, imports must point down, and at any level folders and the
 * files next to them may import each other in one direction only.
 * @param files every file of the product, in {@link FloorPlan.root} or not
 * @param arrows every import between them, including type imports
 */
export function floorViolations(
  plan: FloorPlan,
  files: readonly string[],
  arrows: readonly ImportEdge[],
): FloorViolation[] {
  const { root, floors, beside } = plan;
  const within = (file: string): boolean => file.startsWith(root);
  const nameOf = (file: string): string => entryOf(file, root);
  const isBeside = (file: string): boolean => file === `${root}${nameOf(file)}`;
  const floorOf = (file: string): number =>
    floors.findIndex((names) => names.includes(nameOf(file)) || (isBeside(file) && names.includes('.')));
  const inner = arrows.filter(({ from, to }) => within(from) && within(to));
  return [
    ...files
      .filter((file) => within(file) && floorOf(file) < 0 && !beside.includes(nameOf(file)))
      .map((file) => ({ from: file, to: file, rule: 'stands-on-a-floor' as const })),
    ...inner
      .filter(({ from, to }) => floorOf(from) >= 0 && floorOf(to) > floorOf(from))
      .map((arrow) => ({ ...arrow, rule: 'floors-point-down' as const })),
    ...inFolderCircles(inner),
  ];
}

/**
 * The imports by which folders depend on each other in a cycle, checked at every level; the files next to a level's
 * folders count as one more folder.
 */
export function inFolderCircles(arrows: readonly ImportEdge[]): FloorViolation[] {
  const byParent = Map.groupBy(arrows, ({ from, to }) => commonFolder(from, to));
  return [...byParent].flatMap(([parent, own]) => {
    const roomOf = (file: string): string => {
      const entry = entryOf(file, parent);
      return file === `${parent}${entry}` ? '.' : entry;
    };
    const needs = new Map<string, Set<string>>();
    for (const { from, to } of own) needs.set(roomOf(from), (needs.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
    return own
      .filter(({ from, to }) => roomOf(from) !== roomOf(to) && reaches(needs, roomOf(to), roomOf(from)))
      .map((arrow) => ({ ...arrow, rule: 'no-folder-circle' as const }));
  });
}

function reaches(needs: ReadonlyMap<string, ReadonlySet<string>>, start: string, goal: string): boolean {
  const seen = new Set([start]);
  for (const room of seen) for (const next of needs.get(room) ?? []) seen.add(next);
  return seen.has(goal);
}

/** The file's or its folder's entry in an enclosing folder. */
function entryOf(file: string, folder: string): string {
  return file.slice(folder.length).split('/', 1)[0] ?? '';
}

/** The deepest folder that contains both files, with a trailing slash. */
function commonFolder(a: string, b: string): string {
  const others = b.split('/');
  const parts = a.split('/').slice(0, -1);
  const apart = parts.findIndex((part, index) => part !== others[index]);
  return parts
    .slice(0, apart < 0 ? undefined : apart)
    .map((part) => `${part}/`)
    .join('');
}
