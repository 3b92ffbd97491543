import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { MediaRunner } from '../runner.ts';
import { readLoudness, type Loudness } from './loudness.ts';
import { samplesOf } from './sound.ts';

/** One shot's own sound, in playing order. */
export interface ShotSound {
  /** A WAV of the shot's whole length, blended frames included. */
  path: string;
  /** 0 mutes it. */
  volume: number;
  /** Frames that it shares with the next shot; both fade through them. */
  blendAfter: number;
}

/** Background music of an output. */
export interface MusicTrack {
  /** A WAV at 48 kHz stereo; it is repeated for as long as the picture runs. */
  path: string;
  /** 1 is the file's own level. */
  volume: number;
  /** Seconds. */
  fadeIn: number;
  fadeOut: number;
  /** Whether it steps back while somebody speaks (or, without a voice, while the shots sound). */
  duck: boolean;
}

export interface SoundtrackOptions {
  shots: readonly ShotSound[];
  /** Length of the picture. */
  frames: number;
  fps: number;
  music?: MusicTrack;
  speech?: { path: string; volume: number };
}

/** The finished sound of an output, before its loudness is set. */
export interface Soundtrack {
  /** The mix before loudness: 48 kHz stereo, floats. */
  path: string;
  loudness: Loudness;
  /** Chromaprint of the mix, about eight words a second. */
  fingerprint: Uint32Array;
}

/** Mixes an output's sound in one pass: shots, music and voice; measured and fingerprinted on the way. */
export async function mixSoundtrack(
  runner: MediaRunner,
  options: SoundtrackOptions,
  folder: string,
  signal?: AbortSignal,
): Promise<Soundtrack> {
  const { shots, music, speech } = options;
  const inputs = shots.flatMap((shot) => ['-i', shot.path]);
  const musicIndex = shots.length;
  const speechIndex = shots.length + (music === undefined ? 0 : 1);
  if (music !== undefined) {
    inputs.push('-stream_loop', '-1', '-i', music.path);
  }
  if (speech !== undefined) {
    inputs.push('-i', speech.path);
  }
  const { log } = await runner.ffmpeg({
    cwd: folder,
    signal,
    nice: 10,
    keepInfo: true,
    args: [
      ...inputs,
      ...['-filter_complex_threads', '1', '-filter_complex', mixGraph(options, musicIndex, speechIndex)],
      // Layers may add up to more than full scale; only the levelled sum must not.
      ...['-map', '[mix]', '-c:a', 'pcm_f32le', '-f', 'wav', 'mix.wav'],
      ...['-map', '[print]', '-f', 'chromaprint', '-fp_format', 'raw', 'mix.chromaprint'],
    ],
  });
  const bytes = await readFile(join(folder, 'mix.chromaprint'));
  const fingerprint = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
  return { path: join(folder, 'mix.wav'), loudness: readLoudness(log), fingerprint };
}

function mixGraph(options: SoundtrackOptions, musicIndex: number, speechIndex: number): string {
  const { shots, frames, fps, music, speech } = options;
  const samples = samplesOf(frames, fps);
  const exact = `apad,atrim=end_sample=${samples}`;
  const chains = shots.map(({ volume }, index) => `[${index}:a]volume=${volume}[shot${index}]`);
  chains.push(...joinShots(shots, fps), `[joined]${exact}[shots]`);

  const layers = ['[shots]'];
  if (speech !== undefined) {
    chains.push(`[${speechIndex}:a]volume=${speech.volume},${exact}[speech]`);
    layers.push('[speech]');
  }
  if (music !== undefined) {
    const fades = `afade=in:d=${music.fadeIn},afade=out:st=${Math.max(0, frames / fps - music.fadeOut)}:d=${music.fadeOut}`;
    chains.push(`[${musicIndex}:a]volume=${music.volume},atrim=end_sample=${samples},${fades}[music]`);
    if (music.duck) {
      const key = speech === undefined ? 'shots' : 'speech';
      chains.push(
        `[${key}]asplit[${key}Heard][key]`,
        '[music][key]sidechaincompress=threshold=0.02:ratio=6:attack=30:release=500[ducked]',
      );
      layers[layers.indexOf(`[${key}]`)] = `[${key}Heard]`;
    }
    layers.push(music.duck ? '[ducked]' : '[music]');
  }
  const mixed =
    layers.length === 1 ? `${layers[0]}` : `${layers.join('')}amix=inputs=${layers.length}:duration=first:normalize=0,`;
  chains.push(`${mixed}ebur128=peak=true:framelog=verbose,asplit[mix][print]`);
  return chains.join(';');
}

/** Joins the shots' sounds into `[joined]`: end to end at hard cuts, faded through where pictures blend. */
function joinShots(shots: readonly ShotSound[], fps: number): string[] {
  if (shots.every((shot) => shot.blendAfter === 0)) {
    return [`${shots.map((_, index) => `[shot${index}]`).join('')}concat=n=${shots.length}:v=0:a=1[joined]`];
  }
  const chains: string[] = [];
  let last = 'shot0';
  for (let index = 1; index < shots.length; index++) {
    const next = index === shots.length - 1 ? 'joined' : `join${index}`;
    const blend = shots[index - 1]?.blendAfter ?? 0;
    const how = blend === 0 ? 'concat=n=2:v=0:a=1' : `acrossfade=ns=${samplesOf(blend, fps)}:c1=tri:c2=tri`;
    chains.push(`[${last}][shot${index}]${how}[${next}]`);
    last = next;
  }
  return shots.length === 1 ? ['[shot0]anull[joined]'] : chains;
}
