import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import type { JobRun } from '#core/server/services/jobs/jobs.ts';

import type { ToolWork } from './tool.ts';

/** Runs a tool's work in a folder of its own, which is removed afterwards. */
export async function inFolder<T>(
  { temporaryFolder }: { temporaryFolder: string },
  job: Pick<JobRun, 'signal' | 'progress'>,
  work: (work: ToolWork) => Promise<T>,
): Promise<T> {
  const folder = join(temporaryFolder, temporaryName());
  await mkdir(folder, { recursive: true });
  try {
    return await work({ signal: job.signal, folder, progress: (value, left) => job.progress(value, left) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
