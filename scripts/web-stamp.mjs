import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Everything that the browser half is built from, relative to the checkout. */
const SOURCES = [
  'core/contract',
  'core/index.ts',
  'core/package.json',
  'core/web',
  'host/web',
  'locales',
  'plugins',
  'rsbuild.config.ts',
  'scripts/build-web.ts',
  'scripts/name-plugin-chunks.mjs',
  'scripts/spread-chunk-table.ts',
  'scripts/without-advice.mjs',
  'scripts/without-jit.mjs',
  'scripts/without-schemas.mjs',
  'scripts/web-shims.ts',
  'scripts/web-stamp.mjs',
  'package-lock.json',
];

/** Output folder of the browser build. */
export const WEB_BUILD = `${root}dist/web/`;

/** A hash of the browser half's current sources. */
export function webStamp() {
  const hash = createHash('sha256');
  for (const source of SOURCES) addTo(hash, source);
  return hash.digest('hex').slice(0, 16);
}

/** Whether the existing build of the browser half is up to date. */
export function webIsBuilt() {
  try {
    const { stamp } = /** @type {{ stamp?: unknown }} */ (JSON.parse(readFileSync(`${WEB_BUILD}build.json`, 'utf8')));
    return stamp === webStamp();
  } catch {
    return false;
  }
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path relative to the checkout
 */
function addTo(hash, path) {
  const at = join(root, path);
  if (statSync(at).isDirectory()) {
    for (const name of readdirSync(at).sort()) {
      // A plugin's server half is not bundled.
      if (name === 'server' && /^plugins[\\/][^\\/]+$/.test(path)) continue;
      addTo(hash, join(path, name));
    }
  } else {
    hash.update(path).update('\0').update(readFileSync(at)).update('\0');
  }
}
