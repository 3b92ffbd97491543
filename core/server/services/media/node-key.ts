import { createHash } from 'node:crypto';

import type { RenderNode } from './render-graph.ts';

/** JSON with keys in one order, so that equal values give equal texts. */
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
 * Makes the function that gives nodes their keys: 64 hex digits that are the same for equal nodes in
 * every process and on every machine.
 * @param engineVersion changes whenever the same node would come out differently
 * @throws TypeError for parameters that are no plain JSON
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
