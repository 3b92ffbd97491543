import { sentencesOf } from '#core/contract/timed-text/sentences.ts';
import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { pause } from '#core/server/services/media/abort-error.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import type { SpeechVoice } from '#core/server/services/providers/speech.ts';

import { createPaced, type Pace } from '../paced.ts';
import { writeSpoken } from '../spoken-sound.ts';

/** Must be raised whenever the same request turns into other sound for all services. */
const VERSION = 1;
/** Parts of texts that are kept until all of a text is spoken. */
const MOST_KEPT = 40;

export type SpeechContext = Pick<ServerContext, 'media' | 'temporaryFolder'>;

/** A part of a text as a service is asked for it. */
export interface SpokenPart {
  text: string;
  language: string;
  /** Of its voices; null where it has no choice of them. */
  voice: string | null;
  /** Within what it does by itself; 1 where it does not. */
  speed: number;
}

/** A service that speaks, and how much it takes. */
export interface SpeechService {
  /** Must change with all of its settings that are heard. */
  version: string;
  pace: Pace;
  /** Tags, the most usual first. */
  languages: readonly string[];
  /** Letters of one request. */
  mostLetters: number;
  /** The paces that it speaks at by itself; null where it has only one. */
  speeds: { least: number; most: number } | null;
  /** Whether it sounds like a machine; false by default. */
  isRobotic?: boolean;
  /** Empty where it has no choice. */
  voices(language: string, signal?: AbortSignal): Promise<readonly SpeechVoice[]>;
  /** Asks once. @returns sound as a file, of any usual format */
  ask(part: SpokenPart, signal?: AbortSignal): Promise<Buffer>;
  probe?(signal: AbortSignal): Promise<void>;
  /** Waits; tests need not. */
  rest?: typeof pause;
}

/** A service as a provider: long texts go to it in parts, in turn, and what it cannot do to a voice is done here. */
export function connectedSpeech(ctx: SpeechContext, service: SpeechService): Opened<'speech'> {
  const { version, pace, languages, mostLetters, speeds, isRobotic = false, probe, rest } = service;
  const paced = createPaced(pace, rest);
  // What was paid for of a text whose rest has failed.
  const kept = new Map<string, Buffer>();

  async function soundOf(part: SpokenPart, signal?: AbortSignal): Promise<Buffer> {
    const key = JSON.stringify(part);
    const sound = kept.get(key) ?? (await paced(() => service.ask(part, signal), signal));
    kept.delete(key);
    kept.set(key, sound);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return sound;
  }

  return {
    version: `${version} ${VERSION}`,
    isRobotic,
    languages: async () => languages,
    voices: (language) => service.voices(language),
    ...(probe === undefined ? {} : { probe }),

    async speak({ text, language, speed, tone, voice }, path, signal) {
      if (!languages.includes(language)) fail('core:speech.language', { language }, { kind: 'invalid' });
      const parts = speakableParts(text, language, mostLetters);
      if (parts.length === 0) fail('core:speech.empty', {}, { kind: 'invalid' });
      const known = await service.voices(language, signal);
      if (voice !== undefined && !known.some(({ id }) => id === voice)) {
        fail('core:speech.voice', {}, { kind: 'invalid' });
      }
      const own = speeds === null ? 1 : Math.min(speeds.most, Math.max(speeds.least, speed));
      const asked = parts.map((part): SpokenPart => {
        return { text: part, language, voice: voice ?? known[0]?.id ?? null, speed: own };
      });
      const sounds: Buffer[] = [];
      // One after the other: a text that cannot be spoken is not paid for to its end.
      for (const part of asked) sounds.push(await soundOf(part, signal));
      try {
        await writeSpoken(ctx, sounds, path, { speed: speed / own, tone, ...(signal === undefined ? {} : { signal }) });
      } finally {
        for (const part of asked) kept.delete(JSON.stringify(part));
      }
    },
  };
}

/** Signs that need no space behind them. */
const WIDE_END = /[\u3000-\u303F\uFF00-\uFFEF]$/u;

/** Parts of a text of so many letters at most: sentences together, else cut at signs, spaces, or anywhere. */
export function speakableParts(text: string, language: string, most: number): string[] {
  const plain = text.toWellFormed().replaceAll(/[^\P{Cc}\n\t]/gu, ' ');
  const parts: string[] = [];
  for (const sentence of sentencesOf(plain, language).flatMap((whole) => pieces(whole, most))) {
    const last = parts.at(-1);
    if (last === undefined || last.length + 1 + sentence.length > most) parts.push(sentence);
    else parts[parts.length - 1] = `${last}${WIDE_END.test(last) ? '' : ' '}${sentence}`;
  }
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
}

function pieces(sentence: string, most: number): string[] {
  const found: string[] = [];
  let rest = sentence;
  while (rest.length > most) {
    const head = rest.slice(0, most);
    const at = [/^.*[，、；：,;:](?=.)/su, /^.*\s/su]
      .map((end) => end.exec(head)?.[0].length ?? 0)
      .find((end) => end > 0);
    // Never between both halves of a letter.
    const cut = at ?? (/[\uD800-\uDBFF]$/.test(head) ? most - 1 : most);
    found.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut);
  }
  return [...found, rest.trim()].filter((piece) => piece !== '');
}
