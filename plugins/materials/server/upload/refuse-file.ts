import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { MaterialKind } from '#plugins/materials/calls.ts';
import { ENDINGS, LARGEST, TYPES } from '#plugins/materials/limits.ts';

const MIB = 1024 * 1024;

/** Endings beside those that the page offers whose bytes may well be what is wanted. */
const MAYBE: Record<MaterialKind, readonly string[]> = {
  video: ['m4v', 'qt', 'f4v'],
  music: ['wave', 'mpga', 'mp2'],
  image: ['jpe', 'jfif', 'apng'],
};

/** Endings of other formats: no such file is worth sending. What is not here is judged by its bytes. */
const HOPELESS = new Set([
  ...['avi', 'mkv', 'webm', 'wmv', 'mpg', 'mpeg', 'm2ts', 'mts', 'vob', 'rm', 'rmvb', '3gp', '3g2', 'ogv', 'swf'],
  ...['aac', 'm4a', 'flac', 'ogg', 'opus', 'wma', 'ape', 'amr', 'aif', 'aiff', 'mid', 'midi', 'ncm', 'qmc'],
  ...[
    'bmp',
    'tif',
    'tiff',
    'heic',
    'heif',
    'avif',
    'svg',
    'psd',
    'ai',
    'eps',
    'ico',
    'raw',
    'cr2',
    'nef',
    'dng',
    'jxl',
  ],
  ...['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'md', 'csv', 'rtf', 'html', 'htm', 'json', 'xml'],
  ...['zip', 'rar', '7z', 'gz', 'tar', 'tgz', 'iso', 'dmg', 'exe', 'msi', 'apk', 'pkg', 'srt', 'ass', 'vtt', 'lrc'],
  ...Object.values(ENDINGS).flat(),
]);

/** Which sentence says that a file is none of a kind, and what would be. */
const WRONG_TYPE: Record<MaterialKind, MessageKey> = {
  video: 'materials:type-video',
  music: 'materials:type-music',
  image: 'materials:type-image',
};

/**
 * Refuses a file by what its name and size tell.
 * @throws expected `core:file-empty`, `core:file-too-large` (413), `materials:type-…` (415)
 */
export function refuseUnsent(kind: MaterialKind, { name, size }: { name: string; size: number }): void {
  if (size === 0) fail('core:file-empty', { name }, { kind: 'invalid' });
  if (isHopeless(kind, name)) fail(WRONG_TYPE[kind], { name }, { kind: 'unsupported' });
  if (size > LARGEST[kind]) fail('core:file-too-large', { name, limit: LARGEST[kind] / MIB }, { kind: 'too-large' });
}

/**
 * Refuses a file by the type that its bytes tell.
 * @throws expected `materials:type-…` (415)
 */
export function refuseType(kind: MaterialKind, { name, type }: { name: string; type: string }): void {
  if (!isOfKind(kind, type)) fail(WRONG_TYPE[kind], { name }, { kind: 'unsupported' });
}

/**
 * Refuses a file whose bytes are known as a material of another kind.
 * @throws expected `materials:type-…` (415)
 */
export function refuseOtherKind(kind: MaterialKind, name: string, known: MaterialKind): void {
  if (known !== kind) fail(WRONG_TYPE[kind], { name }, { kind: 'unsupported' });
}

/** Why a file is refused, or undefined when it is not. Other errors go through. */
export function refusalOf(refuse: () => void): ExpectedError | undefined {
  try {
    refuse();
  } catch (error) {
    if (error instanceof ExpectedError) return error;
    throw error;
  }
  return undefined;
}

function isOfKind(kind: MaterialKind, type: string): boolean {
  const types: readonly string[] = TYPES[kind];
  return types.includes(type);
}

function isHopeless(kind: MaterialKind, name: string): boolean {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === undefined) return false;
  const wanted: readonly string[] = [...ENDINGS[kind], ...MAYBE[kind]];
  return HOPELESS.has(ending) && !wanted.includes(ending);
}
