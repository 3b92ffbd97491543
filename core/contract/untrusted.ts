import { UNFRAMED_SERVICES } from './kernel-services.ts';
import type { PluginEntry } from './plugin-index.ts';
import type { PluginManifest } from './plugin.ts';

/** A manifest as it holds for an untrusted plugin: what would run, or be drawn, outside of its frame is not in it. Pure. */
function untrustedManifest(manifest: PluginManifest): PluginManifest {
  return { ...manifest, dialogs: [], slots: [], provides: [], uses: [] };
}

/** An entry of the index as it holds: what an untrusted plugin cannot have is not in it. */
export function offeredEntry(entry: PluginEntry): PluginEntry {
  if (entry.source?.untrusted !== true) return entry;
  return { ...entry, manifest: untrustedManifest(entry.manifest) };
}

/** What a plugin would not have if it were installed as untrusted, as its manifest names it. */
export function lostWhenUntrusted({ id, dialogs, slots, provides, uses, grants }: PluginManifest): string[] {
  return [
    ...dialogs.map(({ name }) => `${id}/${name}`),
    ...slots,
    ...provides,
    ...uses,
    ...grants.flatMap((grant) =>
      grant.kind === 'service' && (UNFRAMED_SERVICES as readonly string[]).includes(grant.token) ? [grant.token] : [],
    ),
  ];
}
