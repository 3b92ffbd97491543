import { use, useCallback } from 'react';

import { PluginScopeContext } from './contexts.ts';
import { useKernel } from './use-kernel.ts';

/**
 * Wraps a handler so that whatever it throws, including later as a rejected promise, is reliably attributed to the
 * plugin, and the user is told which plugin failed. DOM event handlers inside a plugin's page do not need it for errors
 * thrown synchronously; errors after an `await` are not always attributed without it.
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
