import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';

import { fontRoutes } from './routes/font-routes.ts';
import { previewRoutes } from './routes/preview-routes.ts';
import { projectRoutes } from './routes/project-routes.ts';
import { runRoutes } from './routes/run-routes.ts';
import { templateRoutes } from './routes/template-routes.ts';

/** The plugin's calls, by subject. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  projectRoutes(calls, ctx);
  previewRoutes(calls, ctx);
  fontRoutes(calls, ctx);
  runRoutes(calls, ctx);
  templateRoutes(calls, ctx);
}
