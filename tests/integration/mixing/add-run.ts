import { v7 as uuid } from 'uuid';

import type { ToolRunState } from '#core/contract/tool-run-calls.ts';
import type { AccountScope } from '#core/server/ground/database/database.ts';
import { coreToolItems, coreToolRuns } from '#core/server/services/tool-runs/tables.ts';
import type { RunError } from '#core/server/services/tool-runs/tool.ts';
import { mixProjectSchema } from '#plugins/mixing/project.ts';
import { mixingRuns } from '#plugins/mixing/server/tables.ts';

interface AddedRun {
  state: ToolRunState;
  at?: Date;
  count?: number;
  planned?: number;
  error?: RunError;
}

/** A run of a project as the database keeps it. @returns its id */
export async function addMixRun(
  scope: AccountScope,
  projectId: string,
  { state, at = new Date(), count = 5, planned, error }: AddedRun,
): Promise<string> {
  const id = uuid();
  const document = mixProjectSchema.parse({ name: 'Port', resolution: 480, groups: [] });
  await scope.insert(coreToolRuns, {
    ...{ id, tool: 'mixing.mix', name: document.name, state, settings: { project: projectId }, inputs: [] },
    ...{ createdAt: at, updatedAt: at },
    ...(error === undefined ? {} : { error }),
  });
  await scope.insert(mixingRuns, {
    ...{ id, projectId, document, count, seed: 1, createdAt: at },
    ...(planned === undefined ? {} : { planned }),
  });
  return id;
}

interface AddedOutput {
  position?: number;
  /** The video, where it is made. */
  file?: { id: string; size?: number; crc32?: number } | null;
  posterId?: string;
  name?: string;
  facts?: Record<string, string | number | readonly []> | null;
}

/** An output of a run: made where it has a file, planned otherwise. */
export async function addMixOutput(
  scope: AccountScope,
  runId: string,
  { position = 0, file = null, posterId, name = '', facts = null }: AddedOutput,
): Promise<void> {
  const type = 'video/mp4';
  const files = file === null ? [] : [{ size: 1, crc32: null, ...file, name: `${name}.mp4`, type }];
  await scope.insert(coreToolItems, {
    ...{ id: uuid(), runId, position, round: 0, state: file === null ? 'planned' : 'made', name, sources: [] },
    ...{ params: { shots: [], title: null }, cost: 1, files, facts, createdAt: new Date() },
    ...(posterId === undefined ? {} : { posterId }),
  });
}
