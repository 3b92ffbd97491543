import type { ReactNode } from 'react';

import type { PluginContext } from '../plugin-context.ts';
import { PluginScopeContext } from './contexts.ts';

/**
 * Marks what is below as part of a plugin: its hooks reach the plugin's stores and its own views of services, and
 * a fault of an event handler there is put down to it. Pages and slot items stand in one already; whoever shows a
 * plugin's component elsewhere, such as a dialog, puts one around it.
 */
export function PluginScope({ context, children }: { context: PluginContext; children: ReactNode }) {
  return (
    <PluginScopeContext value={context}>
      <div data-plugin={context.id} style={{ display: 'contents' }}>
        {children}
      </div>
    </PluginScopeContext>
  );
}
