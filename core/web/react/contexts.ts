import { createContext } from 'react';

import type { Kernel } from '../kernel/kernel.ts';
import type { PluginContext } from '../plugin-context.ts';

/** The kernel of the page; null outside `KernelProvider`. */
export const KernelContext = createContext<Kernel | null>(null);

/** The context of the plugin whose page, dialog or slot item is shown; null in the shell. */
export const PluginScopeContext = createContext<PluginContext | null>(null);
