import { fail } from '#core/contract/errors.ts';

import type { PlannedProject } from './planned-project.ts';

/**
 * A project without the groups whose materials were all refused: the video goes on without them.
 * @param refused how many were refused, for the message when nothing is left
 * @throws expected `mixing:nothing-usable`
 */
export function usableGroups<P extends PlannedProject>(
  project: P,
  materials: ReadonlyMap<string, unknown>,
  refused: number,
): P {
  const groups = project.groups.filter((group) => group.materials.some(({ material }) => materials.has(material)));
  if (groups.length === 0) {
    fail('mixing:nothing-usable', { refused }, { kind: 'invalid' });
  }
  return { ...project, groups };
}
