import { createHash } from 'node:crypto';

import { changedCalls } from '#core/contract/call-hashes.ts';
import { grantKey, type Grant } from '#core/contract/grants.ts';
import type { PluginSource } from '#core/contract/plugin-index.ts';
import type { PackedFile, PluginPackage } from '#core/contract/plugin-package.ts';
import type { Gate, PluginManifest } from '#core/contract/plugin.ts';
import { unmetRequirements, unmetWords } from '#core/contract/requires.ts';
import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import { LEVELS } from '#core/contract/tiers.ts';

import type { KnownPlugin } from './plugins.ts';
import type { StoredPlugin, StoredVersion } from './stored-plugins.ts';
import { isUnchanged, type GrantHash } from './grant-hashes.ts';
import type { HalfState } from './half-state.ts';

const MISSING_HALF: HalfState = {
  ...{ state: 'missing', resting: false, problem: null },
  ...{ callsHash: null, calls: null, parts: null },
};

/** The state of a plugin that ships with the product, with the operators' choices. */
export function shippedPlugin(
  manifest: PluginManifest,
  stored: StoredPlugin | undefined,
  { isNeeded = false, half }: { isNeeded?: boolean; half?: HalfState } = {},
): KnownPlugin {
  return {
    manifest: withTiers(manifest, stored?.tiers ?? {}),
    disabled: stored?.disabled ?? false,
    tiers: stored?.tiers ?? {},
    blocked: null,
    ...(isNeeded ? { needed: true } : {}),
    ...(half === undefined ? {} : { half }),
  };
}

/** The state of an outside plugin. */
export function installedPlugin(
  stored: StoredPlugin & { current: StoredVersion },
  half: HalfState | undefined,
  hashOf: GrantHash,
): KnownPlugin {
  const { current, disabled, tiers } = stored;
  const { server, calls } = current.package;
  const found = half ?? (server === null && calls === null ? undefined : MISSING_HALF);
  return {
    manifest: withTiers(current.package.manifest, tiers),
    disabled,
    tiers,
    source: sourceOf(stored, hashOf),
    texts: current.texts,
    blocked: blockedBy(current.package, half),
    waiting: { grants: changedGrants(stored, hashOf).map(grantKey), calls: waitingCalls(current.package, half) },
    ...(found === undefined ? {} : { half: found }),
  };
}

/** Orders plugins after those that they use; missing plugins and cycles are tolerated. */
export function afterPartners(plugins: readonly KnownPlugin[]): KnownPlugin[] {
  const byId = new Map(plugins.map((plugin) => [plugin.manifest.id, plugin]));
  const ordered = new Set<KnownPlugin>();
  const begun = new Set<string>();
  const add = (plugin: KnownPlugin | undefined): void => {
    if (plugin === undefined || begun.has(plugin.manifest.id)) return;
    begun.add(plugin.manifest.id);
    for (const used of plugin.manifest.uses) add(byId.get(used));
    ordered.add(plugin);
  };
  for (const plugin of plugins) add(plugin);
  return [...ordered];
}

/** Identifies a package's content: it changes with the description and the files. */
export function buildOf(description: PluginPackage): string {
  return shortHash(description);
}

/**
 * The files of a package that browsers load, by path. Its server half is not included: an operator installs
 * that on the server.
 */
export function filesOf({ web, styles, texts }: PluginPackage): PackedFile[] {
  const all = [web, styles, texts.zh, texts.en];
  return [...new Map(all.flatMap((file) => (file === null ? [] : [[file.path, file] as const]))).values()];
}

function withTiers(manifest: PluginManifest, chosen: KnownPlugin['tiers']): PluginManifest {
  if (Object.keys(chosen).length === 0) return manifest;
  const tiers: Gate['tiers'] = {};
  for (const level of LEVELS) {
    const mode = chosen[level] ?? manifest.gate.tiers[level] ?? 'on';
    if (mode !== 'on') tiers[level] = mode;
  }
  return { ...manifest, gate: { ...manifest.gate, tiers } };
}

/** Grants that were given for calls that are others now. */
function changedGrants({ current, given }: StoredPlugin & { current: StoredVersion }, hashOf: GrantHash): Grant[] {
  return current.package.manifest.grants.filter((grant) => {
    const key = grantKey(grant);
    return given.has(key) && !isUnchanged(key, given.get(key) ?? null, hashOf);
  });
}

function sourceOf(stored: StoredPlugin & { current: StoredVersion }, hashOf: GrantHash): PluginSource {
  const { current, untrusted, given } = stored;
  const { manifest, web, styles, texts, requires, calls } = current.package;
  const { build, dev } = current;
  // A version may be reinstalled with other files, but a URL must always serve the same bytes.
  const address = ({ path }: PackedFile) => `/plugin-files/${manifest.id}/${manifest.version}+${build}/${path}`;
  const changed = changedGrants(stored, hashOf);
  const grants = manifest.grants.filter((grant) => given.has(grantKey(grant)) && !changed.includes(grant));
  return {
    web: web === null ? null : { url: address(web), integrity: web.integrity, bytes: web.bytes },
    styles: styles === null ? null : { url: address(styles), integrity: styles.integrity },
    texts: { zh: address(texts.zh), en: address(texts.en) },
    ...{ requires, calls, grants, untrusted, dev },
    revision: shortHash([build, dev, untrusted, grants.map(grantKey)]),
  };
}

function blockedBy(description: PluginPackage, half: HalfState | undefined): KnownPlugin['blocked'] {
  const { requires, server, calls } = description;
  const unmet = unmetRequirements(requires, SDK_SURFACE);
  if (unmet.length > 0) return { reason: 'requires', details: unmet.map(unmetWords) };
  if (server === null && calls === null) return null;
  if (half === undefined) return { reason: 'server', details: [] };
  if (half.state !== 'running') return { reason: 'server', details: half.problem === null ? [] : [half.problem] };
  if (calls === null || typeof calls === 'string') {
    return calls === half.callsHash ? null : { reason: 'update', details: [calls ?? '', half.callsHash ?? ''] };
  }
  const changed = changedCalls(calls, half.calls ?? {});
  // With some of its calls it can do something; those that changed wait.
  return changed.length > 0 && changed.length === Object.keys(calls).length
    ? { reason: 'update', details: changed }
    : null;
}

/** Calls of its server half that is another build. */
function waitingCalls({ calls }: PluginPackage, half: HalfState | undefined): string[] {
  return calls === null || typeof calls === 'string' || half?.state !== 'running'
    ? []
    : changedCalls(calls, half.calls ?? {});
}

function shortHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}
