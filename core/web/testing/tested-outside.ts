import type { PluginSource } from '#core/contract/plugin-index.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';

let isOutside = false;
let shipped: readonly string[] = [];

/**
 * From now on plugins under test are from outside: `reelport plugin test` says so.
 * @param ids of the plugins that ship with the workbench
 */
export function testOutside(ids: readonly string[]): void {
  isOutside = true;
  shipped = ids;
}

/** From now on they are of the product again. */
export function testInside(): void {
  isOutside = false;
  shipped = [];
}

/** Whether a plugin ships with the workbench; those give plugins from outside no tokens in the browser. */
export function isShipped(id: string): boolean {
  return shipped.includes(id);
}

/** Whether a plugin under test has only what it was granted, unless the test says otherwise. */
export function isTestedOutside(): boolean {
  return isOutside;
}

/** Where a plugin under test comes from: it was given every grant that it asks for. */
export function testedSource({ id, grants }: PluginManifest): PluginSource {
  const folder = `/plugin-files/${id}/tests`;
  return {
    ...{ web: null, styles: null, texts: { zh: `${folder}/texts/zh.json`, en: `${folder}/texts/en.json` } },
    ...{ requires: { exports: [], tokens: [], packages: {} }, calls: 'tests', grants },
    ...{ untrusted: false, revision: 'tests', dev: false },
  };
}
