import { useEffect } from 'react';

import { COMMANDS } from '#core/web/commands/commands.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { useSlot } from '#core/web/react/use-slot.ts';

import { MATERIAL_ACTIONS } from '#plugins/materials/api.ts';
import type { Library } from '../list/Library.ts';

/** Puts what other features do with the chosen materials into the command palette. For observers. */
export function useActionCommands(library: Library): void {
  const context = usePluginContext();
  const { faults } = useKernel();
  const actions = useSlot(MATERIAL_ACTIONS);
  const { kind, query } = library;
  const count = query.filters.trash ? 0 : library.chosen.length;
  useEffect(() => {
    if (count === 0) return undefined;
    const commands = context.get(COMMANDS);
    const undos = actions
      .filter(({ item }) => item.kinds.includes(kind))
      .map(({ key, context: owner, item }) =>
        commands.add({
          ...{ id: `materials.action.${key}`, title: item.title, params: { count } },
          // The command is the library's; what goes wrong in it is its owner's fault.
          run: () => faults.guard(owner.id, () => item.run(library.chosen)),
        }),
      );
    return () => {
      for (const undo of undos) void undo();
    };
  }, [context, faults, actions, library, kind, count]);
}
