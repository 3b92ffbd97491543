import * as module from 'node:module';

// Node.js reads a package's package.json again for each of its files, and Drizzle's lists hundreds of exports, which
// takes as long as the rest of a start. This resolves imports between its files from their paths alone.

const FOLDER = '/node_modules/drizzle-orm/';

/** @type {Map<string, import('node:module').ResolveFnOutput>} */
const known = new Map();

// Older versions of Node.js, which only run the search for a newer one, lack these hooks.
module.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    if (specifier.startsWith('.') && specifier.endsWith('.js') && parentURL.includes(FOLDER)) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    if (!/^drizzle-orm(?:\/|$)/.test(specifier) || !conditions.includes('import')) return next(specifier, context);
    const found = known.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
    known.set(specifier, found);
    return found;
  },
});
