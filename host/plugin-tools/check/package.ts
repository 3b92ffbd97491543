import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { MessageKey } from '#core/contract/message-keys.ts';
import { isMessageKey } from '#core/server/ground/messages.ts';
import { inspectPackage } from '#core/server/services/plugin-registry/package/inspect-package.ts';
import { readPackage } from '#core/server/services/plugin-registry/package/read-package.ts';
import type { KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';

import type { Finding } from '../finding.ts';
import { WORKBENCH } from '../workbench.ts';

/** Missing and unused grants are reported, with their lines, by the check of grants. */
const ELSEWHERE: readonly MessageKey[] = ['core:plugin.finding-unasked', 'core:plugin.finding-not-imported'];

/** What an operator would see before installing it into an otherwise empty workbench of this version. */
export async function checkPackage(packed: Buffer): Promise<Finding[]> {
  const { findings } = await inspectPackage(await readPackage(packed), await shippedPlugins());
  return findings.flatMap(({ level, code, params }): Finding[] =>
    isMessageKey(code) && !ELSEWHERE.includes(code) ? [{ level, file: 'plugin.ts', text: code, params }] : [],
  );
}

async function shippedPlugins(): Promise<KnownPlugin[]> {
  const files = globSync('plugins/*/plugin.ts', { cwd: WORKBENCH }).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const { default: manifest } = (await import(pathToFileURL(join(WORKBENCH, file)).href)) as {
        default: PluginManifest;
      };
      return { manifest, disabled: false, tiers: {}, blocked: null };
    }),
  );
}
