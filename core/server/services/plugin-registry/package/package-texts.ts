import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { PluginPackage } from '#core/contract/plugin-package.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';

import { refuse } from './zip-directory.ts';

/** Texts of a plugin by language and key, without namespace. */
export interface PackageTexts {
  zh: Record<string, string>;
  en: Record<string, string>;
}

const LANGUAGES = ['zh', 'en'] as const;
const textsSchema = z.record(z.string().regex(/^[a-zA-Z0-9.-]{1,200}(_one)?$/), z.string().max(20_000));
const TEXT_KEY = /^[a-z][a-z0-9-]*:[a-zA-Z0-9.-]+$/;

/**
 * The texts of a package, once they have every key that its manifest names.
 * @throws expected `core:plugin.package-texts` for a file that is no flat object of texts,
 * `core:plugin.package-text-missing`, and `core:plugin.package-text-foreign` for a key of somebody else's namespace
 */
export function readTexts(description: PluginPackage, files: ReadonlyMap<string, Buffer>): PackageTexts {
  const texts = {
    zh: parseTexts(files, description.texts.zh.path),
    en: parseTexts(files, description.texts.en.path),
  };
  const { manifest } = description;
  for (const key of textKeysOf(manifest)) {
    if (!key.startsWith(`${manifest.id}:`)) {
      fail('core:plugin.package-text-foreign', { key, prefix: `${manifest.id}:` }, { kind: 'invalid' });
    }
    const name = key.slice(manifest.id.length + 1);
    for (const language of LANGUAGES) {
      if (Object.hasOwn(texts[language], name)) continue;
      const { path } = description.texts[language];
      fail('core:plugin.package-text-missing', { key: name, path }, { kind: 'invalid' });
    }
  }
  return texts;
}

function parseTexts(files: ReadonlyMap<string, Buffer>, path: string): Record<string, string> {
  try {
    return textsSchema.parse(JSON.parse((files.get(path) ?? Buffer.from('')).toString('utf8')));
  } catch (error) {
    return refuse('core:plugin.package-texts', path, error);
  }
}

/** Every complete text key that a manifest names, except those of its settings fields, which come from their form. */
export function textKeysOf({ title, routes, menus, commands, grants, settings }: PluginManifest): string[] {
  const keys = [
    title,
    ...[...routes, ...menus, ...commands].flatMap((part) => part.title ?? []),
    ...grants.map(({ why }) => why),
    ...[settings.account, settings.operator].flatMap((shape) =>
      Object.values(shape?.properties ?? {}).flatMap((field) =>
        [field['title'], field['description']].filter(
          (value): value is string => typeof value === 'string' && TEXT_KEY.test(value),
        ),
      ),
    ),
  ];
  return [...new Set(keys)];
}
