import { createHash } from 'node:crypto';

import type { RenderNode } from './render-graph.ts';

/** JSON with sorted keys, so that equal values give equal text. */
export function canonicalJson(value: unknown, where = 'params'): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item, at) => canonicalJson(item, `${where}[${at}]`)).join(',')}]`;
  if (typeof value === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(value) as null)) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    fields.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field, `${where}.${name}`)}`).join(',')}}`;
  }
  throw new TypeError(`render node: ${where} is not plain JSON`);
}

/**
 * Makes the function that computes node keys: 64 hex digits, the same for equal nodes in every process and on
 * every machine.
 * @param engineVersion must change whenever the same node would produce a different output
 * @throws TypeError for parameters that are not plain JSON
 */
export function createNodeKeys(engineVersion: string): (node: RenderNode) => string {
  const known = new WeakMap<RenderNode, string>();
  function keyOf(node: RenderNode): string {
    let key = known.get(node);
    if (key === undefined) {
      const parts = [
        engineVersion,
        node.operation,
        canonicalJson(node.params),
        node.inputs.map(keyOf),
        node.sources ?? [],
      ];
      key = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
      known.set(node, key);
    }
    return key;
  }
  return keyOf;
}
