import type { PluginManifest } from '#core/contract/plugin.ts';

import type { WebPlugin } from '../define-web.ts';
import { webFileOf } from '../plugins/plugin-file.ts';

/**
 * Checks that a plugin's browser half has everything that its manifest names.
 * @throws TypeError naming each missing part, and where to add it
 */
export function provePlugin(manifest: PluginManifest, web: WebPlugin): void {
  const heard = (web.subscriptions ?? []).map(({ event }) => event.topic);
  const missing = [
    ...manifest.routes.flatMap(({ path, page }) =>
      page === undefined || has(web.pages, page)
        ? []
        : [`add "${page}" to pages: the route "${path}" of the manifest shows it`],
    ),
    ...manifest.dialogs.flatMap(({ name }) =>
      has(web.dialogs, name) ? [] : [`add "${name}" to dialogs: the manifest lists it`],
    ),
    ...manifest.commands.flatMap(({ id }) =>
      has(web.commands, id) ? [] : [`add "${id}" to commands: the manifest lists it`],
    ),
    ...manifest.subscriptions.flatMap((topic) =>
      heard.includes(topic) ? [] : [`add onEvent() of "${topic}" to subscriptions: the manifest lists it`],
    ),
    ...Object.keys(web.dialogs ?? {}).flatMap((name) =>
      manifest.dialogs.some((dialog) => dialog.name === name)
        ? []
        : [`take "${name}" out of dialogs, or add it to the manifest's dialogs`],
    ),
    ...Object.keys(web.commands ?? {}).flatMap((id) =>
      manifest.commands.some((command) => command.id === id)
        ? []
        : [`take "${id}" out of commands, or add it to the manifest's commands`],
    ),
    ...heard.flatMap((topic) =>
      manifest.subscriptions.includes(topic)
        ? []
        : [`take "${topic}" out of subscriptions, or add it to those of the manifest`],
    ),
    ...(manifest.provides.length > 0 && web.activate === undefined
      ? [`add activate(): the manifest provides ${quoted(manifest.provides)}`]
      : []),
  ];
  if (missing.length > 0) throw new TypeError(`${webFileOf(manifest.id)}: ${[...new Set(missing)].join('; ')}`);
}

/**
 * Checks that `activate` provided every token that the manifest lists.
 * @throws TypeError naming the missing tokens
 */
export function proveProvided(manifest: PluginManifest, isProvided: (name: string) => boolean): void {
  const missing = manifest.provides.filter((name) => !isProvided(name));
  if (missing.length === 0) return;
  throw new TypeError(`${webFileOf(manifest.id)}: activate() must call context.provide for ${quoted(missing)}`);
}

function has(named: Readonly<Record<string, unknown>> | undefined, name: string): boolean {
  return named !== undefined && Object.hasOwn(named, name);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
