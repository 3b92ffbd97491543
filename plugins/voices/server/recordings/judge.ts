import { medianOf } from '#core/server/services/media/sound/pitch.ts';

import { SECONDS } from '#plugins/voices/limits.ts';
import type { RecordingFacts } from '../tables.ts';
import type { VoiceSound } from './examine.ts';

/** Shares of what is said that are cut off: from where on it is told, and refused. */
const CLIPPED = { told: 0.001, refused: 0.02 } as const;
/** Decibels below full scale. */
const QUIET = { told: -38, refused: -50 } as const;
/** Decibels between what is said and what is heard besides. */
const ABOVE_NOISE = { told: 22, refused: 10 } as const;
/** The share of speech that a sample should have. */
const SPEECH_SHARE = 0.4;
/** How much higher the second of two voices is at the least, and the share that each of them says. */
const [HIGHER, OWN_SHARE] = [1.5, 0.2];

type Finding = RecordingFacts['findings'][number];

/**
 * What is wrong with a recording. Several speakers are only told where a low and a high voice take turns: nothing here
 * tells two of a kind from each other.
 */
export function judge(kind: 'sample' | 'consent', sound: VoiceSound): Finding[] {
  const { speech, seconds, level, noise, clipped } = sound;
  const least = SECONDS[kind];
  if (level === null || speech === 0) return [{ code: 'no-speech', refuses: true, params: {} }];
  const findings: Finding[] = [];
  const add = (code: Finding['code'], refuses: boolean, params: Finding['params'] = {}) =>
    findings.push({ code, refuses, params });
  if (speech < least) add('little-speech', true, { seconds: rounded(speech), least });
  if (level < QUIET.told) add('quiet', level < QUIET.refused, { level: Math.round(level) });
  // What a consent sounds like does not matter as long as it is understood.
  if (kind === 'consent') return findings;
  if (speech / seconds < SPEECH_SHARE) add('mostly-silent', false, { share: Math.round((100 * speech) / seconds) });
  if (clipped > CLIPPED.told) add('clipped', clipped > CLIPPED.refused, { share: rounded(clipped * 100) });
  const above = noise === null ? Infinity : level - noise;
  if (above < ABOVE_NOISE.told) add('noisy', above < ABOVE_NOISE.refused, { decibels: Math.round(above) });
  if (hasTwoVoices(sound)) add('several-speakers', false);
  return findings;
}

function hasTwoVoices({ phrases }: VoiceSound): boolean {
  const byPitch = phrases.toSorted((a, b) => a.pitch - b.pitch);
  const all = secondsOf(byPitch);
  return byPitch.some((_, at) => {
    const [low, high] = [byPitch.slice(0, at), byPitch.slice(at)];
    const [lower, higher] = [low, high].map((some) => medianOf(some.map(({ pitch }) => pitch)) ?? 0);
    const isApart = (higher ?? 0) / Math.max(1, lower ?? 0) >= HIGHER && lower !== 0;
    return isApart && Math.min(secondsOf(low), secondsOf(high)) >= all * OWN_SHARE;
  });
}

const secondsOf = (phrases: VoiceSound['phrases']): number => phrases.reduce((sum, { seconds }) => sum + seconds, 0);
const rounded = (value: number): number => Math.round(value * 10) / 10;
