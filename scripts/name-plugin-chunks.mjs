import { dirname, join, relative } from 'node:path';

const WEB = /^(.*[\\/]plugins[\\/]([^\\/]+)[\\/]web)[\\/]/;
const LAZY = /\bimport\(\s*'(\.[^']+)'\s*\)/g;

/**
 * A loader that names the plugins' lazy chunks, because faults are attributed to a plugin by file name.
 * @this {{ resourcePath: string }}
 * @param {string} source of a file below plugins/<id>/web
 */
export default function namePluginChunks(source) {
  const [, web, id] = WEB.exec(this.resourcePath) ?? [];
  if (web === undefined) return source;
  return source.replace(LAZY, (_whole, /** @type {string} */ request) => {
    const path = relative(web, join(dirname(this.resourcePath), request));
    const name = path.replace(/\.tsx?$/, '').replaceAll(/[^\w-]+/g, '-');
    return `import(/* webpackChunkName: "plugin-${id}-web-${name}" */ '${request}')`;
  });
}
