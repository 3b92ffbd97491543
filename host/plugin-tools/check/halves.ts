import type { Call } from '#core/contract/call.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';

import type { AuthorFolder } from '../author-folder.ts';
import type { Finding } from '../finding.ts';

/** Things that the manifest promises but no half provides. */
export function checkHalves(folder: AuthorFolder, manifest: PluginManifest): Finding[] {
  const needsWeb =
    manifest.routes.some(({ page }) => page !== undefined) ||
    [manifest.commands, manifest.dialogs, manifest.slots, manifest.subscriptions, manifest.provides].some(
      (list) => list.length > 0,
    );
  if (needsWeb && folder.web === null) {
    return [{ level: 'error', file: 'plugin.ts', text: 'host:plugin-tools.no-web', params: {} }];
  }
  return [];
}

/** Calls that the server half would not be allowed to have: they must be under the plugin's own path. */
export function checkCalls(
  folder: AuthorFolder,
  { id }: PluginManifest,
  calls: Readonly<Record<string, Call>>,
): Finding[] {
  if (folder.server === null) return [];
  const prefix = `/api/p/${id}/`;
  return Object.entries(calls)
    .filter(([, { path }]) => !path.startsWith(prefix))
    .map(([name, { path }]) => ({
      level: 'error',
      file: 'calls.ts',
      text: 'host:plugin-tools.call-path',
      params: { name, path, prefix },
    }));
}
