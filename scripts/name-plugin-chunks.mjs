import { basename } from 'node:path';

const WEB = /[\\/]plugins[\\/]([^\\/]+)[\\/]web[\\/]/;
const LAZY = /\bimport\(\s*'(\.[^']+)'\s*\)/g;

/**
 * A loader that names the plugins' lazy chunks, because faults are attributed to a plugin by file name. Every page
 * loads a table of the names, so they leave out the folders.
 * @this {{ resourcePath: string }}
 * @param {string} source of a file below plugins/<id>/web
 */
export default function namePluginChunks(source) {
  const [, id] = WEB.exec(this.resourcePath) ?? [];
  if (id === undefined) return source;
  return source.replace(LAZY, (_whole, /** @type {string} */ request) => {
    const name = basename(request)
      .replace(/\.tsx?$/, '')
      .replaceAll(/[^\w-]+/g, '-');
    return `import(/* webpackChunkName: "plugin-${id}-web-${name}" */ '${request}')`;
  });
}
