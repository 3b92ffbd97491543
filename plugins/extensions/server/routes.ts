import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';

import { developerRoutes } from './developer/developer-routes.ts';
import { explainRoutes } from './explain/explain-routes.ts';
import { inspectRoutes } from './inspect/inspect-routes.ts';
import { manageRoutes } from './manage-routes.ts';
import { settingsRoutes } from './settings-routes.ts';

/** The plugin's calls, by subject. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  inspectRoutes(calls, ctx);
  manageRoutes(calls, ctx);
  settingsRoutes(calls, ctx);
  explainRoutes(calls, ctx);
  developerRoutes(calls, ctx);
}
