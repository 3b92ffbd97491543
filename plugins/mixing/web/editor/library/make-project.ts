import { HTTP } from '#core/web/http/http.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER } from '#core/web/router/router.ts';

import type { Material } from '#plugins/materials/api.ts';
import { createMixProject } from '#plugins/mixing/calls.ts';
import { MAX_GROUPS } from '#plugins/mixing/project.ts';
import { addGroup, MAX_CLIPS, spreadClips } from '../store/edit-project.ts';
import { newGroupId, newProject } from '../store/new-project.ts';
import { addressOf } from '../store/OpenProjects.ts';
import { takeClips } from './take-clips.ts';

/** Makes a new project of videos, dealt to its groups in their order, and goes there. */
export async function makeProject(context: PluginContext, materials: readonly Material[]): Promise<void> {
  const clips = takeClips(context, materials);
  if (clips.length === 0) return;
  const { t } = context;
  const empty = newProject(t);
  let project = { ...empty, groups: empty.groups.slice(0, clips.length) };
  while (project.groups.length * MAX_CLIPS < clips.length && project.groups.length < MAX_GROUPS) {
    const name = t('mixing:editor.group-number', { number: project.groups.length + 1 });
    project = addGroup({ id: newGroupId(), name })(project);
  }
  const body = spreadClips(clips)(project);
  const { id } = await context.get(HTTP).call(createMixProject, { query: { numbered: 'true' }, body });
  await context.get(ROUTER).go(addressOf(id));
}
