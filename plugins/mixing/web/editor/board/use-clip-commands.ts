import { useEffect } from 'react';

import { COMMANDS } from '#core/web/commands/commands.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { useSlot } from '#core/web/react/use-slot.ts';

import { CLIP_ACTIONS } from '#plugins/mixing/api.ts';
import { useEditor } from '../store/use-editor.ts';
import { runClipAction } from './run-clip-action.ts';

/** Puts what plugins do with the chosen clips into the command palette. For observers. */
export function useClipCommands(): void {
  const context = usePluginContext();
  const { faults } = useKernel();
  const store = useEditor();
  const actions = useSlot(CLIP_ACTIONS);
  const count = store.chosen.clips.length;
  useEffect(() => {
    if (count === 0) return undefined;
    const commands = context.get(COMMANDS);
    const undos = actions.map(({ key, context: owner, item }) =>
      commands.add({
        ...{ id: `mixing.clip-action.${key}`, title: item.title, params: { count } },
        // The command is the editor's; what goes wrong in it is its owner's fault.
        run: () => faults.guard(owner.id, () => runClipAction(store, item, store.chosen.clips)),
      }),
    );
    return () => {
      for (const undo of undos) void undo();
    };
  }, [context, faults, store, actions, count]);
}
