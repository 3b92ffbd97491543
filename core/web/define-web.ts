import type { ComponentType } from 'react';

import type { Injectable, PluginContext } from './plugin-context.ts';

/** A component that is loaded when it is first shown. */
export type Lazy<P = object> = () => Promise<{ default: ComponentType<P> }>;

/** What every dialog of a plugin is given beside its own properties. */
export interface DialogControl<R = unknown> {
  /** Ends the dialog; the promise of `Dialogs.open` gets the result, undefined when it was dismissed. */
  close(result?: R): void;
}

/** A plugin's browser half. `web/index.ts` default-exports one. */
export interface WebPlugin {
  /** The pages that the manifest's routes name. */
  pages?: Readonly<Record<string, Lazy>>;
  /** The dialogs that the manifest lists; opened as `<plugin>/<name>`. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each dialog has its own properties
  dialogs?: Readonly<Record<string, Lazy<any>>>;
  /** Stores with `@inject`ed constructors; made on first use. */
  stores?: readonly Injectable<object>[];
  /** What the manifest's commands do, by id. */
  commands?: Readonly<Record<string, (context: PluginContext) => void | Promise<void>>>;
  /** What the manifest's events mean, by topic; on whatever page they come. What they carry is not checked yet. */
  hears?: Readonly<Record<string, (context: PluginContext, data: unknown) => void | Promise<void>>>;
  /** Runs once when the plugin becomes active, before its first page: tokens, slots and subscriptions. */
  activate?(context: PluginContext): void | Promise<void>;
}

/**
 * Declares a plugin's browser half.
 * @example export default defineWeb({ pages: { Safe: () => import('./SafePage.tsx') }, stores: [SessionsStore] });
 */
export function defineWeb(plugin: WebPlugin): WebPlugin {
  return Object.freeze(plugin);
}
