import type { ComponentType } from 'react';

import { deliverEvent, type EventDefinition } from '#core/contract/event.ts';

import type { Injectable, PluginContext } from './plugin-context.ts';

/** A component that is loaded when it is first rendered. */
export type Lazy<P = object> = () => Promise<{ default: ComponentType<P> }>;

/** What every plugin dialog receives besides its own properties. */
export interface DialogControl<R = unknown> {
  /** Closes the dialog; the promise of `Dialogs.open` resolves with the result, or undefined when it was dismissed. */
  close(result?: R): void;
}

/** A plugin's handler of an event; made by {@link onEvent}. */
export interface EventHandler {
  readonly event: EventDefinition;
  /** Receives the data of the event. */
  run(context: PluginContext, data: unknown): void | Promise<void>;
}

/** A plugin's browser half, the default export of `web/index.ts`. */
export interface WebPlugin {
  /** The pages that the manifest's routes name. */
  pages?: Readonly<Record<string, Lazy>>;
  /** The dialogs listed in the manifest, opened as `<plugin>/<name>`. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each dialog has its own properties
  dialogs?: Readonly<Record<string, Lazy<any>>>;
  /** Stores with `@inject`ed constructors; made on first use. */
  stores?: readonly Injectable<object>[];
  /** The implementations of the manifest's commands, by id. */
  commands?: Readonly<Record<string, (context: PluginContext) => void | Promise<void>>>;
  /** Handlers of the manifest's events, run on whatever page is shown: {@link onEvent}. */
  subscriptions?: readonly EventHandler[];
  /** Runs once when the plugin becomes active, before its first page: the place for tokens, slots and subscriptions. */
  activate?(context: PluginContext): void | Promise<void>;
}

/**
 * Handles an event that the manifest lists under `subscriptions`. Events whose data does not fit the definition are ignored.
 * @example export default defineWeb({ subscriptions: [onEvent(runEnded, tellRunEnded)] });
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
