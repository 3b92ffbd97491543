import { rename } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { RunJournal } from '#core/server/services/tool-runs/folder-store.ts';
import type { MadeItem } from '#core/server/services/tool-runs/tool.ts';

import { placeName } from '../render/place-name.ts';
import type { Batch } from './batch.ts';
import { plannedOutputSchema } from './output-record.ts';

const likeSchema = z.object({ like: z.string() });

/** A batch's journal as its run writes it. */
export function runJournal(batch: Batch): RunJournal {
  const { journal, settings, out, rendered } = batch;
  return {
    made: () => madeOf(batch),
    async plan(items) {
      const mostShared = batch.planned?.mostShared ?? null;
      if (mostShared === null) return;
      await journal.plan(
        settings,
        mostShared,
        items.map(({ params }) => plannedOutputSchema.parse(params)),
      );
    },
    async settle({ id, params }, end) {
      const record = rendered.get(id);
      rendered.delete(id);
      if (end.state === 'made' && record !== undefined) {
        for (const { path } of end.files) await rename(path, join(out, record.file));
        await journal.add(record);
      } else if (end.state === 'replaced' && end.error === null) {
        await journal.replace({ ...plannedOutputSchema.parse(params), ...likeSchema.parse(end.facts) });
      }
    },
  };
}

/** What a batch has made with its settings, as a run sees it. */
function madeOf({ journal, settings }: Batch): MadeItem<null>[] {
  return journal.records
    .filter((record) => record.settings === settings)
    .map(({ index, file, shots }) => ({
      ...{ id: file, position: index, name: placeName(index), files: [file], facts: null, params: null },
      sources: shots.map(({ material }) => material),
    }));
}
