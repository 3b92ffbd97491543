import { use } from 'react';

import type { Token } from '../token.ts';
import { PluginScopeContext } from './contexts.ts';
import { useKernel } from './use-kernel.ts';

/**
 * A service: below a plugin's page what the plugin's context gives, else the kernel's.
 * @throws TypeError that names the token when there is none
 * @example const session = useService(SESSION);
 */
export function useService<T>(token: Token<T>): T {
  const context = use(PluginScopeContext);
  const kernel = useKernel();
  return context === null ? kernel.get(token) : context.get(token);
}

/** The same, or undefined: a partner plugin may be missing, locked or hidden. */
export function useOptionalService<T>(token: Token<T>): T | undefined {
  const context = use(PluginScopeContext);
  const kernel = useKernel();
  return context === null ? kernel.tryGet(token) : context.tryGet(token);
}
