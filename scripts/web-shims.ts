import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Rspack } from '@rsbuild/core';

import { SHARED_PACKAGES } from '#core/contract/shared-packages.ts';

/** The file whose imports are shared with outside plugins. */
const SHARED_MODULES = 'core/web/outside/shared-modules.ts';
/** Imports there that stand for a package. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  '#core/index.ts': '@reelport/core',
  '#core/contract/index.ts': '@reelport/core/contract',
  './shared-mobx.ts': 'mobx',
  './shared-zod.ts': 'zod',
};

/** The parts of the build's statistics that {@link writeShims} reads. */
export const SHIM_STATS = {
  modules: true,
  nestedModules: true,
  reasons: true,
  providedExports: true,
  modulesSpace: Infinity,
  nestedModulesSpace: Infinity,
  reasonsSpace: Infinity,
  groupModulesByType: false,
  groupModulesByPath: false,
  groupModulesByExtension: false,
  groupModulesByAttributes: false,
  groupModulesByCacheStatus: false,
  groupModulesByLayer: false,
  groupReasonsByOrigin: false,
} as const satisfies Rspack.StatsOptions;

/**
 * Writes a file for each shared package by which plugins from outside get the workbench's own copy of it.
 * @returns their addresses by package: the import map of the page
 * @throws Error when a package of `SHARED_PACKAGES` is not shared, or nothing is known of its names
 */
export async function writeShims(target: string, stats: Rspack.StatsCompilation): Promise<Record<string, string>> {
  const names = await namesOfShared(stats);
  const folder = join(target, 'shared');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const addresses: Record<string, string> = {};
  for (const name of SHARED_PACKAGES) {
    const exported = names.get(name);
    if (exported === undefined) throw new Error(`${SHARED_MODULES} does not share "${name}"`);
    const text = shim(name, exported);
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
    const file = `${name.replace(/^@/, '').replaceAll(/[^\w-]+/g, '-')}.${hash}.js`;
    await writeFile(join(folder, file), text);
    addresses[name] = `/shared/${file}`;
  }
  return addresses;
}

function shim(name: string, exported: readonly string[]): string {
  const named = exported.filter((key) => key !== 'default');
  // A name may be a reserved word, as many of zod's are.
  return [
    `const m = await globalThis.__reelportShare(${JSON.stringify(name)});`,
    // Of CommonJS it is the whole, and the compiler does not list it.
    'export default m.default ?? m;',
    `const { ${named.map((key, index) => `${key}: n${index}`).join(', ')} } = m;`,
    `export { ${named.map((key, index) => `n${index} as ${key}`).join(', ')} };`,
    '',
  ].join('\n');
}

/** What each shared package exports in this build, by package. */
async function namesOfShared(stats: Rspack.StatsCompilation): Promise<Map<string, readonly string[]>> {
  const names = new Map<string, readonly string[]>();
  for (const module of modulesOf(stats.modules)) {
    for (const { type, userRequest, moduleIdentifier, resolvedModuleIdentifier } of module.reasons ?? []) {
      // Of a file that was merged with others its own place is told beside that of the whole.
      const place = (resolvedModuleIdentifier ?? moduleIdentifier ?? '').replaceAll('\\', '/');
      if (type !== 'import()' || !place.endsWith(`/${SHARED_MODULES}`) || typeof userRequest !== 'string') continue;
      const name = STANDS_FOR[userRequest] ?? userRequest;
      // The compiler does not know the names that CommonJS modules export.
      names.set(name, module.providedExports ?? (await namesOfCommonJs(name)));
    }
  }
  return names;
}

function modulesOf(modules: readonly Rspack.StatsModule[] = []): Rspack.StatsModule[] {
  return modules.flatMap((module) => [module, ...modulesOf(module.modules)]);
}

async function namesOfCommonJs(name: string): Promise<string[]> {
  const { default: whole } = (await import(name)) as { default: object };
  return Object.keys(whole).filter((key) => /^[\w$]+$/.test(key) && key !== '__esModule');
}
