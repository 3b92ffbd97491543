import { computed, type IComputedValue } from 'mobx';
import { matchRoutes, type RouteObject } from 'react-router-dom';

import type { PluginManifest, PluginRoute } from '#core/contract/plugin.ts';

import type { Plugins } from '../plugins/plugins.ts';

/** A plugin's route in the shape that react-router takes. */
export interface PluginRouteObject {
  path: string;
  handle: { manifest: PluginManifest; route: PluginRoute };
}

/** Shared by all parts of a page that look for an address, so that each of them need not follow every plugin. */
const shared = new WeakMap<object, IComputedValue<PluginRouteObject[]>>();

/** The routes of the plugins that this session may see. Observable; changes with the index. */
export function routeObjectsOf(plugins: Pick<Plugins, 'list'>): PluginRouteObject[] {
  let routes = shared.get(plugins);
  if (routes === undefined) {
    routes = computed(() =>
      plugins.list.flatMap(({ entry: { manifest } }) =>
        manifest.routes.map((route) => ({ path: route.path, handle: { manifest, route } })),
      ),
    );
    shared.set(plugins, routes);
  }
  return routes.get();
}

/** Finds the route of a path, and its parameters. */
export function findRoute<T extends RouteObject>(
  routes: T[],
  path: string,
): { route: T; params: Record<string, string> } | undefined {
  // The library compiles every route that it is given, on each call: with hundreds of plugins, the start would wait.
  const first = /^\/([\w-]*)(?=\/|$)/.exec(path)?.[1];
  const near = new RegExp(`^/?(${first}(/|$)|[^/]*[:*?])`, 'i');
  const match = matchRoutes(
    first === undefined ? routes : routes.filter((route) => near.test(route.path ?? '*')),
    path,
  )?.at(-1);
  if (match === undefined) return undefined;
  const given = Object.entries(match.params).filter((part): part is [string, string] => part[1] !== undefined);
  return { route: match.route, params: Object.fromEntries(given) };
}

/** Whether an address, with or without a query, is that of a page that this session may see. */
export function isPageAddress(plugins: Pick<Plugins, 'list'>, address: string): boolean {
  const { pathname } = new URL(address, 'https://path.invalid');
  return findRoute(routeObjectsOf(plugins), pathname) !== undefined;
}
