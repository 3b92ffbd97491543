import type { Plugins } from '#core/web/plugins/plugins.ts';
import { findRoute, routeObjectsOf } from '#core/web/router/route-objects.ts';

/** Whether a path belongs to a page of some plugin that this session may see. */
export function knowsPath(plugins: Pick<Plugins, 'list'>, path: string): boolean {
  return findRoute(routeObjectsOf(plugins), path) !== undefined;
}
