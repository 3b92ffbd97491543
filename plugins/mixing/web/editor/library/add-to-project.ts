import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import type { Material } from '#plugins/materials/api.ts';
import type { MixProjectRow } from '#plugins/mixing/calls.ts';
import { addressOf } from '../store/OpenProjects.ts';
import { takeClips } from './take-clips.ts';

const TOLD_MILLISECONDS = 8000;

/** What the dialog answers. */
export interface PlacedClips {
  project: MixProjectRow;
  placed: number;
}

/** Asks for a project and a group, and puts videos there. */
export async function addToProject(context: PluginContext, materials: readonly Material[]): Promise<void> {
  const clips = takeClips(context, materials);
  if (clips.length === 0) return;
  const done = await context.get(DIALOGS).open<PlacedClips>('mixing/add-clips', { clips });
  if (done === undefined) return;
  const { project, placed } = done;
  const { name } = project.document;
  const left = clips.length - placed;
  context.get(TOASTS).show({
    kind: placed === 0 ? 'info' : 'success',
    text: context.t(left > 0 ? 'mixing:library.added-some' : 'mixing:library.added', { count: placed, left, name }),
    duration: TOLD_MILLISECONDS,
    action: {
      label: context.t('mixing:library.go'),
      run: () => void context.get(ROUTER).go(addressOf(project.id)),
    },
  });
}
