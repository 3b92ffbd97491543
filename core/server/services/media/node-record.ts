import assert from 'node:assert/strict';
import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import { z } from 'zod';

import { withBuffer } from './lent-buffer.ts';

/** The file in a node's folder that lists the other files. */
export const RECORD_NAME = 'node.json';

const BLOCK = 1 << 20;

const recordSchema = z.object({
  format: z.literal(1),
  operation: z.string(),
  builtAt: z.iso.datetime(),
  weight: z.number(),
  files: z
    .array(
      z.object({
        /** Plain names only: a record from elsewhere must not point outside the folder. */
        name: z.string().regex(/^(?!\.{1,2}$)[^/\\\0]+$/),
        size: z.number().int().nonnegative(),
        crc: z.number().int().nonnegative(),
      }),
    )
    .min(1),
});

/** The contents of a node's folder: file names, sizes and checksums. */
export type NodeRecord = z.output<typeof recordSchema>;

async function fileChecksum(path: string): Promise<number> {
  const handle = await open(path, 'r');
  try {
    return await withBuffer(BLOCK, async (buffer) => {
      let crc = 0;
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
        if (bytesRead === 0) return crc;
        crc = crc32(buffer.subarray(0, bytesRead), crc);
      }
    });
  } finally {
    await handle.close();
  }
}

/**
 * Writes the record of the files that a build produced. An empty folder, or one with a subfolder, breaks the
 * contract.
 */
export async function writeRecord(folder: string, facts: { operation: string; weight: number }): Promise<NodeRecord> {
  const files: NodeRecord['files'] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === RECORD_NAME) continue;
    assert(entry.isFile(), `node ${facts.operation}: "${entry.name}" is not a file`);
    const path = join(folder, entry.name);
    files.push({ name: entry.name, size: (await stat(path)).size, crc: await fileChecksum(path) });
  }
  assert(files.length > 0, `node ${facts.operation}: build left no file`);
  const record: NodeRecord = { format: 1, ...facts, builtAt: new Date().toISOString(), files };
  await writeFile(join(folder, RECORD_NAME), JSON.stringify(record));
  return record;
}

/** Parses a record; undefined when the text is not one. */
export function parseRecord(text: string): NodeRecord | undefined {
  try {
    return recordSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Reads a folder's record; undefined when there is none, or it cannot be read. */
export async function readRecord(folder: string): Promise<NodeRecord | undefined> {
  const text = await readFile(join(folder, RECORD_NAME), 'utf8').catch(() => '');
  return parseRecord(text);
}

/** Whether every listed file exists in full size; with `bytes`, also whether its checksum matches. */
export async function holdsRecord(folder: string, record: NodeRecord, bytes: boolean): Promise<boolean> {
  try {
    for (const { name, size, crc } of record.files) {
      const path = join(folder, name);
      const facts = await stat(path);
      if (!facts.isFile() || facts.size !== size) return false;
      if (bytes && (await fileChecksum(path)) !== crc) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** The total bytes of a node's files. */
export function recordSize(record: NodeRecord): number {
  return record.files.reduce((sum, file) => sum + file.size, 0);
}
