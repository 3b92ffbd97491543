import { I18N } from '#core/web/i18n/i18n.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useOptionalService, useService } from '#core/web/react/use-service.ts';

import { MATERIALS, type Material } from '#plugins/materials/api.ts';
import { LARGEST_MATERIAL, SHORTEST_MATERIAL } from '#plugins/mixing/project.ts';
import { addClips } from '../edit-project.ts';
import { useEditor } from '../use-editor.ts';

/** Lets clips be chosen from the library for a group. */
export function useClipPicker(): (group: string) => void {
  const store = useEditor();
  const i18n = useService(I18N);
  const library = useOptionalService(MATERIALS);
  const refuse = ({ name, size, seconds, state, error }: Material): string | null => {
    if (size > LARGEST_MATERIAL)
      return i18n.t('mixing:material-too-large', { name, most: LARGEST_MATERIAL / 1024 / 1024 });
    if (state === 'failed') return error ?? i18n.t('mixing:material-failed', { name });
    if (seconds !== null && seconds < SHORTEST_MATERIAL) {
      return i18n.t('mixing:material-too-short', { name, least: SHORTEST_MATERIAL });
    }
    return null;
  };
  return usePluginCallback(async (group: string) => {
    const chosen = await library?.pick({ kind: 'video', multiple: true, refuse });
    if (chosen === undefined || chosen.length === 0) return;
    store.materials.take(chosen);
    store.edit(
      addClips(
        group,
        chosen.map(({ id }) => id),
      ),
    );
  });
}
