import type { Material } from '#plugins/materials/api.ts';
import { SHORTEST_MATERIAL } from '#plugins/mixing/project.ts';
import { setWindows, type MixWindow } from '../store/edit-project.ts';
import { useEditor } from '../store/use-editor.ts';

export interface UsedWindows {
  windows: readonly MixWindow[];
  /** Changes one of them, or adds one behind the last; absent where nothing may be changed. */
  change: ((index: number, window: MixWindow) => void) | undefined;
  remove(index: number): void;
  /** Puts others in their place, in a step of its own. */
  set(windows: readonly MixWindow[]): void;
}

/** Which stretches of a clip are used, and how that is changed; to be used by an observer. */
export function useClipWindows(group: string, material: Pick<Material, 'id' | 'seconds'>): UsedWindows {
  const store = useEditor();
  const { id, seconds } = material;
  const windows = store.clipOf(group, id)?.windows ?? [];
  const set = (next: readonly MixWindow[], kind: string | null = null): void =>
    store.edit(setWindows(group, id, next), kind === null ? null : `windows.${group}.${id}.${kind}`);
  const mayTrim = store.lock === null && (seconds ?? 0) >= SHORTEST_MATERIAL;
  return {
    windows,
    change: mayTrim
      ? (index, window) =>
          set(index < windows.length ? windows.with(index, window) : [...windows, window], String(index))
      : undefined,
    remove: (index) => set(windows.toSpliced(index, 1)),
    set,
  };
}
