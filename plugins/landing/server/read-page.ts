import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { readPage as call } from '../calls.ts';
import { PAGE_NAMES, type PageName } from '../page-names.ts';
import { fillPage } from './fill-page.ts';

type Language = 'zh' | 'en';

export interface ReadPageOptions {
  name: string;
  language: Language;
}

/** The pages that ship with the product. */
const DEFAULTS = fileURLToPath(new URL('./pages/', import.meta.url));
/** Bytes of a document at most. */
const MAX_BYTES = 512 * 1024;

/**
 * Reads a document: the operator's own in the reader's language, else the operator's own in the other one, which
 * counts more than a text that nobody here has agreed to, else the one that ships with the product.
 * @throws expected `landing:page.unknown`, `landing:page.too-large`
 */
export async function readPage(
  { dataFolder, site }: Pick<ServerContext, 'dataFolder' | 'site'>,
  { name, language }: ReadPageOptions,
): Promise<CallData<typeof call>> {
  if (!isPageName(name)) fail('landing:page.unknown', {}, { kind: 'not-found' });
  const own = join(dataFolder, 'pages');
  const other = language === 'zh' ? 'en' : 'zh';
  const places: { folder: string; language: Language }[] = [
    { folder: own, language },
    { folder: own, language: other },
    { folder: DEFAULTS, language },
  ];
  for (const place of places) {
    const text = await readText(join(place.folder, place.language, `${name}.md`));
    if (text === undefined) continue;
    return { name, language: place.language, markdown: fillPage(text, place.language, site) };
  }
  fail('landing:page.unknown', {}, { kind: 'not-found' });
}

/** Only these names ever become part of a path. */
function isPageName(name: string): name is PageName {
  return PAGE_NAMES.some((known) => known === name);
}

async function readText(path: string): Promise<string | undefined> {
  const file = await open(path).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    if (size > MAX_BYTES) fail('landing:page.too-large', { kilobytes: MAX_BYTES / 1024 }, { kind: 'unavailable' });
    return (await file.readFile('utf8')).replace(/^\uFEFF/, '');
  } finally {
    await file.close();
  }
}
