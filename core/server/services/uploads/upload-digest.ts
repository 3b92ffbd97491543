import { createHash, type Hash } from 'node:crypto';

import { fail } from '#core/contract/errors.ts';
import { JUDGED_BYTES, judgeType } from '#core/server/services/files/judge-type.ts';

/** What a file must be. */
export interface ExpectedFile {
  name: string;
  /** Accepted MIME types; all when null. */
  accept: readonly string[] | null;
}

/**
 * Hashes the bytes of a file as they arrive and detects its type. The type is checked as soon as the first bytes are
 * there, so that nobody sends a gigabyte for nothing.
 */
export class UploadDigest {
  /** Bytes taken so far. */
  position = 0;
  /** MIME type; empty until it is known. */
  type = '';
  readonly #expected: ExpectedFile;
  readonly #hasher: Hash = createHash('sha256');
  #head: Buffer[] = [];

  constructor(expected: ExpectedFile) {
    this.#expected = expected;
  }

  /** @throws expected `core:file-type` (415) */
  async take(chunk: Buffer): Promise<void> {
    this.#hasher.update(chunk);
    this.position += chunk.length;
    if (this.type !== '') return;
    this.#head.push(chunk);
    if (this.position >= JUDGED_BYTES) await this.#judge();
  }

  /**
   * Hash and type of a file whose last byte was taken. Can be called once.
   * @throws expected `core:file-type` (415)
   */
  async end(): Promise<{ hash: string; type: string }> {
    if (this.type === '') await this.#judge();
    return { hash: this.#hasher.digest('hex'), type: this.type };
  }

  async #judge(): Promise<void> {
    const { name, accept } = this.#expected;
    const type = await judgeType(Buffer.concat(this.#head));
    this.#head = [];
    if (type === undefined || (accept !== null && !accept.includes(type))) {
      fail('core:file-type', { name }, { kind: 'unsupported' });
    }
    this.type = type;
  }
}

/** Most unfinished digests kept. */
const KEPT = 500;

/**
 * Unfinished digests between two parts of a file, by upload. Only of this node, and only the latest: a file whose
 * digest is missing, or does not match what is stored, is read again at its end.
 */
export class UploadDigests {
  readonly #digests = new Map<string, UploadDigest>();

  /** Removes and returns the digest of an upload at this position. */
  claim(id: string, position: number): UploadDigest | undefined {
    const digest = this.#digests.get(id);
    this.#digests.delete(id);
    return digest?.position === position ? digest : undefined;
  }

  keep(id: string, digest: UploadDigest): void {
    this.#digests.set(id, digest);
    const [oldest] = this.#digests.keys();
    if (this.#digests.size > KEPT && oldest !== undefined) this.#digests.delete(oldest);
  }

  drop(id: string): void {
    this.#digests.delete(id);
  }
}
