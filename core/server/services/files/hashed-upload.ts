import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

import { fail } from '#core/contract/errors.ts';

import type { AddFileOptions } from './files.ts';
import { JUDGED_BYTES, judgeType } from './judge-type.ts';

/**
 * Passes bytes through while counting, hashing and type-checking them. Fails with the expected errors of {@link
 * Files.add} as early as possible: for the type after the first 64 kB, for the size at the first excess byte.
 */
export class HashedUpload extends Transform {
  size = 0;
  /** MIME type detected from the bytes; known when the stream has ended. */
  type = '';
  /** sha-256 in lower-case hex; known when the stream has ended. */
  hash = '';

  readonly #options: AddFileOptions;
  readonly #hasher = createHash('sha256');
  #head: Buffer[] = [];

  constructor(options: AddFileOptions) {
    super();
    this.#options = options;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#take(chunk).then(() => done(null, chunk), done);
  }

  override _flush(done: TransformCallback): void {
    this.#end().then(() => done(), done);
  }

  async #take(chunk: Buffer): Promise<void> {
    const { name, maxSize } = this.#options;
    this.size += chunk.length;
    if (this.size > maxSize) {
      fail('core:file-too-large', { name, limit: Math.floor(maxSize / 1024 / 1024) }, { kind: 'too-large' });
    }
    this.#hasher.update(chunk);
    if (this.type === '') {
      this.#head.push(chunk);
      if (this.size >= JUDGED_BYTES) await this.#judge();
    }
  }

  async #end(): Promise<void> {
    if (this.size === 0) fail('core:file-empty', { name: this.#options.name }, { kind: 'invalid' });
    if (this.type === '') await this.#judge();
    this.hash = this.#hasher.digest('hex');
  }

  async #judge(): Promise<void> {
    const { name, accept } = this.#options;
    const type = await judgeType(Buffer.concat(this.#head));
    this.#head = [];
    if (type === undefined || (accept !== undefined && !accept.includes(type))) {
      fail('core:file-type', { name }, { kind: 'unsupported' });
    }
    this.type = type;
  }
}
