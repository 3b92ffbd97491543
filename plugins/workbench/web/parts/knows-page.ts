import { bestMatch } from '#core/contract/match-route.ts';
import type { Plugins } from '#core/web/plugins/plugins.ts';

/** Whether a plugin that this session may see has a page at a path. */
export function knowsPage({ list }: Pick<Plugins, 'list'>, path: string): boolean {
  const { pathname } = new URL(path, 'https://path.invalid');
  const routes = list.flatMap(({ entry }) => entry.manifest.routes);
  return bestMatch(routes, pathname) !== undefined;
}
