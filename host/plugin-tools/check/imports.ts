import { posix } from 'node:path';

import { nearestName } from '#core/contract/nearest-name.ts';
import { offeringPlugin, partOf, SHARED_PARTS } from '#core/contract/shared-packages.ts';

import { PART_FACES, PLUGIN_FACES } from '../../../scripts/sdk-faces.ts';
import { namesIn, partWith, WEB_FACES } from '../face-names.ts';
import type { Finding } from '../finding.ts';
import type { SourceImport, Sources } from '../read-sources.ts';

const PLACES: Record<'web' | 'server' | 'shared', readonly string[]> = {
  web: WEB_FACES,
  server: ['@reelport/core/server', '@reelport/core/contract', ...PLUGIN_FACES],
  shared: ['@reelport/core/contract', ...PLUGIN_FACES],
};

/** Imports that would fail, or that would depend on internals that may change at any time. */
export function checkImports({ imports }: Pick<Sources, 'imports'>): Finding[] {
  return imports.flatMap((each) => {
    const found = each.isType ? typeImport(each) : valueImport(each);
    return found === undefined
      ? []
      : [
          {
            level: 'error',
            file: each.file,
            line: each.line,
            params: { specifier: each.specifier },
            ...found,
          } as Finding,
        ];
  });
}

type Found = Pick<Finding, 'text'> & Partial<Pick<Finding, 'params'>>;

/** `web`, `server`, or `shared`: files beside plugin.ts run on both sides. */
function placeOf(file: string): keyof typeof PLACES {
  return file.startsWith('web/') ? 'web' : file.startsWith('server/') ? 'server' : 'shared';
}

function typeImport({ file, specifier }: SourceImport): Found | undefined {
  return isOutside(file, specifier) ? { text: 'host:plugin-tools.import-outside' } : undefined;
}

function valueImport({ file, specifier, names }: SourceImport): Found | undefined {
  const place = placeOf(file);
  if (isOutside(file, specifier) || specifier.startsWith('#') || posix.isAbsolute(specifier)) {
    return { text: 'host:plugin-tools.import-outside' };
  }
  if (specifier.startsWith('.')) return otherHalf(file, specifier);
  if (/^(@reelport\/core)(\/|$)/.test(specifier)) return faceImport(place, specifier, names);
  if (/^(inversify|reflect-metadata)(\/|$)/.test(specifier)) return { text: 'host:plugin-tools.import-kernel' };
  if (specifier.startsWith('node:') && place !== 'server') return { text: 'host:plugin-tools.import-node' };
  return specifier.startsWith('@douyinfe/semi-') ? { text: 'host:plugin-tools.import-semi' } : undefined;
}

function faceImport(place: keyof typeof PLACES, specifier: string, names: readonly string[]): Found | undefined {
  if (!PLACES[place].includes(specifier)) return otherFace(place, specifier);
  if (names.includes('*')) return { text: 'host:plugin-tools.import-all' };
  if (specifier === '@reelport/core/server') return undefined;
  const { values, types } = namesIn(specifier);
  const unknown = names.find((name) => !values.has(name) && !types.has(name));
  if (unknown === undefined) return undefined;
  const part = partWith(unknown);
  if (part !== undefined) return { text: 'host:plugin-tools.import-part', params: { name: unknown, part } };
  const nearest = nearestName(unknown, [...values]);
  return nearest === undefined
    ? { text: 'host:plugin-tools.import-unknown', params: { specifier, name: unknown } }
    : { text: 'host:plugin-tools.import-mistyped', params: { specifier, name: unknown, nearest } };
}

/** A module of the workbench that is not there, or not in this place. */
function otherFace(place: keyof typeof PLACES, specifier: string): Found {
  const folder = SHARED_PARTS.find((prefix) => specifier.startsWith(prefix));
  if (folder !== undefined && (place === 'web' || offeringPlugin(specifier) !== undefined)) {
    const there = PART_FACES.filter((face) => face.startsWith(folder));
    const parts = there.map((face) => face.slice(folder.length)).join(', ');
    return { text: 'host:plugin-tools.import-no-part', params: { specifier, parts } };
  }
  const allowed = PLACES[place].filter((face) => partOf(face) === undefined);
  return { text: 'host:plugin-tools.import-face', params: { specifier, allowed: allowed.join(', ') } };
}

/** Each half runs where the other's files do not exist. */
function otherHalf(file: string, specifier: string): Found | undefined {
  const target = posix.join(posix.dirname(file), specifier);
  const half = target.startsWith('web/') ? 'web' : target.startsWith('server/') ? 'server' : undefined;
  if (half === undefined || file.startsWith(`${half}/`)) return undefined;
  return { text: 'host:plugin-tools.import-half', params: { specifier, half } };
}

function isOutside(file: string, specifier: string): boolean {
  return specifier.startsWith('.') && posix.join(posix.dirname(file), specifier).startsWith('..');
}
