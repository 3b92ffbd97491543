import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout that these tools belong to, without a trailing slash. */
export const WORKBENCH = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The ids of the plugins that ship with the workbench. */
export function shippedIds(): string[] {
  return globSync('plugins/*/plugin.ts', { cwd: WORKBENCH }).map((file) => file.split(/[\\/]/)[1] ?? '');
}

/** A program of a package of the checkout. @example programOf('@rstest/core', 'bin/rstest.js') */
export function programOf(packageName: string, path: string): string {
  return join(WORKBENCH, 'node_modules', packageName, path);
}
