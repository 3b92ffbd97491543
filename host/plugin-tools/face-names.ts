import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import { offeringPlugin, partExport, partOf } from '#core/contract/shared-packages.ts';

import { namesOfFace, PART_FACES } from '../../scripts/sdk-faces.ts';
import type { Sources } from './read-sources.ts';

/** What a plugin's code uses of the workbench at run time. */
export interface TakenNames {
  exports: string[];
  tokens: string[];
}

/** Modules that browser halves import from here. */
export const WEB_FACES: readonly string[] = ['@reelport/core', '@reelport/core/contract', ...PART_FACES];

const known = new Map<string, { values: Set<string>; types: Set<string> }>();

/** What a module of the workbench has at run time, and which of its names are only types. */
export function namesIn(face: string): { values: Set<string>; types: Set<string> } {
  let names = known.get(face);
  if (names === undefined) {
    const all = namesOfFace(face);
    names = {
      values: new Set(all.filter(({ isType }) => !isType).map(({ name }) => name)),
      types: new Set(all.filter(({ isType }) => isType).map(({ name }) => name)),
    };
    known.set(face, names);
  }
  return names;
}

/** The part that has a name: `@reelport/core/ui/Tabs`. */
export function partWith(name: string): string | undefined {
  return PART_FACES.find((face) => namesIn(face).values.has(name));
}

/** What the browser half and the files that it shares with the server import from the workbench. */
export function takenNames({ imports }: Pick<Sources, 'imports'>): TakenNames {
  const taken = imports
    .filter(
      ({ file, specifier }) => !file.startsWith('server/') && file !== 'plugin.ts' && WEB_FACES.includes(specifier),
    )
    .flatMap(({ specifier, names }) =>
      names
        // Importing a type has no effect at run time, even without `type`.
        .filter((name) => name !== '*' && !namesIn(specifier).types.has(name))
        .map((name) => {
          const part = partOf(specifier);
          return part === undefined ? name : partExport(part, name);
        }),
    );
  const exports = [...new Set(taken)].toSorted();
  return {
    exports,
    tokens: [...new Set(exports.flatMap((name) => SDK_SURFACE.tokenOf[name] ?? []))].toSorted(),
  };
}

/**
 * The versions of what plugins of the product offer, as far as a plugin's code was built against it: types count, as
 * both halves and the manifest do.
 */
export function offersIn({ imports }: Pick<Sources, 'imports'>): Record<string, string> {
  const used = new Set(imports.map(({ specifier }) => specifier));
  return Object.fromEntries(
    Object.entries(SDK_SURFACE.packages).filter(([name]) => used.has(name) && offeringPlugin(name) !== undefined),
  );
}
