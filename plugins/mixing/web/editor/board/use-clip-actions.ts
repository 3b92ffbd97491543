import { I18N } from '#core/web/i18n/i18n.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import type { Material } from '#plugins/materials/api.ts';
import { refuseClip } from '../../parts/refuse-clip.ts';
import { addClips, MAX_CLIPS } from '../store/edit-project.ts';
import { useEditor } from '../store/use-editor.ts';
import { useLibrary } from '../store/use-library.ts';

/** Lets clips be chosen from the library for a group. */
export function useClipPicker(): (group: string) => void {
  const store = useEditor();
  const i18n = useService(I18N);
  const toasts = useService(TOASTS);
  const libraryNow = useLibrary();
  const refuse = (material: Material): string | null => refuseClip(material, i18n.t);
  return usePluginCallback(async (group: string) => {
    if (!store.mayEdit()) return;
    const chosen = await libraryNow()?.pick({ kind: 'video', multiple: true, refuse });
    if (chosen === undefined || chosen.length === 0) return;
    const known = new Set(store.groupOf(group)?.materials.map(({ material }) => material));
    const fresh = chosen.filter(({ id }) => !known.has(id));
    const left = Math.max(0, fresh.length - store.roomIn(group));
    if (left > 0) {
      const params = { most: MAX_CLIPS, left };
      toasts.show({ kind: 'warning', text: () => i18n.t('mixing:editor.group-full-left', params), duration: 8000 });
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
