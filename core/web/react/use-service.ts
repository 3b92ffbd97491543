import { use } from 'react';

import type { Token } from '../token.ts';
import { PluginScopeContext } from './contexts.ts';
import { useKernel } from './use-kernel.ts';

/**
 * A service: inside a plugin the one from the plugin's context, otherwise the kernel's.
 * @throws TypeError naming the token when there is none
 * @example const session = useService(SESSION);
 */
export function useService<T>(token: Token<T>): T {
  const context = use(PluginScopeContext);
  const kernel = useKernel();
  return context === null ? kernel.get(token) : context.get(token);
}

/** Like `useService`, but undefined when there is none: a partner plugin may be missing, locked or hidden. */
export function useOptionalService<T>(token: Token<T>): T | undefined {
  const context = use(PluginScopeContext);
  const kernel = useKernel();
  return context === null ? kernel.tryGet(token) : context.tryGet(token);
}
