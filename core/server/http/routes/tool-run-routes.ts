import * as runCalls from '#core/contract/tool-run-calls.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import { enter } from '#core/server/http/calls/gate.ts';
import { available } from '#core/server/http/calls/plugin-guard.ts';
import { sendZip } from '#core/server/http/calls/send-zip.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';
import { pluginOfTool } from '#core/server/services/tool-runs/tool.ts';
import type { ToolRuns } from '#core/server/services/tool-runs/tool-runs.ts';

/**
 * Handlers of the calls for runs of tools. A run obeys the gate of its tool's plugin: who may not use that starts,
 * resumes and retries nothing; what a tier merely locks may still be read, stopped, downloaded and removed. How many
 * inputs a run has may need a feature as well.
 */
export function toolRunRoutes(
  calls: CallRegistry,
  { toolRuns, plugins }: { toolRuns: ToolRuns; plugins: Pick<InstalledPlugins, 'find'> },
): void {
  async function assertTool(tool: string, caller: Caller, use: 'works' | 'reads'): Promise<void> {
    const plugin = await plugins.find(pluginOfTool(tool));
    available(plugin);
    enter(plugin.manifest.gate, caller, use === 'reads');
  }
  async function assertBatch({ tool: name, inputs }: { tool: string; inputs: readonly string[] }, caller: Caller) {
    const batch = toolRuns.tools().find((tool) => tool.name === name)?.batch;
    if (batch === undefined || new Set(inputs).size <= (await batch.free())) return;
    enter({ login: true, operator: false, roles: null, feature: batch.feature, tiers: {} }, caller);
  }
  async function assertRun(id: string, caller: Caller, use: 'works' | 'reads'): Promise<string> {
    await assertTool(await toolRuns.toolOf(caller.accountId, id), caller, use);
    return id;
  }

  calls.handle(runCalls.readToolPrice, async ({ params }, { caller }) => {
    await assertTool(params.tool, caller, 'reads');
    return await toolRuns.price(caller.accountId, params.tool);
  });

  calls.handle(runCalls.startToolRun, async ({ body }, { caller, language }) => {
    await assertTool(body.tool, caller, 'works');
    await assertBatch(body, caller);
    return await toolRuns.start(caller.accountId, { ...body, language });
  });

  calls.handle(runCalls.listToolRuns, async ({ query }, { caller, language }) => {
    await assertTool(query.tool, caller, 'reads');
    return await toolRuns.list(caller.accountId, { ...query, language });
  });

  calls.handle(runCalls.readToolRun, async ({ params }, { caller, language }) =>
    toolRuns.read(caller.accountId, await assertRun(params.id, caller, 'reads'), language),
  );

  calls.handle(runCalls.listToolItems, async ({ params, query }, { caller, language }) =>
    toolRuns.items(caller.accountId, await assertRun(params.id, caller, 'reads'), { ...query, language }),
  );

  // Nobody is kept from stopping what works for him, whatever became of the plugin.
  calls.handle(runCalls.pauseToolRun, ({ params }, { caller, language }) =>
    toolRuns.pause(caller.accountId, params.id, language),
  );

  calls.handle(runCalls.cancelToolRun, ({ params }, { caller, language }) =>
    toolRuns.cancel(caller.accountId, params.id, language),
  );

  calls.handle(runCalls.resumeToolRun, async ({ params }, { caller, language }) =>
    toolRuns.resume(caller.accountId, await assertRun(params.id, caller, 'works'), language),
  );

  calls.handle(runCalls.retryToolItems, async ({ params, body }, { caller, language }) =>
    toolRuns.retry(caller.accountId, await assertRun(params.id, caller, 'works'), { ...body, language }),
  );

  calls.handle(runCalls.renameToolItems, async ({ params, body }, { caller }) =>
    toolRuns.rename(caller.accountId, await assertRun(params.id, caller, 'works'), body),
  );

  calls.handle(runCalls.removeToolRun, async ({ params }, { caller }) => {
    await toolRuns.remove(caller.accountId, params.id);
    return null;
  });

  calls.handle(runCalls.archiveToolRun, async ({ params, body }, { caller, language }) =>
    toolRuns.archive(caller.accountId, await assertRun(params.id, caller, 'reads'), { ...body, language }),
  );

  calls.stream(runCalls.streamToolArchive, async ({ params, query }, { request, reply }) => {
    const link = { runId: params.id, places: query.o, language: query.l, expires: Number(query.e) };
    const { zip, name } = await toolRuns.openArchive(link, query.s);
    await sendZip(zip, name, { request, reply });
  });
}
