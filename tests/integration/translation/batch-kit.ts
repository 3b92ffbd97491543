import assert from 'node:assert/strict';
import { join } from 'node:path';

import type { TestScope } from '#core/server/testing/test-scope.ts';
import type { TimedDocument } from '#plugins/copywriting/calls.ts';
import type { Batch, BatchItem, BatchPlan } from '#plugins/translation/calls.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { startTranslationKit } from '#tests/integration/translation/translation-kit.ts';
import { until } from '#tests/until.ts';

/** A server with a member who has small videos with sound, and translates batches of them. */
export async function startBatchKit(scope: TestScope) {
  return batchKitOf(await startTranslationKit(scope));
}

/** The same, of a server that is there. */
export function batchKitOf<T extends Awaited<ReturnType<typeof startTranslationKit>>>(translation: T) {
  const { kit, call } = translation;
  translation.service.translates = (text, to) => (to.startsWith('de') ? `Wort ${text.length}` : `Word ${text.length}`);
  let drawn = 0;
  const batches = {
    ...translation,
    /** A video of four seconds. @returns its material */
    async video(name: string): Promise<string> {
      const path = join(kit.folder, name);
      const colour = (0x10_20_30 + drawn++ * 0x20_20_20).toString(16);
      drawOnce(path, [
        ...['-f', 'lavfi', '-i', `color=0x${colour}:s=160x90:r=10:d=4`, '-f', 'lavfi', '-i', 'sine=r=48000:d=4'],
        ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
      ]);
      return await kit.adopt(path);
    },
    /** Waits until videos are ready. */
    async ready(...videos: readonly string[]): Promise<void> {
      const states = async () => (await libraryOf(kit.ctx).find(kit.accountId, videos)).values().toArray();
      await until(async () => (await states()).every(({ state }) => state === 'ready'), 'the videos are ready', 60);
    },
    /** Gives a video a text of one line. */
    async textOf(materialId: string, text: string): Promise<void> {
      const cues = [{ ...translation.cue('c1', text, 300), end: 2_900 }];
      const body = { name: 'Text', from: 'file', language: 'zh-CN', cues, materialId };
      const { status, envelope } = await kit.call('POST', '/api/copywriting/texts', body);
      assert.equal(status, 200, JSON.stringify(envelope));
      assert.ok((envelope.data as TimedDocument).id);
    },
    plan: async (body: object) => (await call<BatchPlan>('POST', '/batch-plans', body)).data,
    async start(body: object): Promise<string> {
      const given = { name: 'Batch', folder: { name: 'Batch' }, form: 'soft', ...body };
      const started = await call<{ id: string }>('POST', '/batches', given);
      assert.equal(started.status, 200, JSON.stringify(started.envelope));
      return started.data.id;
    },
    read: async (id: string) => (await call<Batch>('GET', `/batches/${id}`)).data,
    items: async (id: string, query = '') =>
      (await call<{ items: BatchItem[]; total: number }>('GET', `/batches/${id}/items${query}`)).data,
    change: (id: string, state: string) => call<Batch>('PATCH', `/batches/${id}`, { state }),
    async reach(id: string, right: (batch: Batch) => boolean, seconds = 90): Promise<Batch> {
      let batch = await batches.read(id);
      await until(async () => right((batch = await batches.read(id))), 'the batch gets there', seconds).catch(
        (cause: unknown) => {
          throw new Error(`the batch is ${JSON.stringify(batch)}`, { cause });
        },
      );
      return batch;
    },
  };
  return batches;
}
