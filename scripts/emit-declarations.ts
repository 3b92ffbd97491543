import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The part of each project to emit; all of it would take longer. */
const PROJECTS = {
  'core/server/tsconfig.json': ['core/server/index.ts', 'core/server/testing/workbench/index.ts'],
  'core/web/tsconfig.json': ['core/index.ts', 'core/contract', 'core/plugins', 'core/web'],
} as const;

/** Where each project's declarations are written, in the layout of the checkout. */
export type DeclarationFolders = Record<keyof typeof PROJECTS, string>;

/** Has tsc write the declarations of core/, because TypeScript 7 has no API for reading them. */
export function withDeclarations(use: (folders: DeclarationFolders) => void): void {
  // Below node_modules, so that the settings find their types.
  const parent = join(root, 'node_modules/.cache');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'declarations-'));
  try {
    const emit = (project: keyof typeof PROJECTS): string => {
      const name = project.replaceAll('/', '-');
      const outDir = join(folder, name.replace('.json', ''));
      const settings = {
        extends: join(root, project),
        compilerOptions: {
          ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: root, outDir },
          // Type errors are reported by the type check.
          noCheck: true,
        },
        include: PROJECTS[project].map((path) => join(root, path)),
        exclude: [],
      };
      const file = join(folder, name);
      writeFileSync(file, JSON.stringify(settings));
      spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', file]);
      return outDir;
    };
    use({
      'core/server/tsconfig.json': emit('core/server/tsconfig.json'),
      'core/web/tsconfig.json': emit('core/web/tsconfig.json'),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
