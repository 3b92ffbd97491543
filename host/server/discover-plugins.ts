import { access, readdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { Call } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import type { ServerPlugin } from '#core/server/plugins/server-plugin.ts';

/** A discovered plugin: its manifest, the calls that it declares, and its server half if it has one. */
export interface DiscoveredPlugin {
  manifest: PluginManifest;
  calls: Readonly<Record<string, Call>>;
  server: ServerPlugin | undefined;
}

/** The folder of the plugins that ship with the product. */
export const PLUGINS = new URL('../../plugins/', import.meta.url);

/**
 * Finds every plugin in a folder and returns them in an order in which each comes after those that it uses.
 * @throws expected `host:plugin.missing`, `host:plugin.cycle`; a TypeError for a plugin that breaks the
 * conventions,
 * naming file and line to change
 */
export async function discoverPlugins(folder: URL = PLUGINS): Promise<DiscoveredPlugin[]> {
  const found: DiscoveredPlugin[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const plugin = await load(new URL(`${entry.name}/`, folder), entry.name);
    if (plugin !== undefined) found.push(plugin);
  }
  return inOrder(found);
}

async function load(folder: URL, id: string): Promise<DiscoveredPlugin | undefined> {
  const manifestModule = await importIfThere(new URL('plugin.ts', folder));
  if (manifestModule === undefined) return undefined;
  // `definePlugin` has checked it; a file that exports something else has no id.
  const manifest = manifestModule['default'] as PluginManifest | undefined;
  if (manifest?.id !== id) {
    throw new TypeError(
      `plugins/${id}/plugin.ts must default-export definePlugin({ id: '${id}', … }), got id "${manifest?.id}"`,
    );
  }
  const calls = callsAmong((await importIfThere(new URL('calls.ts', folder))) ?? {});
  const server = (await importIfThere(new URL('server/index.ts', folder)))?.['default'] as ServerPlugin | undefined;
  if (server !== undefined && server.manifest !== manifest) {
    throw new TypeError(
      `plugins/${id}/server/index.ts must default-export defineServer({ manifest, … }) with the manifest of ../plugin.ts`,
    );
  }
  if (server === undefined && Object.keys(calls).length > 0) {
    throw new TypeError(
      `plugins/${id}/calls.ts declares calls, but there is no plugins/${id}/server/index.ts to handle them`,
    );
  }
  return { manifest, calls, server };
}

async function importIfThere(url: URL): Promise<Record<string, unknown> | undefined> {
  const there = await access(fileURLToPath(url)).then(
    () => true,
    () => false,
  );
  return there ? ((await import(pathToFileURL(fileURLToPath(url)).href)) as Record<string, unknown>) : undefined;
}

/** Orders plugins after those that they use, and otherwise by id. */
export function inOrder<P extends { manifest: Pick<PluginManifest, 'id' | 'uses'> }>(plugins: readonly P[]): P[] {
  const byId = new Map(plugins.map((plugin) => [plugin.manifest.id, plugin]));
  const ordered = new Set<P>();

  function add(plugin: P, trace: readonly string[]): void {
    if (ordered.has(plugin)) return;
    const { id, uses } = plugin.manifest;
    if (trace.includes(id)) {
      fail('host:plugin.cycle', { trace: [...trace.slice(trace.indexOf(id)), id].join(' → ') });
    }
    for (const used of [...uses].sort()) {
      const partner = byId.get(used);
      if (partner === undefined) fail('host:plugin.missing', { plugin: id, used });
      add(partner, [...trace, id]);
    }
    ordered.add(plugin);
  }

  for (const id of [...byId.keys()].sort()) add(byId.get(id) as P, []);
  return [...ordered];
}
