import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { speechSpanSchema } from '#core/contract/speech.ts';
import { answerTasks } from '#core/server/services/media/programs/answer-tasks.ts';
import { inputBlocks } from '#core/server/services/media/programs/input-blocks.ts';

import type { AlignedWord } from '../api.ts';
import { align } from './align.ts';
import { openEspeak, type Say } from './espeak-library.ts';
import { FeatureMaker, RATE } from './features.ts';

// The process that aligns a text: samples of 16 bits come through its standard input. It does one task.

const taskSchema = z.object({ text: z.string(), voice: z.string(), speech: z.array(speechSpanSchema) });

/** Samples that are taken at once: a tenth of a second. */
const BLOCK = RATE / 10;

answerTasks(async (task): Promise<AlignedWord[]> => {
  const wanted = taskSchema.parse(task);
  const say = opened();
  const maker = new FeatureMaker();
  const samples = new Float32Array(BLOCK);
  for await (const block of inputBlocks(BLOCK * 2)) {
    for (let at = 0; at < BLOCK; at += 1) samples[at] = block.readInt16LE(at * 2) / 32_768;
    maker.add(samples);
  }
  return align({ ...wanted, say, recording: maker.finish() });
});

/** @throws expected `core:speech.missing` */
function opened(): Say {
  try {
    return openEspeak();
  } catch (error) {
    return fail('core:speech.missing', {}, { kind: 'unavailable', cause: error });
  }
}
