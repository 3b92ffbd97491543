import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

/** Samples a second of a voice by itself: enough for any, and a quarter of what a video's sound takes. */
export const VOICE_RATE = 24_000;

/** Options of an output that is a voice by itself: a WAV of one channel, always the same bytes for the same sound. */
export function monoWav(path: string): string[] {
  return [
    ...['-ac', '1', '-ar', String(VOICE_RATE), '-c:a', 'pcm_s16le'],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-f', 'wav', path],
  ];
}

/**
 * Reads a WAV that was written by {@link monoWav}.
 * @returns samples from −32768 to 32767
 * @throws AssertionError for any other kind of file
 */
export async function readMonoWav(path: string): Promise<Int16Array> {
  const bytes = await readFile(path);
  const word = (at: number): string => bytes.toString('latin1', at, at + 4);
  assert.ok(word(0) === 'RIFF' && word(8) === 'WAVE', 'not a WAV file');
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    if (word(at) === 'fmt ') {
      const format = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 12), bytes.readUInt16LE(at + 22)];
      assert.deepEqual(format, [1, VOICE_RATE, 16], 'a voice is not 24 kHz mono of 16 bit');
    }
    if (word(at) === 'data') {
      const end = at + 8 + (Math.min(size, bytes.length - at - 8) & ~1);
      const samples = bytes.subarray(at + 8, end);
      return new Int16Array(samples.buffer.slice(samples.byteOffset, samples.byteOffset + samples.length));
    }
    at += 8 + size + (size & 1);
  }
  return assert.fail('a WAV file holds no sound');
}
