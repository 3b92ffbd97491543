import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Rspack } from '@rsbuild/core';

import { SHARED_PACKAGES, SHARED_PARTS } from '#core/contract/shared-packages.ts';

import { FACES, PART_FACES } from './sdk-faces.ts';

/** The file whose imports are shared with external plugins. */
const SHARED_MODULES = 'core/web/outside/shared-modules.ts';
/** Specifiers under which it shares our own files, by their path in the checkout. */
const SHARED_AS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(FACES).map(([specifier, file]) => [file, specifier])),
  'core/web/outside/shared-mobx.ts': 'mobx',
  'core/web/outside/shared-zod.ts': 'zod',
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
 * Writes a module for each shared package and part through which external plugins get the workbench's own copy.
 * @returns the page's import map: addresses by package, and the folders of the parts
 * @throws Error when one of them is not shared, or its exports are unknown
 */
export async function writeShims(target: string, stats: Rspack.StatsCompilation): Promise<Record<string, string>> {
  const names = await namesOfShared(stats);
  const folder = join(target, 'shared');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const textOf = (name: string): string => {
    const exported = names.get(name);
    if (exported === undefined) throw new Error(`${SHARED_MODULES} does not share "${name}"`);
    return shim(name, exported);
  };
  const addresses: Record<string, string> = {};
  for (const name of SHARED_PACKAGES) {
    const text = textOf(name);
    const file = `${fileName(name)}.${hashOf(text)}.js`;
    await writeFile(join(folder, file), text);
    addresses[name] = `/shared/${file}`;
  }
  for (const prefix of SHARED_PARTS) {
    const faces = PART_FACES.filter((face) => face.startsWith(prefix));
    const parts = new Map(faces.map((face) => [face.slice(prefix.length), textOf(face)]));
    const partFolder = `${fileName(prefix)}.${hashOf([...parts.values()].join(''))}`;
    await mkdir(join(folder, partFolder));
    // Without an extension, because the import map appends the rest of the specifier to the folder.
    for (const [part, text] of parts) await writeFile(join(folder, partFolder, part), text);
    addresses[prefix] = `/shared/${partFolder}/`;
  }
  return addresses;
}

function fileName(specifier: string): string {
  return specifier.replaceAll(/^@|\/$/g, '').replaceAll(/[^\w-]+/g, '-');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
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
      if (!type?.startsWith('import()') || !place.endsWith(`/${SHARED_MODULES}`) || typeof userRequest !== 'string')
        continue;
      const name = sharedAs(userRequest);
      // The compiler does not know the exports of CommonJS modules.
      names.set(name, module.providedExports ?? (await namesOfCommonJs(name)));
    }
  }
  return names;
}

/** The specifier under which an import of {@link SHARED_MODULES} is shared. */
function sharedAs(request: string): string {
  const file = request.startsWith('.') ? join(dirname(SHARED_MODULES), request) : request.replace(/^#/, '');
  return SHARED_AS[file] ?? request;
}

function modulesOf(modules: readonly Rspack.StatsModule[] = []): Rspack.StatsModule[] {
  return modules.flatMap((module) => [module, ...modulesOf(module.modules)]);
}

async function namesOfCommonJs(name: string): Promise<string[]> {
  const { default: whole } = (await import(name)) as { default: object };
  return Object.keys(whole).filter((key) => /^[\w$]+$/.test(key) && key !== '__esModule');
}
