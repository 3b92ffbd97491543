/** One import: a file, and the file that it imports, both from the top of the checkout. */
export interface Arrow {
  from: string;
  to: string;
}

/** A folder whose folders stand on each other. */
export interface Storeys {
  /** Such as `core/server/`. */
  root: string;
  /**
   * Names within the root, the lowest floor first: whoever stands on a floor imports only it and what is below. `.` is
   * for the files beside the folders.
   */
  floors: readonly (readonly string[])[];
  /** Names within the root that stand on no floor: kits for tests, and files that only gather what others import. */
  beside: readonly string[];
}

/** What {@link floorViolations} checks, by the rules' names, as it is told to whoever breaks one. */
export const FLOOR_RULES = {
  'stands-on-a-floor': 'Each folder stands on a floor; scripts/layer-rules.ts has the table.',
  'floors-point-down': 'A floor imports what is on it and below; take what is above as a parameter.',
  'no-folder-circle': 'These folders need each other: move what both need below them, or what needs both above.',
} as const;

/** What is wrong with an import, or with where a file stands; then `to` is the file itself. */
interface FloorViolation extends Arrow {
  rule: keyof typeof FLOOR_RULES;
}

/**
 * Looks at the folders of a root: each stands on a floor, imports point down, and wherever one looks, folders and the
 * files beside them import each other one way only.
 * @param files every file of the product, {@link Storeys.root} or not
 * @param arrows every import between them, those of types too
 */
export function floorViolations(
  storeys: Storeys,
  files: readonly string[],
  arrows: readonly Arrow[],
): FloorViolation[] {
  const { root, floors, beside } = storeys;
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
 * The imports by which folders need each other. In each folder its folders are looked at, and the files beside them as
 * one more.
 */
export function inFolderCircles(arrows: readonly Arrow[]): FloorViolation[] {
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

/** The name of a file, or of the folder that holds it, as it stands in a folder above. */
function entryOf(file: string, folder: string): string {
  return file.slice(folder.length).split('/', 1)[0] ?? '';
}

/** The deepest folder that holds both files, ending in a slash. */
function commonFolder(a: string, b: string): string {
  const others = b.split('/');
  const parts = a.split('/').slice(0, -1);
  const apart = parts.findIndex((part, index) => part !== others[index]);
  return parts
    .slice(0, apart < 0 ? undefined : apart)
    .map((part) => `${part}/`)
    .join('');
}
