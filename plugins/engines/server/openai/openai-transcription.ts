import { readFile } from 'node:fs/promises';

import { LANGUAGES } from '#core/contract/languages.ts';
import type { pause } from '#core/server/services/media/abort-error.ts';
import { askService, isAnswered, readText } from '#core/server/services/providers/ask-service.ts';
import { multipart, type FormPart } from '#core/server/services/providers/multipart.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import type { Transcript } from '#core/server/services/providers/transcription.ts';

import { createPaced } from '../paced.ts';
import { piecesOf, type RecordingPiece } from './recording-pieces.ts';
import { readTranscript, whisperCode } from './read-transcript.ts';

/** Milliseconds for an answer, and as many more as the recording lasts, since small machines take that long; its bytes. */
const [LIMIT, MOST_BYTES] = [120_000, 32 * 1024 ** 2];
const PROBE_LIMIT = 15_000;

export interface OpenAiTranscriptionOptions {
  /** With its version: `https://api.openai.com/v1`. */
  address: string;
  /** Sent as a bearer token; none when empty. */
  key: string;
  model: string;
  /** Pieces that are sent at once. */
  atOnce: number;
  /** Waits; tests need not. */
  rest?: typeof pause;
}

/** A service with OpenAI's call for transcriptions, which speaches, LocalAI and whisper.cpp have, too. */
export function openAiTranscription({
  address,
  key,
  model,
  atOnce,
  rest,
}: OpenAiTranscriptionOptions): Opened<'transcription'> {
  const paced = createPaced({ atOnce, perMinute: 0 }, rest);
  const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
  const at = (path: string): URL => new URL(`${address.replace(/\/+$/, '')}/${path}`);
  /** Whether the model has answered without times only, as newer ones do. */
  let isPlain = false;

  function ask(
    piece: RecordingPiece,
    { language, words }: Told,
    { plain, signal }: { plain: boolean; signal: AbortSignal | undefined },
  ): Promise<Transcript> {
    const body = multipart([
      ['file', new Blob([piece.bytes], { type: 'audio/wav' }), 'speech.wav'],
      ['model', model],
      ['response_format', plain ? 'json' : 'verbose_json'],
      ...(plain ? [] : ['word', 'segment']).map((unit): FormPart => ['timestamp_granularities[]', unit]),
      ...(language === null ? [] : [['language', whisperCode(language)] as FormPart]),
      ...(words.length === 0 ? [] : [['prompt', words.join(', ')] as FormPart]),
    ]);
    return askService(
      {
        url: at('audio/transcriptions'),
        init: { method: 'POST', headers, body },
        does: 'writes down speech',
        limit: LIMIT + piece.seconds * 1000,
        take: async (response) => readTranscript(JSON.parse(await readText(response, MOST_BYTES)), piece),
      },
      signal,
    );
  }

  async function transcribePiece(piece: RecordingPiece, told: Told, signal?: AbortSignal): Promise<Transcript> {
    const wasPlain = isPlain;
    const heard = (plain: boolean) => paced(() => ask(piece, told, { plain, signal }), signal);
    return await heard(wasPlain).catch(async (error: unknown) => {
      if (wasPlain || !isAnswered(error, 400, 422)) throw error;
      // A recording that is refused both ways says nothing about the model.
      const transcript = await heard(true);
      isPlain = true;
      return transcript;
    });
  }

  return {
    version: `${address} ${model}`,
    languages: async () => LANGUAGES.map(({ tag }) => tag),
    async transcribe(recording, { language, words, signal }) {
      const pieces = piecesOf(await readFile(recording));
      const heard = await Promise.all(pieces.map((piece) => transcribePiece(piece, { language, words }, signal)));
      return {
        language: heard.find((each) => each.language !== null)?.language ?? null,
        segments: heard.flatMap(({ segments }) => segments),
      };
    },
    async probe(signal) {
      const take = async (response: Response) => void (await readText(response, MOST_BYTES));
      await askService(
        { url: at('models'), init: { headers }, does: 'writes down speech', limit: PROBE_LIMIT, take },
        signal,
      );
    },
  };
}

interface Told {
  language: string | null;
  words: readonly string[];
}
