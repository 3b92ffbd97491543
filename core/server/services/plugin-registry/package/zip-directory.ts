import { fail } from '#core/contract/errors.ts';
import { PACKAGE_FILES, UNPACKED_BYTES } from '#core/contract/plugin-package.ts';

/** One file of a zip, as described in its directory. */
export interface ZipEntry {
  path: string;
  /** 0 for stored, 8 for deflated. */
  method: 0 | 8;
  /** Its compressed bytes. */
  stored: Buffer;
  /** Its unpacked size in bytes; unpacking stops there. */
  size: number;
  crc: number;
}

const END_RECORD = 0x06054b50;
const DIRECTORY_RECORD = 0x02014b50;
const LOCAL_RECORD = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;

const ENCRYPTED = 1;
const STRONGLY_ENCRYPTED = 1 << 6;
const MASKED_DIRECTORY = 1 << 13;
/** The file-type bits of a Unix mode. */
const KIND_BITS = 0o170_000;
const PLAIN_FILE = 0o100_000;
const FOLDER = 0o040_000;

const PATH = /^[a-z0-9_][\w.-]*(\/[a-z0-9_][\w.-]*){0,4}$/i;

/**
 * Reads the directory of a packed plugin and refuses everything that a plugin package does not need. Nothing is
 * unpacked. Both headers that a zip has for each file must agree, as other programs may read the other one.
 * @throws expected `core:plugin.package-…`
 */
export function readZipDirectory(zip: Buffer): ZipEntry[] {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  const directorySize = zip.readUInt32LE(end + 12);
  const directory = zip.readUInt32LE(end + 16);
  const isOneDisk =
    zip.readUInt16LE(end + 4) === 0 && zip.readUInt16LE(end + 6) === 0 && zip.readUInt16LE(end + 8) === count;
  if (!isOneDisk || directory + directorySize !== end) notZip();
  if (count > PACKAGE_FILES) fail('core:plugin.package-files', { limit: PACKAGE_FILES }, { kind: 'invalid' });

  const entries: ZipEntry[] = [];
  const seen = new Set<string>();
  let unpacked = 0;
  let at = directory;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || zip.readUInt32LE(at) !== DIRECTORY_RECORD) notZip();
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    if (nameEnd > end) notZip();
    const entry = readEntry(zip, at, { path: zip.toString('latin1', at + 46, nameEnd), directory });
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    if (entry === undefined) continue;
    // A case-insensitive disk would keep only one of two such files.
    const name = entry.path.toLowerCase();
    if (seen.has(name)) refuse('core:plugin.package-twice', entry.path);
    seen.add(name);
    unpacked += entry.size;
    if (unpacked > UNPACKED_BYTES) {
      fail('core:plugin.package-unpacked', { megabytes: UNPACKED_BYTES / 1024 / 1024 }, { kind: 'too-large' });
    }
    entries.push(entry);
  }
  if (at !== end) notZip();
  return entries;
}

/** @returns undefined for a folder */
function readEntry(
  zip: Buffer,
  at: number,
  { path, directory }: { path: string; directory: number },
): ZipEntry | undefined {
  const flags = zip.readUInt16LE(at + 8);
  const method = zip.readUInt16LE(at + 10);
  const crc = zip.readUInt32LE(at + 16);
  const storedSize = zip.readUInt32LE(at + 20);
  const size = zip.readUInt32LE(at + 24);
  const kind = (zip.readUInt32LE(at + 38) >>> 16) & KIND_BITS;
  const local = zip.readUInt32LE(at + 42);

  const isFolder = path.endsWith('/');
  if (!PATH.test(isFolder ? path.slice(0, -1) : path)) refuse('core:plugin.package-path', path);
  if ((flags & (ENCRYPTED | STRONGLY_ENCRYPTED | MASKED_DIRECTORY)) !== 0) refuse('core:plugin.package-locked', path);
  if (kind !== 0 && kind !== (isFolder ? FOLDER : PLAIN_FILE)) refuse('core:plugin.package-link', path);

  const nameAt = local + 30;
  if (nameAt > directory || zip.readUInt32LE(local) !== LOCAL_RECORD) refuse('core:plugin.package-damaged', path);
  const nameEnd = nameAt + zip.readUInt16LE(local + 26);
  const from = nameEnd + zip.readUInt16LE(local + 28);
  const isSame =
    zip.toString('latin1', nameAt, nameEnd) === path &&
    zip.readUInt16LE(local + 6) === flags &&
    zip.readUInt16LE(local + 8) === method;
  if (!isSame || from + storedSize > directory) refuse('core:plugin.package-damaged', path);
  if (isFolder) {
    if (size > 0 || storedSize > 0) refuse('core:plugin.package-damaged', path);
    return undefined;
  }
  if (method !== 0 && method !== 8) refuse('core:plugin.package-damaged', path);
  if (method === 0 && size !== storedSize) refuse('core:plugin.package-damaged', path);
  return { path, method, stored: zip.subarray(from, from + storedSize), size, crc };
}

/** The offset of the record that ends the zip; only the zip's comment comes after it. */
function findEnd(zip: Buffer): number {
  const first = Math.max(0, zip.length - END_BYTES - LONGEST_COMMENT);
  for (let at = zip.length - END_BYTES; at >= first; at -= 1) {
    if (zip.readUInt32LE(at) === END_RECORD && at + END_BYTES + zip.readUInt16LE(at + 20) === zip.length) return at;
  }
  notZip();
}

function notZip(): never {
  fail('core:plugin.package-zip', {}, { kind: 'invalid' });
}

type PathRefusal =
  | 'core:plugin.package-damaged'
  | 'core:plugin.package-extra'
  | 'core:plugin.package-hash'
  | 'core:plugin.package-link'
  | 'core:plugin.package-locked'
  | 'core:plugin.package-missing'
  | 'core:plugin.package-path'
  | 'core:plugin.package-size'
  | 'core:plugin.package-texts'
  | 'core:plugin.package-twice';

/** Refuses a package because of one of its files; the name is shown as far as it is printable. */
export function refuse(code: PathRefusal, path: string, cause?: unknown): never {
  const shown = path.replaceAll(/[^\u0020-\u007E]/g, '�').slice(0, 120);
  fail(code, { path: shown }, { kind: 'invalid', cause });
}
