import { use, useCallback } from 'react';

import { PluginScopeContext } from './contexts.ts';
import { useKernel } from './use-kernel.ts';

/**
 * Wraps a handler so that what it throws, also later as a promise, is put down to the plugin for certain: the
 * reader is told which plugin did not finish. Handlers of DOM events inside a plugin's page are put down to it
 * without this as long as they throw at once; what they do after an `await` is not always.
 * @example <Button onClick={usePluginCallback(async () => store.save())}>
 */
export function usePluginCallback<A extends unknown[]>(
  handler: (...args: A) => void | Promise<void>,
): (...args: A) => void {
  const { faults } = useKernel();
  const context = use(PluginScopeContext);
  return useCallback(
    (...args: A) => {
      if (context === null) void handler(...args);
      else faults.guard(context.id, () => handler(...args));
    },
    [faults, context, handler],
  );
}
