import { use } from 'react';

import type { PluginContext } from '../plugin-context.ts';
import { PluginScopeContext } from './contexts.ts';

/**
 * The context of the plugin whose page, dialog or slot item is shown.
 * @throws TypeError outside a plugin
 */
export function usePluginContext(): PluginContext {
  const context = use(PluginScopeContext);
  if (context === null) throw new TypeError('put a PluginScope around this component');
  return context;
}
