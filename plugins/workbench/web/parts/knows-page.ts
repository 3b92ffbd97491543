import type { Plugins } from '#core/web/plugins/plugins.ts';
import { findRoute, routeObjectsOf } from '#core/web/router/route-objects.ts';

/** Whether a plugin that this session may see has a page at a path. */
export function knowsPage(plugins: Pick<Plugins, 'list'>, path: string): boolean {
  const { pathname } = new URL(path, 'https://path.invalid');
  return findRoute(routeObjectsOf(plugins), pathname) !== undefined;
}
