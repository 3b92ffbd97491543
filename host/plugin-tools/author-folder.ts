import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { fail } from '#core/contract/errors.ts';

/** Absolute paths of the parts of an outside plugin; null for a part that does not exist. */
export interface AuthorFolder {
  root: string;
  plugin: string;
  /** The calls that both halves share. */
  calls: string | null;
  web: string | null;
  server: string | null;
  migrations: string | null;
  locales: string;
  /** Output of a build. */
  dist: string;
  /** Cache of the tools. */
  cache: string;
}

/**
 * Finds the plugin whose folder this is, or contains this folder.
 * @throws expected `host:plugin-tools.no-folder`
 */
export function findAuthorFolder(from: string): AuthorFolder {
  for (let root = resolve(from); ; root = dirname(root)) {
    if (existsSync(join(root, 'plugin.ts'))) return authorFolder(root);
    if (root === dirname(root)) fail('host:plugin-tools.no-folder', { folder: from });
  }
}

function authorFolder(root: string): AuthorFolder {
  const first = (...names: string[]): string | null =>
    names.map((name) => join(root, name)).find((path) => existsSync(path)) ?? null;
  return {
    root,
    plugin: join(root, 'plugin.ts'),
    calls: first('calls.ts'),
    web: first('web/index.tsx', 'web/index.ts'),
    server: first('server/index.ts'),
    migrations: first('server/migrations'),
    locales: join(root, 'locales'),
    dist: join(root, 'dist'),
    cache: join(root, 'node_modules/.cache/reelport'),
  };
}
