import { readFile } from 'node:fs/promises';

import { LANGUAGES } from '#core/contract/languages.ts';
import { isOtherLanguage } from '#core/server/ground/find-language.ts';
import { throwIfCancelled, type pause } from '#core/server/services/media/abort-error.ts';
import { askService, isAnswered, readText } from '#core/server/services/providers/ask-service.ts';
import { multipart, type FormPart } from '#core/server/services/providers/multipart.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { Transcript } from '#core/server/services/providers/transcription.ts';

import { createPaced, type Pace } from '../paced.ts';
import { orSpent } from '../spent-quota.ts';
import { keptPieces, type Told } from './kept-pieces.ts';
import { piecesOf, type RecordingPiece } from './recording-pieces.ts';
import { readTranscript, whisperCode } from './read-transcript.ts';

/** Bytes of an answer. */
const MOST_BYTES = 32 * 1024 ** 2;
const PROBE_LIMIT = 15_000;

export interface OpenAiTranscriptionOptions extends Pace {
  /** With its version: `https://api.openai.com/v1`. */
  address: string;
  /** Sent as a bearer token; none when empty. */
  key: string;
  model: string;
  /**
   * Seconds after which no answer is waited for, besides as many as the recording lasts, since small machines take that
   * long.
   */
  patience: number;
  /** Waits; tests need not. */
  rest?: typeof pause;
}

/** A service with OpenAI's call for transcriptions, which speaches, LocalAI and whisper.cpp have, too. */
export function openAiTranscription(options: OpenAiTranscriptionOptions): Opened<'transcription'> {
  const { address, key, model, patience, rest } = options;
  const paced = createPaced(options, rest);
  const kept = keptPieces();
  const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
  const at = (path: string): URL => new URL(`${address.replace(/\/+$/, '')}/${path}`);
  const { host } = at('');
  /** Newer models answer without times only. */
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
        limit: (patience + piece.seconds) * 1000,
        take: async (response) => readTranscript(JSON.parse(await readText(response, MOST_BYTES)), piece),
      },
      signal,
    );
  }

  async function transcribePiece(piece: RecordingPiece, told: Told, signal?: AbortSignal): Promise<Transcript> {
    const wasPlain = isPlain;
    const heard = (plain: boolean) => ask(piece, told, { plain, signal });
    try {
      return await heard(wasPlain).catch(async (error: unknown) => {
        if (wasPlain || !isAnswered(error, 400, 422)) throw error;
        // A recording that is refused both ways says nothing about the model.
        const transcript = await heard(true);
        isPlain = true;
        return transcript;
      });
    } catch (error) {
      throw orSpent(error, host);
    }
  }

  return {
    version: `${address} ${model}`,
    languages: async () => LANGUAGES.map(({ tag }) => tag),
    async transcribe(recording, { language, words, signal }) {
      const pieces = piecesOf(await readFile(recording));
      let failure: { error: unknown } | undefined;
      // Of a recording that has failed no more is sent: it is paid by the minute. What is on its way is kept.
      const failed = new AbortController();
      const ended = AbortSignal.any([failed.signal, ...(signal === undefined ? [] : [signal])]);
      const heard = await Promise.all(
        pieces.map(async (piece) => {
          try {
            return await kept.once(piece, { language, words }, () =>
              paced(async () => {
                throwIfCancelled(ended);
                return await transcribePiece(piece, { language, words }, signal);
              }, ended),
            );
          } catch (error) {
            failure ??= { error };
            failed.abort();
            return null;
          }
        }),
      );
      if (failure !== undefined) throw failure.error;
      const all = heard.filter((each) => each !== null);
      const segments = all.flatMap((each) => each.segments);
      const texts = segments.map(({ text }) => text);
      if (language !== null && (await isOtherLanguage(texts, language))) {
        throw new ProviderFailure('refused', `${host} writes down another language than ${language}`);
      }
      kept.forget(pieces, { language, words });
      return { language: all.find((each) => each.language !== null)?.language ?? null, segments };
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
