import { FEATURE_GATE } from '#core/web/features/feature-gate.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import type { MaterialsLibrary } from '#plugins/materials/api.ts';
import { useEditor } from './use-editor.ts';

/** Gives the library when something is to be chosen from it; while it is missing it says why, and gives undefined. */
export function useLibrary(): () => MaterialsLibrary | undefined {
  const t = useText();
  const store = useEditor();
  const features = useService(FEATURE_GATE);
  const toasts = useService(TOASTS);
  return () => {
    const library = store.library();
    if (library !== undefined) return library;
    const { access } = store;
    if (access.state === 'locked') features.offerUpgrade(access.lock);
    else if (access.state !== 'open') {
      toasts.show({ kind: 'warning', text: () => t(`mixing:editor.library-${access.state}`), key: 'mixing.library' });
    }
    return undefined;
  };
}
