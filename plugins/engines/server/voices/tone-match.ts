import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { isAbortError, throwIfCancelled } from '#core/server/services/media/abort-error.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { monoWav, readMonoWav, VOICE_RATE } from '#core/server/services/media/sound/mono-wav.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { SpeechProvider, SpeechRequest } from '#core/server/services/providers/speech.ts';

import { BANDS, toneProfile, type ToneProfile } from './tone-profile.ts';

/** Must be raised whenever the same voice sounds different. */
const VERSION = 1;
/** Seconds of a sample: the tone of a voice is known after some, and no better after minutes. */
const SAMPLE = { least: 3, most: 60 };
/** Hertz from which on the higher of the two built-in voices is nearer. */
const HIGH_VOICE = 150;
/** What is spoken to measure a built-in voice: every language says it. */
const MEASURED = '1 2 3 4 5 6 7 8 9 10 20 30 100';
/** Of languages and pitches that were measured. */
const MOST_KEPT = 64;
/** Decibels by which a band is moved at most, and factors of the move of formants. */
const [MOST_GAIN, FORMANTS] = [12, { least: 0.85, most: 1.18, of: 0.33 }];

/** How loud it speaks, the root of the mean square in decibels, and by how much it is made louder at most. */
const [LEVEL, MOST_LOUDER] = [-20, 20];

/** A voice as its name tells it: which of the built-in ones it is made from, its pitch and its tone. */
interface ToneVoice extends ToneProfile {
  base: 'male' | 'female';
}

/** How a built-in voice has to be moved. */
interface Move {
  pitch: number;
  formants: number;
  gains: readonly number[];
}

/**
 * Tone match: a built-in voice whose pitch and tone are moved towards a sample. It is no clone, and nobody would take it
 * for the speaker. All that makes a voice is in its name, so that nothing is kept and nothing has to be deleted.
 */
export function toneMatch(runner: MediaRunner, openSpeech: () => Promise<SpeechProvider>): Opened<'voices'> {
  let opened: Promise<SpeechProvider> | undefined;
  const speech = (): Promise<SpeechProvider> => {
    opened ??= openSpeech();
    opened.catch(() => (opened = undefined));
    return opened;
  };
  const moves = new Map<string, Promise<Move>>();

  /** A built-in voice that was moved, but for its tone. */
  async function shifted(spoken: string, { pitch, formants }: Omit<Move, 'gains'>, to: string, signal?: AbortSignal) {
    // The rate moves pitch, formants and pace at once; rubberband puts the pace back, and the pitch where it belongs.
    const rate = `aresample=${VOICE_RATE},asetrate=${Math.round(VOICE_RATE * formants)},aresample=${VOICE_RATE}`;
    const [tempo, rest] = [1 / formants, pitch / formants].map((factor) => factor.toFixed(4));
    const filter = `${rate},rubberband=tempo=${tempo}:pitch=${rest}:formant=preserved`;
    await runner.ffmpeg({ cwd: dirname(to), signal, args: ['-i', spoken, '-af', filter, ...monoWav(to)] });
  }

  /** How the built-in voice of a language has to be moved, measured by what it says and not by every line anew. */
  async function measure(voice: ToneVoice, language: string, folder: string, signal?: AbortSignal): Promise<Move> {
    const [spoken, plain, moved] = ['base.wav', 'plain.wav', 'moved.wav'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const said = { text: MEASURED, language, voice: voice.base, speed: 1, tone: 0 };
    await (await speech()).speak(said, spoken, signal);
    await runner.ffmpeg({ cwd: folder, signal, args: ['-i', spoken, ...monoWav(plain)] });
    const base = toneProfile(await readMonoWav(plain), VOICE_RATE);
    if (base === null) throw new ProviderFailure('unavailable', 'the built-in voice says nothing');
    const pitch = voice.pitch / base.pitch;
    const formants = Math.min(FORMANTS.most, Math.max(FORMANTS.least, pitch ** FORMANTS.of));
    await shifted(spoken, { pitch, formants }, moved, signal);
    const found = toneProfile(await readMonoWav(moved), VOICE_RATE) ?? base;
    const gains = voice.tone.map((level, band) =>
      Math.max(-MOST_GAIN, Math.min(MOST_GAIN, level - (found.tone[band] ?? 0))),
    );
    return { pitch, formants, gains };
  }

  async function moveOf(
    id: string,
    voice: ToneVoice,
    language: string,
    folder: string,
    signal?: AbortSignal,
  ): Promise<Move> {
    const key = `${id} ${language}`;
    const known = moves.get(key);
    if (known !== undefined) {
      try {
        return await known;
      } catch (error) {
        // Cancelled by whoever has begun it, not by this one.
        throwIfCancelled(signal);
        if (!isAbortError(error)) throw error;
        return await moveOf(id, voice, language, folder, signal);
      }
    }
    const measured = measure(voice, language, folder, signal);
    moves.set(key, measured);
    measured.catch(() => moves.delete(key));
    for (const oldest of moves.keys()) {
      if (moves.size <= MOST_KEPT) break;
      moves.delete(oldest);
    }
    return await measured;
  }

  return {
    version: `tone match ${VERSION}`,
    sample: SAMPLE,
    likeness: 'tone',
    keepsVoices: false,
    languages: async () => await (await speech()).languages(),

    async create({ path }) {
      const profile = toneProfile(await readMonoWav(path), VOICE_RATE);
      if (profile === null) throw new ProviderFailure('refused', 'no voice is heard in the sample');
      return nameOf({ ...profile, base: profile.pitch >= HIGH_VOICE ? 'female' : 'male' });
    },

    async speak({ id }, request, path, signal) {
      const voice = voiceOf(id);
      const folder = await mkdtemp(join(dirname(path), 'tone-'));
      try {
        const { gains, ...move } = await moveOf(id, voice, request.language, folder, signal);
        const [spoken, moved] = [join(folder, 'said.wav'), join(folder, 'said-moved.wav')];
        await (await speech()).speak({ ...request, voice: voice.base, tone: 0 }, spoken, signal);
        await shifted(spoken, { ...move, pitch: move.pitch * pitchFactor(request) }, moved, signal);
        const entries = gains.map((gain, band) => `entry(${BANDS[band]},${gain.toFixed(1)})`).join(';');
        const louder = LEVEL - levelOf(await readMonoWav(moved));
        const level = `volume=${Math.min(MOST_LOUDER, louder).toFixed(1)}dB,alimiter=limit=0.9:level=0`;
        const filter = `firequalizer=gain_entry='${entries}',${level}`;
        await runner.ffmpeg({ cwd: folder, signal, args: ['-i', moved, '-af', filter, ...monoWav(path)] });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },

    async remove() {
      // Nothing is kept of a voice but its name.
    },
  };
}

/** How much higher a voice speaks that is asked to: half an octave at most. */
export const pitchFactor = ({ tone }: Pick<SpeechRequest, 'tone'>): number => 2 ** (tone / 2);

/** Decibels below full scale. */
function levelOf(samples: Int16Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length);
  return 10 * Math.log10(Math.max(1e-10, power / 32_768 ** 2));
}

/** A voice as one word: `tone1.female.2132.31_-4_…`, tenths of hertz and of decibels. */
function nameOf({ base, pitch, tone }: ToneVoice): string {
  return ['tone1', base, Math.round(pitch * 10), tone.map((level) => Math.round(level * 10)).join('_')].join('.');
}

/** @throws ProviderFailure `refused` for a name that is none of ours */
function voiceOf(id: string): ToneVoice {
  const [, base, pitch, tone = ''] = /^tone1\.(male|female)\.(\d{3,5})\.(-?\d{1,4}(?:_-?\d{1,4})*)$/.exec(id) ?? [];
  const levels = tone.split('_').map((level) => Number(level) / 10);
  if ((base !== 'male' && base !== 'female') || levels.length !== BANDS.length) {
    throw new ProviderFailure('refused', 'this is no voice of tone match');
  }
  return { base, pitch: Number(pitch) / 10, tone: levels };
}
