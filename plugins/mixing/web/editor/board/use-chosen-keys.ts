import { useEffect } from 'react';

import { COMMANDS } from '#core/web/commands/commands.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { useStore } from '#core/web/react/use-store.ts';

import { CopiedClips } from '../store/CopiedClips.ts';
import { clipsAt, pasteClips, removePlaced, type PlacedClip } from '../store/edit-project.ts';
import { useEditor } from '../store/use-editor.ts';

/**
 * Delete, Esc, Ctrl+A, Ctrl+C and Ctrl+V for clips, wherever on the page nothing is being typed. As commands they stand
 * in the palette and on the sheet of keys.
 */
export function useChosenKeys(): void {
  const context = usePluginContext();
  const store = useEditor();
  const copied = useStore(CopiedClips);
  useEffect(() => {
    /** What is meant: several that were chosen, or the one that is selected. */
    const clipsMeant = (isOnBoard: boolean): readonly PlacedClip[] => {
      const { chosen } = store;
      const { selected } = store.work;
      if (chosen.clips.length > 0) return chosen.clips;
      // A single clip is chosen by a plain press; only on the board do keys mean it.
      return selected.kind === 'clip' && isOnBoard ? [selected] : [];
    };
    const groupSelected = (): string | null => ('group' in store.work.selected ? store.work.selected.group : null);
    const remove = (clips: readonly PlacedClip[]): void => store.edit(removePlaced(clips));
    const chooseAll = (group: string): void =>
      store.chosen.replace(store.groupOf(group)?.materials.map(({ material }) => ({ group, material })) ?? []);
    const copy = (clips: readonly PlacedClip[]): void =>
      copied.take(clipsAt(store.project, clips).map(({ clip }) => clip));
    const paste = (group: string): void => store.edit(pasteClips(group, copied.clips));

    const press = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.defaultPrevented || event.altKey || !(target instanceof Element)) return;
      if (target.closest('input, textarea, [contenteditable], [role="dialog"], [role="menu"]') !== null) return;
      const isOnBoard = target.closest('.rp-ed-board') !== null;
      const clips = clipsMeant(isOnBoard);
      const isCommand = event.ctrlKey || event.metaKey;
      const letter = key.toLowerCase();
      const group = target.closest<HTMLElement>('[data-group]')?.dataset['group'] ?? groupSelected();
      if (!isCommand && (key === 'Delete' || key === 'Backspace') && clips.length > 0) remove(clips);
      else if (!isCommand && key === 'Escape' && store.chosen.clips.length > 0) store.chosen.clear();
      else if (isCommand && letter === 'a' && group !== null && isOnBoard) chooseAll(group);
      else if (isCommand && letter === 'c' && clips.length > 0 && getSelection()?.isCollapsed !== false) copy(clips);
      else if (isCommand && letter === 'v' && group !== null && copied.clips.length > 0) paste(group);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);

    const commands = context.get(COMMANDS);
    const inGroup = (run: (group: string) => void) => (): void => {
      const group = groupSelected() ?? store.project.groups[0]?.id;
      if (group !== undefined) run(group);
    };
    const undos = [
      commands.add({
        ...{ id: 'mixing.choose-all', title: 'mixing:editor.keys-all', keys: 'mod+a', hears: false },
        run: inGroup(chooseAll),
      }),
      commands.add({
        ...{ id: 'mixing.copy', title: 'mixing:editor.keys-copy', keys: 'mod+c', hears: false },
        run: () => copy(clipsMeant(true)),
      }),
      commands.add({
        ...{ id: 'mixing.paste', title: 'mixing:editor.keys-paste', keys: 'mod+v', hears: false },
        run: inGroup(paste),
      }),
      commands.add({
        ...{ id: 'mixing.remove', title: 'mixing:editor.keys-remove', keys: 'delete', hears: false },
        run: () => remove(clipsMeant(true)),
      }),
    ];
    return () => {
      document.removeEventListener('keydown', press);
      for (const undo of undos) void undo();
    };
  }, [context, store, copied]);
}
