import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { speechSpanSchema, type SpeechSpan } from '#core/contract/speech.ts';

import type { Media } from '../media.ts';
import type { NodeSource } from '../node-source.ts';
import { materialNode, readMaterial } from '../operations/material.ts';
import { hasOnnxRuntime } from '../programs/onnx-runtime.ts';
import type { MakeOptions, RenderNode } from '../render-graph.ts';
import type { MediaRunner } from '../runner.ts';
import { hearSound, type HeardMaterial } from './hear-sound.ts';

const FILE = 'speech.json';
/** Must change whenever the same sound would give other spans: part of node parameters. */
const SPEECH_FORMAT = 'silero-5 2';
/** Megabytes that listening takes, however long the sound is. */
const MEGABYTES = 300;

const spansSchema = z.array(speechSpanSchema);

/**
 * The node of where somebody speaks in a material: hears the first track of its sound once, in a process of its own, as
 * it is decoded. What has no sound has no speech.
 */
export function speechNode(runner: MediaRunner, source: NodeSource, material: HeardMaterial): RenderNode {
  return {
    operation: 'speech',
    params: { as: SPEECH_FORMAT },
    inputs: [],
    sources: [source.hash],
    weight: 0.5 + material.duration * 0.03,
    async build({ folder, signal, progress }) {
      if (material.audio !== null && !hasOnnxRuntime()) {
        fail('core:media.no-ear', { system: `${process.platform}-${process.arch}` }, { kind: 'unavailable' });
      }
      const heard = await hearSound({
        ...{ runner, source, material, folder, signal, progress, megabytes: MEGABYTES, task: 'listen' },
        ...{ tool: 'Silero', program: new URL('./program.ts', import.meta.url) },
      });
      await writeFile(join(folder, FILE), JSON.stringify(spansSchema.parse(heard ?? [])));
    },
  };
}

/** Reads the output of a speech node. */
export async function readSpeech(folder: string): Promise<SpeechSpan[]> {
  return spansSchema.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8')));
}

/**
 * Where somebody speaks in a video, in order: heard once for the same bytes, whoever asks.
 * @throws what damaged materials are told by; expected `core:media.no-ear` (503) for a system that the model does not
 *   run on, `core:media.tool-killed` (503); AbortError
 */
export async function hearSpeech(
  { runner, graph }: Pick<Media, 'runner' | 'graph'>,
  source: NodeSource,
  options: MakeOptions = {},
): Promise<SpeechSpan[]> {
  const { signal } = options;
  const read = ([made = '']: readonly string[]) => readMaterial(made, source.name, { minSeconds: 0 });
  const material = await graph.make([materialNode(runner, source)], read, { signal });
  return await graph.make([speechNode(runner, source, material)], ([made = '']) => readSpeech(made), options);
}
