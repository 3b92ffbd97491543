import * as module from 'node:module';

// Node.js reads the whole package.json of a package again for each of its files, and Drizzle's lists hundreds of them:
// that takes as long as everything else at a start. Here its files find each other by their addresses alone.

const FOLDER = '/node_modules/drizzle-orm/';

/** @type {Map<string, import('node:module').ResolveFnOutput>} */
const known = new Map();

// An older Node.js, which only looks for the right one, has no such hooks.
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
