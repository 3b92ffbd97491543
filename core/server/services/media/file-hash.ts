import { createHash } from 'node:crypto';
import { appendFile, mkdir, open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { abortError } from './abort-error.ts';
import { withBuffer } from './lent-buffer.ts';

const LINE = /^(\d+:\d+:\d+:\d+:\d+) ([0-9a-f]{64})$/;
const MAX_REMEMBERED = 50_000;
/** Milliseconds: a file changed this recently may change again without its timestamp showing it. */
const SETTLED_MILLISECONDS = 2000;

/** Hashes files, each only once until it changes. */
export interface FileHasher {
  /**
   * The sha-256 of a file's bytes, lower-case hex.
   * @throws AbortError when cancelled; the file system's own errors
   */
  hash(path: string, signal?: AbortSignal): Promise<string>;
}

/** Identifies an unchanged file without reading it, and says whether that can be relied on. */
async function identityOf(path: string): Promise<{ identity: string; settled: boolean }> {
  const facts = await stat(path, { bigint: true });
  // Unlike the modification time, the change time cannot be set back by tools that copy files.
  const identity = [facts.dev, facts.ino, facts.size, facts.mtimeNs, facts.ctimeNs].join(':');
  const newest = facts.mtimeMs > facts.ctimeMs ? facts.mtimeMs : facts.ctimeMs;
  return { identity, settled: Date.now() - Number(newest) > SETTLED_MILLISECONDS };
}

const CHUNK_BYTES = 1 << 20;

/**
 * The sha-256 of a file's bytes, lower-case hex. One buffer serves the whole file: a stream would allocate one
 * for every megabyte.
 * @throws AbortError when cancelled; the file system's own errors
 */
async function sha256OfFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    return await withBuffer(CHUNK_BYTES, async (chunk) => {
      for (;;) {
        if (signal?.aborted) throw abortError(signal);
        const { bytesRead } = await file.read(chunk, 0, chunk.length);
        if (bytesRead === 0) return hash.digest('hex');
        hash.update(chunk.subarray(0, bytesRead));
      }
    });
  } finally {
    await file.close();
  }
}

/**
 * Makes a {@link FileHasher} that stores its results in `folder`. Any number of processes may share the folder:
 * each only appends whole lines, and incomplete lines are skipped.
 */
export function createFileHasher(options: { folder: string }): FileHasher {
  const path = join(options.folder, 'file-hashes');
  const running = new Map<string, Promise<string>>();
  let loading: Promise<Map<string, string>> | undefined;

  async function load(): Promise<Map<string, string>> {
    await mkdir(dirname(path), { recursive: true });
    const known = new Map<string, string>();
    const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
    for (const line of lines) {
      const [, identity, hash] = LINE.exec(line) ?? [];
      if (identity !== undefined && hash !== undefined) known.set(identity, hash);
    }
    if (lines.length > MAX_REMEMBERED) await compact([...known].slice(-MAX_REMEMBERED / 2));
    return known;
  }

  /** Lines appended by another process meanwhile may be lost; that only costs hashing a file again. */
  async function compact(entries: [string, string][]): Promise<void> {
    const draft = `${path}.${process.pid}`;
    await writeFile(draft, entries.map(([identity, hash]) => `${identity} ${hash}\n`).join(''));
    await rename(draft, path);
  }

  async function hashAndRemember(
    file: string,
    identity: string,
    settled: boolean,
    known: Map<string, string>,
    signal?: AbortSignal,
  ): Promise<string> {
    const hash = await sha256OfFile(file, signal);
    if (settled && (await identityOf(file)).identity === identity) {
      known.set(identity, hash);
      await appendFile(path, `${identity} ${hash}\n`);
    }
    return hash;
  }

  return {
    async hash(file, signal) {
      const absolute = resolve(file);
      loading ??= load();
      const known = await loading;
      const { identity, settled } = await identityOf(absolute);
      const remembered = known.get(identity);
      if (remembered !== undefined) return remembered;
      // Work with a signal is not shared, since its one caller may cancel it.
      if (signal) return hashAndRemember(absolute, identity, settled, known, signal);
      let work = running.get(identity);
      if (work === undefined) {
        work = hashAndRemember(absolute, identity, settled, known).finally(() => running.delete(identity));
        running.set(identity, work);
      }
      return work;
    },
  };
}
