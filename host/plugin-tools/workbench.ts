import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout that these tools belong to, without a trailing slash. */
export const WORKBENCH = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** A program of a package of the checkout. @example programOf('@rstest/core', 'bin/rstest.js') */
export function programOf(packageName: string, path: string): string {
  return join(WORKBENCH, 'node_modules', packageName, path);
}
