import { UNFRAMED_SERVICES } from './kernel-services.ts';
import type { PluginEntry } from './plugin-index.ts';
import type { PluginManifest } from './plugin.ts';

/** The manifest of an untrusted plugin, without anything that would run or be drawn outside its frame. Pure. */
function untrustedManifest(manifest: PluginManifest): PluginManifest {
  return { ...manifest, dialogs: [], slots: [], provides: [], uses: [] };
}

/** An index entry without what an untrusted plugin cannot have. */
export function offeredEntry(entry: PluginEntry): PluginEntry {
  if (entry.source?.untrusted !== true) return entry;
  return { ...entry, manifest: untrustedManifest(entry.manifest) };
}

/** What a plugin would lose if it were installed as untrusted, as named in its manifest. */
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
