import { fail } from '#core/contract/errors.ts';

import type { PlannedProject } from './planned-project.ts';

/**
 * Refuses a project with a group of which no material can be used: a video without it is not what was asked for.
 * @param refused how many materials were refused, for the message when nothing is left
 * @throws expected `mixing:nothing-usable`, `mixing:group-unusable`
 */
export function assertGroupsUsable(
  project: PlannedProject,
  materials: ReadonlyMap<string, unknown>,
  refused: number,
): void {
  const unusable = project.groups.filter((group) => !group.materials.some(({ material }) => materials.has(material)));
  if (unusable.length === project.groups.length) {
    fail('mixing:nothing-usable', { refused }, { kind: 'invalid' });
  }
  const [first] = unusable;
  if (first === undefined) return;
  const group = first.name || `#${project.groups.indexOf(first) + 1}`;
  fail('mixing:group-unusable', { group }, { kind: 'invalid' });
}
