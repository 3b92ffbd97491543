import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import { untrustedInput } from '#core/server/services/media/runner.ts';
import { upTo } from '#core/server/services/providers/ask-service.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

/** Bytes of an answer at most. */
const MOST_BYTES = 128 * 1024 ** 2;
/** Bytes before the first sample of a WAV file as we write it, and of one that holds no sound, a hundredth of a second. */
const [HEAD, EMPTY] = [44, 960];
/** Samples a second of what is written, and how far a voice is moved at the ends of the scale, in semitones. */
const [RATE, REACH] = [48_000, 5];
/** From this length on the length in a header is a placeholder of a service that did not know it. */
const PLACEHOLDER = 0x7fff_0000;

/**
 * Reads sound that a service answers with, in whatever format.
 * @param raw samples a second where it comes without a header, as 16 bits of one channel
 * @throws ProviderFailure `unavailable` for no sound or half of it, `configuration` for something else
 */
export async function readSpoken(response: Response, host: string, raw?: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  // Types of fetch do not know that streams of Node.js are iterable.
  const body = (response.body ?? []) as unknown as AsyncIterable<Uint8Array>;
  for await (const piece of upTo(MOST_BYTES)(body)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (bytes.length === 0) throw new ProviderFailure('unavailable', `${host} has said nothing`);
  const type = response.headers.get('content-type') ?? '';
  if (/json|text|html/i.test(type) || isText(bytes)) {
    const said = bytes.toString('utf8', 0, 300);
    throw new ProviderFailure('configuration', `${host} answers something else than sound: ${said}`);
  }
  if (bytes.toString('latin1', 0, 4) === 'RIFF') {
    const { size, held } = dataOf(bytes);
    if (held === 0) throw new ProviderFailure('unavailable', `${host} has said nothing`);
    if (size > held && size < PLACEHOLDER) throw new ProviderFailure('unavailable', `${host} answers half a sound`);
    return bytes;
  }
  if (raw === undefined) return bytes;
  const samples = bytes.subarray(0, bytes.length - (bytes.length % 2));
  if (samples.length === 0) throw new ProviderFailure('unavailable', `${host} has said nothing`);
  return Buffer.concat([wavHead(raw, samples.length), samples]);
}

/** Whether an answer is JSON or a page. Samples without a header may begin like these, but are no text further on. */
function isText(bytes: Buffer): boolean {
  try {
    const head = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, 64), { stream: true });
    return /^\s*[{<](?:\P{Cc}|\s)*$/u.test(head);
  } catch {
    return false;
  }
}

/** The length of the samples of a WAV file as it says, and as it is. */
function dataOf(wav: Buffer): { size: number; held: number } {
  for (let at = 12; at + 8 <= wav.length;) {
    const size = wav.readUInt32LE(at + 4);
    if (wav.toString('latin1', at, at + 4) === 'data') return { size, held: wav.length - at - 8 };
    at += 8 + size + (size % 2);
  }
  return { size: 0, held: 0 };
}

/** The header of a WAV file of 16 bits and one channel. */
function wavHead(rate: number, bytes: number): Buffer {
  const head = Buffer.alloc(HEAD);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(HEAD - 8 + bytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(bytes, 40);
  return head;
}

/** How sounds are put together. */
export interface JoinOptions {
  /** How much faster than they came; 1 where the service has done that. */
  speed: number;
  /** −1 to 1; moves the voice, at the same pace. */
  tone: number;
  signal?: AbortSignal;
}

/**
 * Writes sounds one after another into one WAV file, of one channel.
 * @throws ProviderFailure `configuration` for what is no sound, `unavailable` for none; AbortError
 */
export async function writeSpoken(
  { media: { runner }, temporaryFolder }: Pick<ServerContext, 'media' | 'temporaryFolder'>,
  sounds: readonly Buffer[],
  path: string,
  { speed, tone, signal }: JoinOptions,
): Promise<void> {
  const folder = join(temporaryFolder, temporaryName());
  const part = `${path}.${randomUUID()}.part`;
  await mkdir(folder, { recursive: true });
  try {
    const files = sounds.map((_, number) => join(folder, `spoken-${number}`));
    for (const [number, file] of files.entries()) await writeFile(file, sounds[number] ?? '');
    const common = files.map((_, number) => `[${number}:a:0]${alike(number)}`).join(';');
    const all = files.map((_, number) => `[part${number}]`).join('');
    const graph = `${common};${all}concat=n=${files.length}:v=0:a=1${shape(speed, tone)}[out]`;
    await runner.ffmpeg({
      ...{ cwd: folder, brief: true, ...(signal === undefined ? {} : { signal }) },
      args: [
        ...files.flatMap(untrustedInput),
        ...['-filter_complex', graph, '-map', '[out]', '-map_metadata', '-1', '-fflags', '+bitexact'],
        ...['-c:a', 'pcm_s16le', '-f', 'wav', part],
      ],
    });
    if ((await stat(part)).size <= HEAD + EMPTY) throw new ProviderFailure('unavailable', 'the sound is empty');
    await rename(part, path);
  } catch (error) {
    if (!(error instanceof ExpectedError) || error.code !== 'core:media.tool-failed') throw error;
    throw new ProviderFailure('configuration', 'what was answered is no sound that can be read', { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(part, { force: true });
  }
}

const alike = (number: number): string =>
  `aresample=${RATE},aformat=sample_fmts=fltp:channel_layouts=mono[part${number}]`;

/** Filters that move a voice and its pace. */
function shape(speed: number, tone: number): string {
  const moved = 2 ** ((Math.max(-1, Math.min(1, tone)) * REACH) / 12);
  const pitch = moved === 1 ? '' : `,asetrate=${Math.round(RATE * moved)},aresample=${RATE}`;
  // In two steps, of which neither is beyond what the filter does well.
  const half = Math.sqrt(speed / moved).toFixed(4);
  return half === '1.0000' ? pitch : `${pitch},atempo=${half},atempo=${half}`;
}
