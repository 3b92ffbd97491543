import { join } from 'node:path';

import { ExpectedError } from '#core/contract/errors.ts';
import type { End, ItemOf, Outcome, ToolWork } from '#core/server/services/tool-runs/tool.ts';

import { certifiable } from '../certificate/certify-outputs.ts';
import { findAlike } from '../certificate/find-alike.ts';
import { renderOutput } from '../render/render-output.ts';
import { limitOf, type Batch, type PlannedBatch } from './batch.ts';
import type { OutputRecord, PlannedOutput } from './output-record.ts';

/**
 * Makes one planned output, unless a clip of it is damaged. It is compared with all that are finished before it lies
 * among them: what lies there stays.
 */
export async function makeOutput(
  batch: Batch,
  { id, name, params: output }: ItemOf<null, PlannedOutput>,
  { folder, signal, progress }: ToolWork,
): Promise<Outcome> {
  const { media, project, materials, broken, settings, planned } = batch;
  const recipe = planned?.recipes.get(output.index);
  if (planned === undefined || recipe === undefined) throw new Error('an output is made after it was planned');
  const known = output.shots.map(({ material }) => broken.get(materials.get(material)?.source.hash ?? ''));
  const error = known.find((one) => one !== undefined);
  if (error !== undefined) return refused(error);
  const path = join(folder, `${name}.mp4`);
  try {
    const rendered = await renderOutput(media, {
      ...{ project, recipe, output: path, work: folder, signal },
      sounds: { music: planned.music, voice: planned.voices.get(output.index) },
      onProgress: (done) => progress(done),
    });
    const record = { ...output, ...rendered, settings, file: `${name}.mp4` };
    batch.rendered.set(id, record);
    return {
      ...{ state: 'made', files: [{ path, type: 'video/mp4', ending: '.mp4' }] },
      confirm: async () => unlikeFinished(batch, planned, record),
    };
  } catch (failure) {
    const material = failure instanceof ExpectedError ? failure.params['material'] : undefined;
    if (!(failure instanceof ExpectedError) || failure.code !== 'core:media.broken' || typeof material !== 'string') {
      throw failure;
    }
    broken.set(material, failure);
    return refused(failure);
  }
}

function refused({ code, params }: ExpectedError): Outcome {
  return { state: 'replaced', error: { code, params } };
}

/** Another one takes the place of a video that is too much like a finished one. */
function unlikeFinished(
  batch: Batch,
  { choices: { merged } }: PlannedBatch,
  record: OutputRecord,
): Exclude<End, { state: 'made' }> | undefined {
  const { journal, settings, learnt } = batch;
  const finished = journal.records.filter((other) => other.settings === settings && other.file !== record.file);
  const alike = findAlike(
    certifiable(record, merged),
    finished.map((other) => certifiable(other, merged)),
    limitOf(batch) ?? Infinity,
  );
  if (alike === null) return undefined;
  learnt.replaced.push(record);
  for (const symbol of alike.lookalikes) learnt.lookalikes.add(symbol);
  return { state: 'replaced', facts: { like: alike.file } };
}
