import type { Logger } from 'pino';

import { fail } from '#core/contract/errors.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import type { ServerEvents } from '#core/server/services/events/events.ts';
import type { Files } from '#core/server/services/files/files.ts';
import type { Hooks } from '#core/server/services/hooks/create-hooks.ts';
import type { Jobs } from '#core/server/services/jobs/jobs.ts';
import type { Ledger } from '#core/server/services/ledger/ledger.ts';
import type { OperatorSettings } from '#core/server/services/settings/settings.ts';

import { pluginOfTool, type AnyTool } from './tool.ts';

/** The names of the jobs that work for the runs of a tool: they are its plugin's. */
export function jobsOf({ tools }: Pick<RunParts, 'tools'>, tool: string): Record<'plan' | 'make' | 'finish', string> {
  const plugin = pluginOfTool(tool);
  return (
    tools.get(tool)?.jobs ?? {
      plan: `${plugin}.tool-plan`,
      make: `${plugin}.tool-make`,
      finish: `${plugin}.tool-finish`,
    }
  );
}

/** What the parts of this service share. */
export interface RunParts {
  db: Database;
  files: Files;
  jobs: Jobs;
  events: ServerEvents;
  hooks: Pick<Hooks, 'fire'>;
  clock: Clock;
  log: Logger;
  temporaryFolder: string;
  ledger: Ledger;
  settings: Pick<OperatorSettings, 'get'>;
  /** By name. */
  tools: ReadonlyMap<string, AnyTool>;
  publicUrl: string | undefined;
  archiveKey: Buffer;
}

/** Who holds the inputs of a run while it works. */
export function holderOf(runId: string): string {
  return `tool-run ${runId}`;
}

/** @throws expected `core:task.plugin-missing` (503) while no plugin here brings the tool */
export function toolOf({ tools }: RunParts, name: string): AnyTool {
  return tools.get(name) ?? fail('core:task.plugin-missing', { plugin: pluginOfTool(name) }, { kind: 'unavailable' });
}
