import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { isKeyForOne, keyForAny } from '#core/contract/key-for-one.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import { textKeysOf } from '#core/server/services/plugin-registry/package/package-texts.ts';

import type { AuthorFolder } from './author-folder.ts';
import type { Finding } from './finding.ts';
import type { Sources } from './read-sources.ts';

/** A plugin's texts by language and key, without namespace. */
export type Texts = Record<'zh' | 'en', Record<string, string>>;

const LANGUAGES = ['zh', 'en'] as const;
const textsSchema = z.record(z.string().regex(/^[a-zA-Z0-9.-]+(_one)?$/), z.string());

/** Reads `locales/zh.json` and `locales/en.json`; a file that cannot be read counts as empty and adds a finding. */
export function readTexts(folder: AuthorFolder): { texts: Texts; findings: Finding[] } {
  const findings: Finding[] = [];
  const texts: Texts = { zh: {}, en: {} };
  for (const language of LANGUAGES) {
    const file = `locales/${language}.json`;
    try {
      texts[language] = textsSchema.parse(JSON.parse(readFileSync(join(folder.root, file), 'utf8')));
    } catch (error) {
      const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
      findings.push({ level: 'error', file, text: 'host:plugin-tools.texts', params: { reason } });
    }
  }
  return { texts, findings };
}

/**
 * Reports keys that one language lacks, placeholders that differ between the two, and keys that are used but
 * missing. English may have texts for exactly one beside those for any number.
 */
export function checkTexts(texts: Texts, manifest: PluginManifest, { texts: used }: Pick<Sources, 'texts'>): Finding[] {
  const { id } = manifest;
  const nameOf = (key: string): string => key.slice(id.length + 1);
  const findings: Finding[] = [];
  for (const key of new Set([...Object.keys(texts.zh), ...Object.keys(texts.en)])) {
    const [zh, en] = [texts.zh[key], texts.en[key]];
    if (isKeyForOne(key) && Object.hasOwn(texts.en, keyForAny(key))) continue;
    if (zh === undefined || en === undefined) {
      const file = `locales/${zh === undefined ? 'zh' : 'en'}.json`;
      findings.push({ level: 'error', file, text: 'host:plugin-tools.text-missing', params: { key } });
    } else if (valuesOf(zh) !== valuesOf(en)) {
      const params = { key, zh: valuesOf(zh) || '–', en: valuesOf(en) || '–' };
      findings.push({ level: 'error', file: 'locales/en.json', text: 'host:plugin-tools.text-values', params });
    }
  }
  const places = [...textKeysOf(manifest).map((key) => ({ file: 'plugin.ts', key })), ...used];
  for (const { key, ...place } of new Map(places.map((each) => [each.key, each])).values()) {
    const isOwn = key.startsWith(`${id}:`);
    if (isOwn && (Object.hasOwn(texts.zh, nameOf(key)) || Object.hasOwn(texts.en, nameOf(key)))) continue;
    const text = isOwn ? 'host:plugin-tools.text-unknown' : 'host:plugin-tools.text-foreign';
    findings.push({ level: 'error', ...place, text, params: { key, id } });
  }
  return findings;
}

/** Tells the author's editor which keys `t` and `fail` accept. */
export function writeTextTypes(folder: AuthorFolder, id: string, texts: Texts): void {
  const keys = Object.keys(texts.en)
    .filter((key) => !isKeyForOne(key))
    .toSorted();
  const source = [
    '// Made from locales/en.json by reelport plugin; do not edit.',
    'export {};',
    'declare global {',
    '  interface ReelportTexts {',
    ...keys.map((key) => `    '${id}:${key}': true;`),
    '  }',
    '}',
    '',
  ].join('\n');
  const file = join(folder.root, 'texts.d.ts');
  if (contentOf(file) !== source) writeFileSync(file, source);
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function valuesOf(text: string): string {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name)
    .toSorted()
    .join(', ');
}
