import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { NodeSource } from '../media/node-source.ts';
import type { RenderNode } from '../media/render-graph.ts';
import { untrustedInput, type MediaRunner } from '../media/runner.ts';
import type { InUse } from './providers.ts';
import type { Transcript, TranscriptionProvider } from './transcription.ts';

const [SOUND, HEARD] = ['sound.wav', 'heard.json'];
/** Bytes of a WAV file that holds no sound. */
const EMPTY = 100;

const moment = z.number().min(0);
const spoken = z.object({ start: moment, end: moment, text: z.string() });
const transcriptSchema = z.object({
  language: z.string().nullable(),
  segments: z.array(spoken.extend({ speaker: z.string().nullable(), words: z.array(spoken) })),
});

/**
 * The node of what a service hears in the first track of sound of a file: the same bytes are never sent to it twice.
 * @param told.language a tag of those that it understands; `words`: names and terms that may be said
 */
export function transcriptNode(
  runner: MediaRunner,
  { id, provider }: InUse<'transcription'>,
  source: NodeSource,
  told: { language: string; words: readonly string[] },
): RenderNode {
  return {
    operation: 'transcript',
    params: { engine: id, version: provider.version, language: told.language, words: [...told.words] },
    inputs: [],
    sources: [source.hash],
    weight: 5,
    async build({ folder, signal }) {
      const wanted = ['-map', '0:a:0', '-vn', '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', SOUND];
      await source.read((path) => runner.ffmpeg({ cwd: folder, signal, args: [...untrustedInput(path), ...wanted] }));
      const recording = join(folder, SOUND);
      const { size } = await stat(recording).catch(() => ({ size: 0 }));
      const nothing: Transcript = { language: null, segments: [] };
      const heard = size <= EMPTY ? nothing : await provider.transcribe(recording, { ...told, signal });
      await writeFile(join(folder, HEARD), JSON.stringify(transcriptSchema.parse(heard)));
    },
  };
}

/** Reads the output of a transcript node. */
export async function readTranscript(folder: string): Promise<Transcript> {
  return transcriptSchema.parse(JSON.parse(await readFile(join(folder, HEARD), 'utf8')));
}

/** The tag by which a service understands a language; undefined for one that it does not. */
export async function understoodTag(
  provider: Pick<TranscriptionProvider, 'languages'>,
  language: string,
): Promise<string | undefined> {
  return (await provider.languages()).find((tag) => tag.split('-')[0] === language.split('-')[0]);
}
