import type { PlannedProject } from './planned-project.ts';

/**
 * Frames that two neighbouring shots share in the transition after each group, by group id. A transition
 * takes at most half of the shortest shot on either side, so that every combination fits.
 * @param shortest frames of the shortest shot that each group may show, by group id
 */
export function blendsAfter(
  project: PlannedProject,
  shortest: ReadonlyMap<string, number>,
  fps: number,
): Map<string, number> {
  const leastOf = (id: string | undefined) => (id === undefined ? Infinity : (shortest.get(id) ?? Infinity));
  const leastOfAll = Math.min(...project.groups.map(({ id }) => leastOf(id)));
  const blends = new Map<string, number>();
  project.groups.forEach((group, index) => {
    const least =
      project.order === 'shuffled' ? leastOfAll : Math.min(leastOf(group.id), leastOf(project.groups[index + 1]?.id));
    const wanted = group.transition === null ? 0 : Math.round(group.transition.seconds * fps);
    const fitting = Math.max(0, Math.min(wanted, Math.floor((least - 1) / 2)));
    blends.set(group.id, fitting < 2 ? 0 : fitting);
  });
  return blends;
}
