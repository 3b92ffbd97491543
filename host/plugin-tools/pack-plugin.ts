import { zipSync, type Zippable } from 'fflate';

import { PACKAGE_END } from '#core/contract/plugin-package.ts';

import type { BuiltPlugin } from './build-plugin.ts';

/** The file name of a packed plugin: `brand-kit-1.0.0.reelport.zip`. */
export function packageName({ description: { manifest } }: Pick<BuiltPlugin, 'description'>): string {
  return `${manifest.id}-${manifest.version}${PACKAGE_END}`;
}

/** Packs a built plugin as a zip; the same files always produce the same bytes. */
export function packPlugin({ files }: Pick<BuiltPlugin, 'files'>): Buffer {
  // Zip stores times without a zone: building the date from local parts gives the same bytes everywhere.
  const mtime = new Date(1980, 0, 1);
  const entries: Zippable = Object.fromEntries(
    [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, bytes]) => [path, [bytes, { mtime, level: 9 }]]),
  );
  return Buffer.from(zipSync(entries, { os: 3 }));
}
