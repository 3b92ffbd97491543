import { createHash } from 'node:crypto';

import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import {
  PACKAGE_BYTES,
  PACKAGE_FILE,
  pluginPackageSchema,
  type PackedFile,
  type PluginPackage,
} from '#core/contract/plugin-package.ts';
import { manifestProblems } from '#core/contract/plugin.ts';

import { readTexts, type PackageTexts } from './package-texts.ts';
import { unpackEntry } from './unpack-entry.ts';
import { readZipDirectory, refuse, type ZipEntry } from './zip-directory.ts';

/** A packed plugin that has passed every check possible without running it. */
export interface ReadPackage {
  package: PluginPackage;
  /** Every file that it names, by path, except `plugin.json`. */
  files: Map<string, Buffer>;
  /** By language and key, without namespace. */
  texts: PackageTexts;
  /** Bytes of the zip. */
  packed: number;
}

/** A description is short; a larger one was made to waste time. */
const DESCRIPTION_BYTES = 512 * 1024;
const PROBLEM_LETTERS = 1_000;

/**
 * Reads a packed plugin: a zip of `plugin.json` and exactly the files that it names, each matching its hash.
 * None of it is executed, and unpacking stops at the limits for a package.
 * @throws expected `core:plugin.package-…`, 413 for a file that is too large, 422 for anything else
 */
export async function readPackage(packed: Buffer): Promise<ReadPackage> {
  if (packed.length > PACKAGE_BYTES) {
    fail('core:plugin.package-large', { megabytes: PACKAGE_BYTES / 1024 / 1024 }, { kind: 'too-large' });
  }
  const entries = new Map(readZipDirectory(packed).map((entry) => [entry.path, entry]));
  const description = await readDescription(entries.get(PACKAGE_FILE));
  const named = namedFiles(description);
  for (const path of entries.keys()) {
    if (path !== PACKAGE_FILE && !named.has(path)) refuse('core:plugin.package-extra', path);
  }
  const files = new Map<string, Buffer>();
  for (const file of named.values()) {
    const entry = entries.get(file.path);
    if (entry === undefined) refuse('core:plugin.package-missing', file.path);
    files.set(file.path, await readNamed(entry, file));
  }
  return { package: description, files, texts: readTexts(description, files), packed: packed.length };
}

async function readDescription(entry: ZipEntry | undefined): Promise<PluginPackage> {
  if (entry === undefined) fail('core:plugin.package-description', {}, { kind: 'invalid' });
  if (entry.size > DESCRIPTION_BYTES) invalid(`${PACKAGE_FILE} > ${DESCRIPTION_BYTES / 1024} kB`);
  return parseDescription(await unpackEntry(entry));
}

/**
 * Parses a `plugin.json`.
 * @throws expected `core:plugin.package-json`, `core:plugin.package-invalid`
 */
export function parseDescription(bytes: Buffer): PluginPackage {
  let content: unknown;
  try {
    content = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    fail('core:plugin.package-json', {}, { kind: 'invalid', cause: error });
  }
  const checked = pluginPackageSchema.safeParse(content);
  return checked.success ? checked.data : invalid(problemsOf(checked.error));
}

function invalid(problem: string): never {
  fail('core:plugin.package-invalid', { problem: problem.slice(0, PROBLEM_LETTERS) }, { kind: 'invalid' });
}

/** The problems of a description; those of its manifest in the author's terms. */
function problemsOf(error: z.ZodError): string {
  const ofManifest = error.issues.filter(({ path }) => path[0] === 'manifest');
  const others = error.issues.filter((issue) => !ofManifest.includes(issue));
  const problems = others.map(
    ({ path, message }) => `${path.length === 0 ? PACKAGE_FILE : path.map(String).join('.')}: ${message}`,
  );
  if (ofManifest.length === 0) return problems.join('; ');
  const inside = new z.ZodError(ofManifest.map((issue) => ({ ...issue, path: issue.path.slice(1) })));
  return [...problems, manifestProblems(inside)].join('; ');
}

/** The files that a description names, by path. A file may be named twice if both mean the same bytes. */
export function namedFiles({ web, styles, texts, server }: PluginPackage): Map<string, PackedFile> {
  const all = [web, styles, texts.zh, texts.en, ...(server === null ? [] : [server.module, ...server.files])];
  const named = new Map<string, PackedFile>();
  for (const file of all) {
    if (file === null) continue;
    const other = named.get(file.path);
    const isSame = other === undefined || (other.integrity === file.integrity && other.bytes === file.bytes);
    if (!isSame || file.path === PACKAGE_FILE) refuse('core:plugin.package-twice', file.path);
    named.set(file.path, file);
  }
  return named;
}

async function readNamed(entry: ZipEntry, file: PackedFile): Promise<Buffer> {
  if (entry.size !== file.bytes) refuse('core:plugin.package-size', file.path);
  const bytes = await unpackEntry(entry);
  assertHash(bytes, file);
  return bytes;
}

/** The `sha384-…` integrity of some bytes, as browsers expect it. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

/** @throws expected `core:plugin.package-hash` when the bytes do not match the hash in the description */
export function assertHash(bytes: Uint8Array, file: PackedFile): void {
  if (integrityOf(bytes) !== file.integrity) {
    refuse('core:plugin.package-hash', file.path);
  }
}
