import type { MixProject } from '#plugins/mixing/project.ts';
import { pasteClips, spread, type Edit } from './edit-project.ts';
import { withLineIds } from './line-ids.ts';
import { newGroupId } from './new-project.ts';

/**
 * Gives a project the groups, lengths, transitions and texts of a template. Its clips are dealt to the new groups in
 * their order; its name, music and voice stay.
 */
export const applyTemplate =
  (template: MixProject): Edit =>
  (project) => {
    const { name, music, dubbing } = project;
    const clips = project.groups.flatMap(({ materials }) => materials);
    const groups = template.groups.map((group) => ({ ...group, id: newGroupId(), materials: [] }));
    const dealt = spread(clips, groups.length);
    const empty = withLineIds({ ...template, name, music, dubbing: dubbing ?? template.dubbing, groups });
    return groups.reduce((now, { id }, index) => pasteClips(id, dealt[index] ?? [])(now), empty);
  };
