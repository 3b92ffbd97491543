import * as module from 'node:module';

// For each import, Node.js looks for the nearest package.json, reads it again, and asks the disk what there is, which
// takes longer than to run what two thousand files do when they are loaded. This resolves imports from their paths
// alone: those between files of this checkout, and those within packages whose package.json is long; and those of
// packages once for all files. What it does not know is resolved as usual.

const ROOT = new URL('..', import.meta.url).href;
/** Folders in which every file belongs to the one package.json above them. Fixtures have some of their own. */
const OWN = /^(?:core|host|plugins|scripts|tests\/(?!fixtures\/))(?!.*\/node_modules\/)/;
const ALIAS = /^#(?:core|host|plugins|tests)\//;
/** Packages in which all files that end in `.js` are modules of JavaScript. */
const PACKAGES = /\/node_modules\/(?:drizzle-orm|zod)\//;

/** @type {Map<string, import('node:module').ResolveFnOutput>} */
const known = new Map();

/** @param {string} url */
const isOwn = (url) => url.startsWith(ROOT) && OWN.test(url.slice(ROOT.length));

// Older versions of Node.js, which only run the search for a newer one, lack these hooks.
module.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    if (!conditions.includes('import')) return next(specifier, context);
    const isRelative = specifier.startsWith('.');
    if (isRelative && specifier.endsWith('.js') && PACKAGES.test(parentURL)) return moduleAt(specifier, parentURL);
    if (!isOwn(parentURL)) return next(specifier, context);
    if (specifier.endsWith('.ts')) {
      const url = ALIAS.test(specifier)
        ? ROOT + specifier.slice(1)
        : isRelative
          ? new URL(specifier, parentURL).href
          : '';
      return isOwn(url) ? { url, format: 'module-typescript', shortCircuit: true } : next(specifier, context);
    }
    // A package, the same for every file of the checkout.
    if (isRelative || specifier.startsWith('#') || /^(?!node:)\w+:/.test(specifier)) return next(specifier, context);
    const found = known.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
    known.set(specifier, found);
    return found;
  },
});

/**
 * @param {string} specifier
 * @param {string} parent
 * @returns {import('node:module').ResolveFnOutput}
 */
function moduleAt(specifier, parent) {
  return { url: new URL(specifier, parent).href, format: 'module', shortCircuit: true };
}
