import type { ReactNode } from 'react';

import type { PluginContext } from '../plugin-context.ts';
import { PluginScopeContext } from './contexts.ts';

/**
 * Marks what is below as part of a plugin: its hooks reach the plugin's stores and its own views of services, and
 * faults of its event handlers are attributed to it. Pages and slot items are inside one already; wrap a plugin's
 * component in one when showing it elsewhere, for example in a dialog.
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
