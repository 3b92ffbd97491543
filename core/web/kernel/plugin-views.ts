import { COMMANDS, type Commands } from '../commands/commands.ts';
import { EVENTS, type Events } from '../events/events.ts';
import type { RouterService } from '../router/create-router.ts';
import { ROUTER, type Router } from '../router/router.ts';
import type { ServiceConsumer } from '../plugins/service-grants.ts';
import type { Scope, Undo } from '../scope.ts';
import type { Token } from '../token.ts';
import type { PerPlugin } from '../service.ts';

type View<T> = (whole: T, plugin: ServiceConsumer) => T;

const viewEvents: View<Events> = (events, { scope }) => ({
  get connected() {
    return events.connected;
  },
  get connection() {
    return events.connection;
  },
  on: (event, listener, onResync) => ownedBy(scope, event.topic, events.on(event, listener, onResync)),
});

const viewRouter: View<Router> = (router, { id, scope }) => ({
  get place() {
    return router.place;
  },
  get route() {
    return router.route;
  },
  go: (to, options) => router.go(to, options),
  back: () => router.back(),
  confirmLeaving: (unsaved, options) =>
    // The kernel's router also takes the id of the plugin that owns the unsaved work.
    ownedBy(scope, 'confirm leaving', (router as RouterService).confirmLeaving(unsaved, options, id)),
});

/** @throws TypeError when a command's id does not begin with the plugin's */
const viewCommands: View<Commands> = (commands, { id, scope }) => ({
  get list() {
    return commands.list;
  },
  add(command) {
    if (!command.id.startsWith(`${id}.`)) {
      throw new TypeError(`command "${command.id}": the commands of plugin "${id}" begin with "${id}."`);
    }
    return ownedBy(scope, command.id, commands.add(command));
  },
  run: (command) => commands.run(command),
});

const VIEWS = new Map<Token<unknown>, (whole: never, plugin: ServiceConsumer) => unknown>([
  [EVENTS, viewEvents],
  [ROUTER, viewRouter],
  [COMMANDS, viewCommands],
]);

/** A plugin's view of a kernel service: the service's own view for plugins, one defined here, or the service itself. */
export function viewFor<T>(token: Token<T>, whole: T, plugin: ServiceConsumer): T {
  if (isPerPlugin(whole)) return whole.forPlugin(plugin.id, plugin.scope.signal);
  // Each view above is registered under the token of its own service.
  const view = VIEWS.get(token) as View<T> | undefined;
  return view === undefined ? whole : view(whole, plugin);
}

function isPerPlugin<T>(whole: T): whole is T & PerPlugin<T> {
  return typeof whole === 'object' && whole !== null && 'forPlugin' in whole && typeof whole.forPlugin === 'function';
}

function ownedBy(scope: Scope, name: string, undo: Undo): Undo {
  const part = scope.child(name);
  part.own(undo);
  return () => void part.dispose();
}
