import { useEffect } from 'react';

import { COMMANDS } from '../commands/commands.ts';
import { useKernel } from '../react/use-kernel.ts';
import { usePluginContext } from '../react/use-plugin-context.ts';
import { useSlotItems } from '../react/use-slot.ts';
import type { FollowedToolRun } from './FollowedToolRun.ts';
import { chosenOutputs } from './chosen-outputs.ts';
import { RUN_OUTPUTS } from './run-outputs.ts';

/** Puts what plugins do with the outputs of a run into the command palette, if anything is. For observers. */
export function useOutputCommands(run: FollowedToolRun, isOffered: boolean): void {
  const context = usePluginContext();
  const { faults } = useKernel();
  const actions = useSlotItems(RUN_OUTPUTS);
  const count = isOffered ? chosenOutputs(run).count : 0;
  useEffect(() => {
    if (count === 0) return undefined;
    const commands = context.get(COMMANDS);
    const undos = actions.map(({ key, context: owner, item }) =>
      commands.add({
        ...{ id: `${context.id}.output.${key}`, title: item.title, params: { count } },
        // The command is the page's; what goes wrong in it is its owner's fault.
        run: () => faults.guard(owner.id, () => item.run(chosenOutputs(run))),
      }),
    );
    return () => {
      for (const undo of undos) void undo();
    };
  }, [context, faults, actions, run, count]);
}
