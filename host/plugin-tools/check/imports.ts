import { posix } from 'node:path';

import { nearestName } from '#core/contract/nearest-name.ts';
import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import { SHARED_PACKAGES } from '#core/contract/shared-packages.ts';

import { typeNames } from '../face-names.ts';
import type { Finding } from '../finding.ts';
import type { SourceImport, Sources } from '../read-sources.ts';

const PLACES = {
  web: ['@reelport/core', '@reelport/core/contract'],
  server: ['@reelport/core/server', '@reelport/core/contract'],
  shared: ['@reelport/core/contract'],
} as const;

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
  const isSemi = specifier.startsWith('@douyinfe/semi-');
  if (isSemi && !(SHARED_PACKAGES as readonly string[]).includes(specifier)) {
    const parts = SHARED_PACKAGES.filter((name) => name.includes('semi')).map((name) => name.split('/').at(-1));
    return { text: 'host:plugin-tools.import-semi', params: { specifier, parts: parts.join(', ') } };
  }
  return undefined;
}

function faceImport(place: keyof typeof PLACES, specifier: string, names: readonly string[]): Found | undefined {
  const allowed: readonly string[] = PLACES[place];
  if (!allowed.includes(specifier)) {
    return { text: 'host:plugin-tools.import-face', params: { specifier, allowed: allowed.join(', ') } };
  }
  if (names.includes('*')) return { text: 'host:plugin-tools.import-all' };
  if (specifier === '@reelport/core/server') return undefined;
  const unknown = names.find((name) => !SDK_SURFACE.exports.includes(name) && !typeNames().has(name));
  if (unknown === undefined) return undefined;
  const nearest = nearestName(unknown, SDK_SURFACE.exports);
  return nearest === undefined
    ? { text: 'host:plugin-tools.import-unknown', params: { specifier, name: unknown } }
    : { text: 'host:plugin-tools.import-mistyped', params: { specifier, name: unknown, nearest } };
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
