import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';

import type { Sources } from './read-sources.ts';
import { WORKBENCH } from './workbench.ts';

/** What a plugin's code uses of the workbench at run time. */
export interface TakenNames {
  exports: string[];
  tokens: string[];
}

/** Names that plugins import from here and that exist at run time in the browser. */
const WEB_FACES = ['@reelport/core', '@reelport/core/contract'];

let types: Set<string> | undefined;

/** Names that are only types: importing them has no effect at run time, even without `type`. */
export function typeNames(): Set<string> {
  types ??= new Set(
    ['core/index.ts', 'core/contract/index.ts'].flatMap((face) =>
      [...readFileSync(join(WORKBENCH, face), 'utf8').matchAll(/\btype (\w+)|export type \{([^}]*)\}/g)].flatMap(
        ([, one, several = '']) => (one === undefined ? several.split(',').map((name) => name.trim()) : [one]),
      ),
    ),
  );
  return types;
}

/** What the browser half and the files that it shares with the server import from the workbench. */
export function takenNames({ imports }: Pick<Sources, 'imports'>): TakenNames {
  const names = imports
    .filter(
      ({ file, specifier }) => !file.startsWith('server/') && file !== 'plugin.ts' && WEB_FACES.includes(specifier),
    )
    .flatMap(({ names: all }) => all)
    .filter((name) => name !== '*' && !typeNames().has(name));
  const exports = [...new Set(names)].toSorted();
  return {
    exports,
    tokens: [...new Set(exports.flatMap((name) => SDK_SURFACE.tokenOf[name] ?? []))].toSorted(),
  };
}
