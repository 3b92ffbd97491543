import assert from 'node:assert/strict';
import { open, type FileHandle } from 'node:fs/promises';

import { SAMPLE_RATE } from './common-sound.ts';

/** Values per sample position: left and right. */
export const CHANNELS = 2;

const BYTES_PER_MOMENT = CHANNELS * 2;
const LARGEST_HEADER = 4096;

/** A sound in the engine's own format: WAV, 48 kHz stereo, 16 bit. */
export interface WavFile {
  /** Length in samples of one channel. */
  length: number;
  /**
   * Reads samples from `at` on, left and right interleaved, −32768 to 32767; fewer where the file ends.
   * @param into the buffer to fill; the filled part of it is returned
   */
  read(at: number, into: Int16Array): Promise<Int16Array>;
  close(): Promise<void>;
}

/**
 * Opens a sound written by the engine.
 * @throws AssertionError for any other kind of file
 */
export async function openWav(path: string): Promise<WavFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(Math.min(LARGEST_HEADER, size));
    await file.read(head, 0, head.length, 0);
    const start = dataStart(head);
    const length = Math.floor((size - start) / BYTES_PER_MOMENT);
    return {
      length,
      async read(at, into) {
        const samples = into.subarray(0, Math.max(0, Math.min(into.length, (length - at) * CHANNELS)));
        const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
        let got = 0;
        while (got < bytes.length) {
          const { bytesRead } = await file.read(bytes, got, bytes.length - got, start + at * BYTES_PER_MOMENT + got);
          assert.ok(bytesRead > 0, 'a sound ended before its length');
          got += bytesRead;
        }
        return samples;
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function dataStart(head: Buffer): number {
  assert.ok(head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE', 'not a WAV file');
  for (let at = 12; at + 8 <= head.length;) {
    const [type, size] = [head.toString('latin1', at, at + 4), head.readUInt32LE(at + 4)];
    if (type === 'fmt ') {
      const format = [head.readUInt16LE(at + 10), head.readUInt32LE(at + 12), head.readUInt16LE(at + 22)];
      assert.deepEqual(format, [CHANNELS, SAMPLE_RATE, 16], 'a sound is not 48 kHz stereo of 16 bit');
    }
    if (type === 'data') return at + 8;
    at += 8 + size + (size & 1);
  }
  return assert.fail('a WAV file holds no sound');
}

/**
 * Writes blocks of sound, with full scale at ±1, as a 16-bit WAV.
 * @param length samples of one channel that will be written
 */
export async function writeWav(path: string, length: number, blocks: AsyncIterable<Float32Array>): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.write(wavHeader(length * BYTES_PER_MOMENT));
    let memory = new Int16Array();
    for await (const block of blocks) {
      if (memory.length < block.length) memory = new Int16Array(block.length);
      for (let index = 0; index < block.length; index++) {
        const sample = (block[index] ?? 0) * 32768;
        // Rounds by truncating a positive number: ten times faster than Math.round here.
        memory[index] = sample > 32767 ? 32767 : sample < -32768 ? -32768 : ((sample + 32768.5) | 0) - 32768;
      }
      await writeWhole(file, new Uint8Array(memory.buffer, 0, block.length * 2));
    }
  } finally {
    await file.close();
  }
}

async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += (await file.write(bytes, at)).bytesWritten;
  }
}

function wavHeader(bytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(CHANNELS, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * BYTES_PER_MOMENT, 28);
  header.writeUInt16LE(BYTES_PER_MOMENT, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}
