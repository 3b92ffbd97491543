import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import * as call from '../calls.ts';
import { startExport } from './export/start-export.ts';
import { createProjects } from './projects/create-projects.ts';
import { listProjects } from './projects/list-projects.ts';
import { openProject } from './projects/open-project.ts';
import { deleteProject } from './projects/delete-project.ts';
import { retryProject } from './projects/retry-project.ts';
import { saveProject } from './projects/save-project.ts';
import { createTemplate, deleteTemplate, listTemplates, saveTemplate } from './templates/templates.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.listTemplates, (_, { caller }) => listTemplates(ctx, caller.accountId));
  calls.handle(call.createTemplate, ({ body }, { caller }) => createTemplate(ctx, caller.accountId, body));
  calls.handle(call.saveTemplate, ({ params, body }, { caller }) =>
    saveTemplate(ctx, caller.accountId, { id: params.id, ...body }),
  );
  calls.handle(call.deleteTemplate, ({ params }, { caller }) => deleteTemplate(ctx, caller.accountId, params.id));
  calls.handle(call.createProjects, ({ body }, { caller, language }) =>
    createProjects(ctx, caller.accountId, body, language),
  );
  calls.handle(call.listProjects, ({ query }, { caller, language }) =>
    listProjects(ctx, caller.accountId, query, language),
  );
  calls.handle(call.openProject, ({ params }, { caller, language }) =>
    openProject(ctx, caller.accountId, params.id, language),
  );
  calls.handle(call.saveProject, ({ params, body }, { caller, language }) =>
    saveProject(ctx, caller.accountId, { id: params.id, ...body }, language),
  );
  calls.handle(call.retryProject, ({ params }, { caller, language }) =>
    retryProject(ctx, caller.accountId, params.id, language),
  );
  calls.handle(call.startExport, ({ body }, { caller, language }) =>
    startExport(ctx, caller.accountId, body, language),
  );
  calls.handle(call.deleteProject, ({ params }, { caller }) => deleteProject(ctx, caller.accountId, params.id));
}
