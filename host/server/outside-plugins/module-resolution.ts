import { readFileSync } from 'node:fs';
import { isBuiltin, registerHooks } from 'node:module';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';

import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import { offeringPlugin } from '#core/contract/shared-packages.ts';
import { integrityOf } from '#core/server/services/plugin-registry/package/read-package.ts';

import type { PackageFolder } from './read-folder.ts';

const CORE = new URL('../../../core/', import.meta.url);

/**
 * What a server half may import from this installation: the contracts, what plugins of the product offer, and the
 * packages that they use.
 */
const CONTRACTS: Readonly<Record<string, URL>> = {
  '@reelport/core/server': new URL('server/index.ts', CORE),
  '@reelport/core/contract': new URL('contract/index.ts', CORE),
  ...Object.fromEntries(
    Object.keys(SDK_SURFACE.packages).flatMap((face) => {
      const plugin = offeringPlugin(face);
      return plugin === undefined ? [] : [[face, new URL(`plugins/${plugin}.ts`, CORE)]];
    }),
  ),
};
const PACKAGES = /^(zod|drizzle-orm)(\/.+)?$/;

const FORMATS = { '.mjs': 'module', '.js': 'module', '.json': 'json' } as const;

interface Root extends Pick<PackageFolder, 'files'> {
  id: string;
  /** URL of its folder, with a trailing slash. */
  url: string;
  /** How often its modules were made importable in this process. */
  edition: number;
}

const roots = new Map<string, Root>();
let hooked = false;

/**
 * Makes the modules of a package importable: they may import this installation's contracts, `node:` modules,
 * and the package's own files, each only with the contents listed in its description. Nothing else resolves. When it is
 * called again for a folder, the modules run anew.
 * @returns the URL of the package's server half
 */
export function allowModules({ folder, package: { manifest, server }, files }: PackageFolder): string {
  const url = pathToFileURL(folder + sep).href;
  const root: Root = { id: manifest.id, url, files, edition: (roots.get(url)?.edition ?? 0) + 1 };
  roots.set(url, root);
  if (!hooked) hook();
  hooked = true;
  return addressOf(root, server?.module.path ?? '') ?? refuse(root, 'server/server.mjs');
}

function hook(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const root = rootOf(context.parentURL);
      if (root === undefined) return nextResolve(specifier, context);
      const contract = CONTRACTS[specifier];
      if (contract !== undefined) return nextResolve(contract.href, { ...context, parentURL: import.meta.url });
      if (PACKAGES.test(specifier)) return nextResolve(specifier, { ...context, parentURL: import.meta.url });
      if (isBuiltin(specifier)) return nextResolve(specifier, context);
      if (!/^(\.{0,2}\/|file:)/.test(specifier)) refuse(root, specifier);
      const path = pathIn(root, new URL(specifier, context.parentURL).href);
      const url = path === undefined ? undefined : addressOf(root, path);
      return { url: url ?? refuse(root, specifier), shortCircuit: true };
    },
    load(url, context, nextLoad) {
      const root = rootOf(url);
      if (root === undefined) return nextLoad(url, context);
      const path = pathIn(root, url) ?? '';
      const file = root.files.get(path);
      const format = FORMATS[/\.\w+$/.exec(path)?.[0] as keyof typeof FORMATS];
      if (file === undefined || format === undefined) return refuse(root, path);
      const source = readFileSync(new URL(path, root.url));
      if (integrityOf(source) !== file.integrity) {
        throw new TypeError(`${root.id}: "${path}" was changed since it was checked; start the server again`);
      }
      return { format, source, shortCircuit: true };
    },
  });
}

function rootOf(url: string | undefined): Root | undefined {
  if (url === undefined || !url.startsWith('file:')) return undefined;
  for (const root of roots.values()) if (url.startsWith(root.url)) return root;
  return undefined;
}

function pathIn(root: Root, url: string): string | undefined {
  const [plain = ''] = url.split(/[?#]/, 1);
  return plain.startsWith(root.url) ? decodeURIComponent(plain.slice(root.url.length)) : undefined;
}

/** Modules are cached by URL for the life of the process, so what is to run anew needs another URL. */
function addressOf(root: Root, path: string): string | undefined {
  const file = root.files.get(path);
  return file === undefined
    ? undefined
    : `${new URL(path, root.url).href}?${encodeURIComponent(file.integrity)}&${root.edition}`;
}

function refuse({ id }: Root, what: string): never {
  throw new TypeError(
    `${id}: "${what}" cannot be imported: a server half has ${Object.keys(CONTRACTS).join(', ')}, zod, ` +
      'drizzle-orm, node: modules and the files of its package; build anything else into it',
  );
}
