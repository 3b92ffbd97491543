import type { PluginSource } from '#core/contract/plugin-index.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';

let isOutside = false;

/** From now on plugins under test are from outside: `reelport plugin test` says so. */
export function testOutside(): void {
  isOutside = true;
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
