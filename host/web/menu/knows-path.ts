import type { Plugins } from '#core/web/plugins/plugins.ts';
import { findRoute, routeObjectsOf } from '#core/web/router/route-objects.ts';

/** Whether some plugin that this session may see has a page at a path. */
export function knowsPath(plugins: Pick<Plugins, 'list'>, path: string): boolean {
  return findRoute(routeObjectsOf(plugins), path) !== undefined;
}
