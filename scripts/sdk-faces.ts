import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A name that external plugins can import. */
export interface FaceName {
  name: string;
  isType: boolean;
  /** The file that declares it, relative to the checkout. */
  file: string;
}

/** The entry files for external plugins, by import specifier. */
export const FACES = {
  '@reelport/core': 'core/index.ts',
  '@reelport/core/contract': 'core/contract/index.ts',
  '@reelport/core/server': 'core/server/index.ts',
  '@reelport/core/testing': 'core/web/testing/index.ts',
} as const;

/**
 * The names that an entry file exports; it must consist of `export { … } from '…'` only.
 * @throws TypeError for anything else, which would hide names
 */
export function namesOf(face: string): FaceName[] {
  const source = readFileSync(join(root, face), 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/^\s*\/\/.*$/gm, '');
  const statement = /^export (type )?\{([^}]*)\} from '([^']+)';/gms;
  const names = [...source.matchAll(statement)].flatMap(([, allTypes, list = '', from = '']) =>
    list.split(',').flatMap((part): FaceName[] => {
      const [, type, name] = /^(type )?(?:\w+ as )?(\w+)$/.exec(part.trim()) ?? [];
      if (name === undefined) return [];
      return [{ name, isType: type !== undefined || allTypes !== undefined, file: join(dirname(face), from) }];
    }),
  );
  const rest = source.replaceAll(statement, '').trim();
  if (rest !== '') throw new TypeError(`${face}: list each name as export { … } from '…', not: ${rest.split('\n')[0]}`);
  return names;
}
