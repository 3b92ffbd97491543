import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { offeringPlugin, partOf } from '#core/contract/shared-packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A name that external plugins can import. */
export interface FaceName {
  name: string;
  /** The name that it is declared by; another one than `name` for `export { declared as name }`. */
  declared: string;
  isType: boolean;
  /** The file that declares it, relative to the checkout. */
  file: string;
}

const { exports } = JSON.parse(readFileSync(join(root, 'core/package.json'), 'utf8')) as {
  exports: Record<string, string>;
};

/** The entry files for external plugins, by import specifier: those that core/package.json exports. */
export const FACES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(exports)
    .filter(([, file]) => /\.tsx?$/.test(file))
    .map(([path, file]) => [join('@reelport/core', path), join('core', file)]),
);

/** Specifiers of the parts among them, such as `@reelport/core/ui/Tabs`. */
export const PART_FACES = Object.keys(FACES).filter((face) => partOf(face) !== undefined);

/** Those of them that are what a plugin of the product offers, such as `@reelport/core/plugins/materials`. */
export const PLUGIN_FACES = PART_FACES.filter((face) => offeringPlugin(face) !== undefined);

/**
 * The version of what a plugin of the product offers, as its `api.ts` says.
 * @throws TypeError for one that says none
 */
export function versionOfOffer(plugin: string): string {
  const file = `plugins/${plugin}/api.ts`;
  const [, version] =
    /^export const API_VERSION = '(\d+\.\d+\.\d+)';$/m.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  if (version === undefined) throw new TypeError(`${file}: say its version, export const API_VERSION = '1.0.0';`);
  return version;
}

/** The names that external plugins can import by a specifier. @throws TypeError for an unknown one */
export function namesOfFace(face: string): FaceName[] {
  const file = FACES[face];
  if (file === undefined) throw new TypeError(`core/package.json exports no "${face}"`);
  if (offeringPlugin(face) !== undefined) return namesOf(file).map((name) => ({ ...name, file: declaringFile(name) }));
  return partOf(face) !== undefined ? namesOfPart(file) : namesOf(file);
}

const LIST = /^export (type )?\{([^}]*)\} from '([^']+)';/gms;

/**
 * The names that an entry file exports; it must consist of `export { … } from '…'` only.
 * @throws TypeError for anything else, which would hide names
 */
export function namesOf(face: string): FaceName[] {
  const source = readFileSync(join(root, face), 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/^\s*\/\/.*$/gm, '');
  const rest = source.replaceAll(LIST, '').trim();
  if (rest !== '') throw new TypeError(`${face}: list each name as export { … } from '…', not: ${rest.split('\n')[0]}`);
  return listedNames(face, source);
}

/** The names of a part: everything that its file exports. */
function namesOfPart(file: string): FaceName[] {
  const source = readFileSync(join(root, file), 'utf8');
  const declared = source.matchAll(/^export (function|const|class|interface|type) (\w+)/gm);
  return [
    ...Array.from(declared, ([, kind = '', name = '']) => ({
      name,
      declared: name,
      isType: /interface|type/.test(kind),
      file,
    })),
    ...listedNames(file, source),
  ];
}

function listedNames(face: string, source: string): FaceName[] {
  return [...source.matchAll(LIST)].flatMap(([, allTypes, list = '', from = '']) =>
    list.split(',').flatMap((part): FaceName[] => {
      const [, type, own, name] = /^(type )?(?:(\w+) as )?(\w+)$/.exec(part.trim()) ?? [];
      if (name === undefined) return [];
      return [
        {
          name,
          declared: own ?? name,
          isType: type !== undefined || allTypes !== undefined,
          file: join(dirname(face), from),
        },
      ];
    }),
  );
}

/** The file that declares a name, where the one that it comes from only passes it on. */
function declaringFile({ declared, file }: FaceName): string {
  const passed = listedNames(file, readFileSync(join(root, file), 'utf8')).find(({ name }) => name === declared);
  return passed === undefined ? file : declaringFile(passed);
}
