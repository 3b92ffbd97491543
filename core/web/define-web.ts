import type { ComponentType } from 'react';

import { deliverEvent, type EventDefinition } from '#core/contract/event.ts';

import type { Injectable, PluginContext } from './plugin-context.ts';

/** A component that is loaded when it is first shown. */
export type Lazy<P = object> = () => Promise<{ default: ComponentType<P> }>;

/** What every dialog of a plugin is given beside its own properties. */
export interface DialogControl<R = unknown> {
  /** Ends the dialog; the promise of `Dialogs.open` gets the result, undefined when it was dismissed. */
  close(result?: R): void;
}

/** What a plugin does when an event comes; made by {@link onEvent}. */
export interface EventHandler {
  readonly event: EventDefinition;
  /** Takes what came with the event. */
  run(context: PluginContext, data: unknown): void | Promise<void>;
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
  /** What to do when the manifest's events come, on whatever page: {@link onEvent}. */
  hears?: readonly EventHandler[];
  /** Runs once when the plugin becomes active, before its first page: tokens, slots and subscriptions. */
  activate?(context: PluginContext): void | Promise<void>;
}

/**
 * Says what a plugin does when an event of its manifest's `hears` comes. What cannot be read is left alone.
 * @example export default defineWeb({ hears: [onEvent(runEnded, tellRunEnded)] });
 */
export function onEvent<D>(
  event: EventDefinition<D>,
  handle: (context: PluginContext, data: D) => void | Promise<void>,
): EventHandler {
  return {
    event,
    async run(context, came) {
      const done: Array<void | Promise<void>> = [];
      deliverEvent(event, came, (data) => done.push(handle(context, data)));
      await done[0];
    },
  };
}

/**
 * Declares a plugin's browser half.
 * @example export default defineWeb({ pages: { Safe: () => import('./SafePage.tsx') }, stores: [SessionsStore] });
 */
export function defineWeb(plugin: WebPlugin): WebPlugin {
  return Object.freeze(plugin);
}
