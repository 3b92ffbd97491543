import { bestMatch } from '#core/contract/match-route.ts';
import type { Plugins } from '#core/web/plugins/plugins.ts';

/** Whether some plugin that this session may see has a page at a path. */
export function knowsPath({ list }: Pick<Plugins, 'list'>, path: string): boolean {
  return (
    bestMatch(
      list.flatMap(({ entry }) => entry.manifest.routes),
      path,
    ) !== undefined
  );
}
