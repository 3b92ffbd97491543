import type { SpeechSpan } from '#core/contract/speech.ts';

import { answerTasks } from '../programs/answer-tasks.ts';
import { inputBlocks } from '../programs/input-blocks.ts';
import { Beginnings } from './beginnings.ts';
import { openModel } from './open-model.ts';
import { SpeechSpans, STEP_SAMPLES } from './speech-spans.ts';

// The process that listens to a sound: samples of 16 bits come through its standard input. It does one task.

answerTasks(async (): Promise<SpeechSpan[]> => {
  const model = await openModel();
  const spans = new SpeechSpans();
  const beginnings = new Beginnings(model);
  const samples = new Float32Array(STEP_SAMPLES);
  for await (const block of inputBlocks(STEP_SAMPLES * 2)) {
    for (let at = 0; at < STEP_SAMPLES; at += 1) samples[at] = block.readInt16LE(at * 2) / 32_768;
    beginnings.remember(samples);
    if (spans.add(await model.hear(samples))) spans.correct(await beginnings.find());
  }
  return spans.finish();
});
