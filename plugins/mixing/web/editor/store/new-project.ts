import type { I18n } from '#core/web/i18n/i18n.ts';
import { randomUuid } from '#core/web/random-uuid.ts';

import { mixProjectSchema, type MixProject } from '#plugins/mixing/project.ts';

/** An id for a group; unlike every other one of its project. */
export function newGroupId(): string {
  return randomUuid();
}

/** What somebody begins with: three empty groups, so that the columns show what is meant. */
export function newProject(t: I18n['t']): MixProject {
  return mixProjectSchema.parse({
    name: t('mixing:editor.new-name'),
    resolution: 1080,
    groups: (['mixing:editor.first-1', 'mixing:editor.first-2', 'mixing:editor.first-3'] as const).map((name) => ({
      id: newGroupId(),
      name: t(name),
      materials: [],
    })),
  });
}
