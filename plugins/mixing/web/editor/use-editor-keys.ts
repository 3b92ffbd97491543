import { useEffect } from 'react';

import { COMMANDS } from '#core/web/commands/commands.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';

import type { EditorStore } from './store/EditorStore.ts';

/** What the editor's keys do: as commands they are heard, stand in the palette, and on the sheet of keys. */
export function useEditorKeys(store: EditorStore): void {
  const context = usePluginContext();
  useEffect(() => {
    const commands = context.get(COMMANDS);
    const play = (): void => void store.preview.live.toggle();
    const undos = [
      commands.add({ id: 'mixing.undo', title: 'mixing:editor.undo', keys: 'mod+z', run: () => store.undo() }),
      commands.add({ id: 'mixing.redo', title: 'mixing:editor.redo', keys: 'mod+shift+z', run: () => store.redo() }),
      commands.add({ id: 'mixing.play', title: 'mixing:editor.play', keys: 'alt+p', run: play }),
      commands.add({
        ...{ id: 'mixing.shuffle', title: 'mixing:editor.shuffle', keys: 'alt+s' },
        run: () => store.preview.shuffle(),
      }),
    ];
    return () => {
      for (const undo of undos) void undo();
    };
  }, [context, store]);
}
