import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';

import { change, USUAL_MUSIC } from './edit-project.ts';
import { useEditor } from './use-editor.ts';
import { useLibrary } from './use-library.ts';

/** Lets the music be chosen from the library. */
export function useMusicPicker(): () => void {
  const store = useEditor();
  const libraryNow = useLibrary();
  return usePluginCallback(async () => {
    const { music } = store.project;
    const chosen = await libraryNow()?.pick({ kind: 'music', chosen: music === null ? [] : [music.material] });
    const [material] = chosen ?? [];
    if (material === undefined) return;
    store.materials.take([material]);
    store.edit(change({ music: { ...(store.project.music ?? USUAL_MUSIC), material: material.id } }));
  });
}
