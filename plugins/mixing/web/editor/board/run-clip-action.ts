import { CLIP_ACTIONS, type ClipAction } from '#plugins/mixing/api.ts';
import { replacePlaced, type PlacedClip } from '../store/edit-project.ts';
import type { EditorStore } from '../store/EditorStore.ts';

/** Does with clips what a plugin offers, and puts into the project what came of it. @throws what the plugin does wrong */
export async function runClipAction(
  store: EditorStore,
  action: ClipAction,
  clips: readonly PlacedClip[],
): Promise<void> {
  const given = clips.flatMap(({ group, material: id }) => {
    const material = store.materials.get(id);
    return material === undefined ? [] : [{ group, material }];
  });
  if (given.length === 0) return;
  const made: unknown = await action.run(given);
  if (made === undefined) return;
  if (!(made instanceof Map) || ![...made].flat().every((id) => typeof id === 'string')) {
    throw new TypeError(`${CLIP_ACTIONS.id}: "${action.id}" must answer a map of material ids, or nothing`);
  }
  if (made.size > 0) store.edit(replacePlaced(clips, made));
}
