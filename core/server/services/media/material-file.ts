import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

import { fail } from '#core/contract/errors.ts';

import { safeFileName } from './safe-file-name.ts';

/** A file as found on disk. */
export interface MaterialFile {
  /** Absolute, with links resolved. */
  path: string;
  /** Bytes. */
  size: number;
  /** The first bytes, 64 at most. */
  head: Buffer;
}

function refusal(path: string, error: unknown): never {
  const file = safeFileName(path);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP')
    return fail('core:media.missing', { file }, { kind: 'invalid', cause: error });
  if (code === 'EACCES' || code === 'EPERM')
    return fail('core:media.unreadable', { file }, { kind: 'invalid', cause: error });
  throw error;
}

async function readHead(handle: FileHandle): Promise<Buffer> {
  const head = Buffer.alloc(64);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  return head.subarray(0, bytesRead);
}

/**
 * Opens a material and checks that it is an ordinary file, before any tool reads it.
 * @param within the folder that it must lie in once links are resolved
 * @throws expected `core:media.missing`, `core:media.unreadable`, `core:media.outside-folder`,
 * `core:media.not-a-file`, `core:media.empty`
 */
export async function openMaterial(path: string, within?: string): Promise<MaterialFile> {
  const file = safeFileName(path);
  const found = await realpath(path).catch((error: unknown) => refusal(path, error));
  if (within !== undefined) {
    const inside = relative(await realpath(within), found);
    if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`))
      fail('core:media.outside-folder', { file }, { kind: 'invalid' });
  }
  const { size } = await stat(found).then(
    // Reading a pipe or a device would block for ever.
    (facts) => (facts.isFile() ? facts : fail('core:media.not-a-file', { file }, { kind: 'invalid' })),
    (error: unknown) => refusal(path, error),
  );
  if (size === 0) fail('core:media.empty', { file }, { kind: 'invalid' });
  const handle = await open(found, 'r').catch((error: unknown) => refusal(path, error));
  try {
    return { path: found, size, head: await readHead(handle) };
  } finally {
    await handle.close();
  }
}

/** Whether a file starts like a still picture (JPEG, PNG, GIF, WebP, BMP, TIFF, HEIC, AVIF). */
export function looksLikePicture(head: Buffer): boolean {
  const text = head.toString('latin1');
  return (
    /^(\xff\xd8\xff|\x89PNG|GIF8|BM|II\*\0|MM\0\*)/.test(text) ||
    (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') ||
    /^....ftyp(heic|heix|mif1|msf1|avif)/s.test(text)
  );
}

/** Whether a file starts like one of the containers that we accept. */
export function looksLikeVideo(head: Buffer): boolean {
  const text = head.toString('latin1');
  return (
    /^....(ftyp|moov|mdat|free|skip|wide|pnot)/s.test(text) ||
    text.startsWith('FLV') ||
    text.startsWith('\x1aE\xdf\xa3')
  );
}
