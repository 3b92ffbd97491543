import assert from 'node:assert/strict';

import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import type { MaterialLimits } from '#core/server/services/media/material-rules.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

/** The code that a file is refused with, always naming the file; what it holds when it is accepted. */
export async function refusalOf(runner: MediaRunner, path: string, limits?: MaterialLimits): Promise<string> {
  try {
    const material = await inspectMaterial(runner, path, limits);
    return `accepted: ${material.duration} s, ${material.frames} frames`;
  } catch (error) {
    const { code, params } = error as { code?: string; params?: { file?: string } };
    assert.ok(code?.startsWith('core:media.'), String((error as Error).stack));
    assert.ok(params?.file, 'the file is named');
    return String(code).slice('core:media.'.length);
  }
}
