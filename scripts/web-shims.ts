import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Rspack } from '@rsbuild/core';

import { SHARED_PACKAGES } from '#core/contract/shared-packages.ts';

/** The file whose imports are shared with external plugins. */
const SHARED_MODULES = 'core/web/outside/shared-modules.ts';
/** Imports there that stand in for a package. */
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
 * Writes a module for each shared package through which external plugins get the workbench's own copy.
 * @returns their addresses by package: the page's import map
 * @throws Error when a package of `SHARED_PACKAGES` is not shared, or its exports are unknown
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
  // An export may be named by a reserved word, as many of zod's are.
  return [
    `const m = await globalThis.__reelportShare(${JSON.stringify(name)});`,
    // For CommonJS this is the whole module; the compiler does not list it.
    'export default m.default ?? m;',
    `const { ${named.map((key, index) => `${key}: n${index}`).join(', ')} } = m;`,
    `export { ${named.map((key, index) => `n${index} as ${key}`).join(', ')} };`,
    '',
  ].join('\n');
}

/** The exports of each shared package in this build, by package. */
async function namesOfShared(stats: Rspack.StatsCompilation): Promise<Map<string, readonly string[]>> {
  const names = new Map<string, readonly string[]>();
  for (const module of modulesOf(stats.modules)) {
    for (const { type, userRequest, moduleIdentifier, resolvedModuleIdentifier } of module.reasons ?? []) {
      // A file that was merged with others is listed under its own path, next to the path of the whole.
      const place = (resolvedModuleIdentifier ?? moduleIdentifier ?? '').replaceAll('\\', '/');
      if (type !== 'import()' || !place.endsWith(`/${SHARED_MODULES}`) || typeof userRequest !== 'string') continue;
      const name = STANDS_FOR[userRequest] ?? userRequest;
      // The compiler does not know the exports of CommonJS modules.
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
