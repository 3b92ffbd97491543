import { I18N } from '#core/web/i18n/i18n.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import type { Material } from '#plugins/materials/api.ts';
import { LARGEST_MATERIAL, SHORTEST_MATERIAL } from '#plugins/mixing/project.ts';
import { addClips, MAX_CLIPS } from '../store/edit-project.ts';
import { useEditor } from '../store/use-editor.ts';
import { useLibrary } from '../store/use-library.ts';

/** Lets clips be chosen from the library for a group. */
export function useClipPicker(): (group: string) => void {
  const store = useEditor();
  const i18n = useService(I18N);
  const toasts = useService(TOASTS);
  const libraryNow = useLibrary();
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
    const chosen = await libraryNow()?.pick({ kind: 'video', multiple: true, refuse });
    if (chosen === undefined || chosen.length === 0) return;
    const known = new Set(store.groupOf(group)?.materials.map(({ material }) => material));
    const fresh = chosen.filter(({ id }) => !known.has(id));
    const left = Math.max(0, fresh.length - store.roomIn(group));
    if (left > 0) {
      const params = { most: MAX_CLIPS, left };
      toasts.show({ kind: 'warning', text: i18n.t('mixing:editor.group-full-left', params), duration: 8000 });
    }
    store.materials.take(chosen);
    store.edit(
      addClips(
        group,
        fresh.map(({ id }) => id),
      ),
    );
  });
}
