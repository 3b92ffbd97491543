import type { RenderedOutput } from '../render/render-output.ts';
import type { OutputFacts } from './run-facts.ts';

const textOf = (words: Uint32Array) => Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('base64');

function wordsOf(text: string): Uint32Array {
  const bytes = Buffer.from(text, 'base64');
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** What a row keeps of a rendered output. */
export function packOutput(rendered: RenderedOutput): OutputFacts['made'] {
  const { sha256, size, seconds, parts, audio } = rendered;
  const packed = parts.map(({ key, frames, hashes }) => ({
    ...{ key, frames },
    plain: textOf(hashes.frames),
    mirrored: textOf(hashes.mirrored),
  }));
  return { sha256, size, seconds, parts: packed, audio: textOf(audio) };
}

/** Reads what {@link packOutput} wrote. */
export function unpackOutput(facts: OutputFacts['made']): RenderedOutput {
  const { sha256, size, seconds, parts, audio } = facts;
  const unpacked = parts.map(({ key, frames, plain, mirrored }) => ({
    ...{ key, frames },
    hashes: { frames: wordsOf(plain), mirrored: wordsOf(mirrored) },
  }));
  return { sha256, size, seconds, parts: unpacked, audio: wordsOf(audio) };
}
