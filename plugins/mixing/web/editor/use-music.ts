import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useOptionalService } from '#core/web/react/use-service.ts';

import { MATERIALS } from '#plugins/materials/api.ts';
import { change, USUAL_MUSIC } from './edit-project.ts';
import { useEditor } from './use-editor.ts';

/** Lets the music be chosen from the library. */
export function useMusicPicker(): () => void {
  const store = useEditor();
  const library = useOptionalService(MATERIALS);
  return usePluginCallback(async () => {
    const { music } = store.project;
    const chosen = await library?.pick({ kind: 'music', chosen: music === null ? [] : [music.material] });
    const [material] = chosen ?? [];
    if (material === undefined) return;
    store.materials.take([material]);
    store.edit(change({ music: { ...(store.project.music ?? USUAL_MUSIC), material: material.id } }));
  });
}
