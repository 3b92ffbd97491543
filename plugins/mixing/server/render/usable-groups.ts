import { fail } from '#core/contract/errors.ts';

import type { MixProject } from '#plugins/mixing/project.ts';

/**
 * A project without the groups whose materials were all refused: the video goes on without them.
 * @param refused how many were refused, for the message when nothing is left
 * @throws expected `mixing:nothing-usable`
 */
export function usableGroups(
  project: MixProject,
  materials: ReadonlyMap<string, unknown>,
  refused: number,
): MixProject {
  const groups = project.groups.filter((group) => group.materials.some(({ material }) => materials.has(material)));
  if (groups.length === 0) {
    fail('mixing:nothing-usable', { refused }, { kind: 'invalid' });
  }
  return { ...project, groups };
}
