import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { WORKBENCH } from './workbench.ts';

/** What a plugin's imports, its tests and an editor need; all of it belongs to the checkout. */
const LINKED = [
  ...['react', 'react-dom', 'mobx', 'mobx-react-lite', 'rxjs', 'zod', 'drizzle-orm'],
  ...['@rsbuild/core', '@rstest/core', '@types/node', '@types/react', '@types/react-dom', 'typescript'],
];

/**
 * Lets a plugin's folder use the checkout: its packages, and `reelport` as a command in npm scripts. Whatever
 * the author has installed is kept. Nothing is downloaded.
 */
export function linkWorkbench(folder: string): void {
  const modules = join(folder, 'node_modules');
  link(join(WORKBENCH, 'core'), join(modules, '@reelport/core'), 'junction');
  link(join(WORKBENCH, 'core/bin/reelport.mjs'), join(modules, '.bin/reelport'), 'file');
  for (const name of LINKED) link(join(WORKBENCH, 'node_modules', name), join(modules, name), 'junction');
}

function link(to: string, at: string, kind: 'junction' | 'file'): void {
  const there = lstatSync(at, { throwIfNoEntry: false });
  if (there !== undefined && (!there.isSymbolicLink() || readlinkSync(at) === to)) return;
  if (there !== undefined) rmSync(at);
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(to, at, kind);
}
