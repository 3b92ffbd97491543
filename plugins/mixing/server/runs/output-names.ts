import * as names from '#core/server/services/tool-runs/item-names.ts';

import { cleanName, fillPattern, type NamedBy } from '#plugins/mixing/name-pattern.ts';

export { sameAs } from '#core/server/services/tool-runs/item-names.ts';

/** A video's name by a pattern, without its ending: fit for every system, but maybe that of another video too. */
export function nameBy(pattern: string, { project, title, ...facts }: NamedBy): string {
  return fitName(fillPattern(pattern, { ...facts, project: cleanName(project), title: cleanName(title ?? '') }));
}

/** A name that every file system takes; `video` when nothing of it is left. */
export function fitName(text: string): string {
  return names.fitName(text, 'video');
}

/** The same name, or one with a number after it where another has it already. `taken` gets it. */
export function unlikeOthers(name: string, taken: Set<string>): string {
  return names.unlikeOthers(name, taken, (number) => ` (${number})`);
}
