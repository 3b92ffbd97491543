import type { Account } from '#core/contract/account-calls.ts';
import type { PluginEntry } from '#core/contract/plugin-index.ts';
import { FEATURE_LEVELS } from '#core/contract/tiers.ts';
import { definePlugin, manifestSchema, type PluginManifest, type PluginManifestInput } from '#core/contract/plugin.ts';

/** An account as the server returns it: a main account on the free version. */
export function buildAccount(overrides: Partial<Account> = {}): Account {
  return {
    id: '01890000-0000-7000-8000-000000000001',
    fdName: '林小港',
    fdUsername: 'port-lin',
    fdMobile: '13800000001',
    wechatName: null,
    fdRoleCode: 12,
    fdType: 1,
    hadTier: false,
    isQF: false,
    features: [],
    featureLevels: FEATURE_LEVELS,
    admitted: true,
    operator: false,
    avatar: null,
    ...overrides,
  };
}

/** A manifest with the given id; everything else has defaults. */
export function buildManifest(overrides: Partial<PluginManifestInput> = {}): PluginManifest {
  return definePlugin({ id: 'demo', version: '1.0.0', title: 'shell:name', ...overrides });
}

/** An entry of the plugin index; ready by default. */
export function buildEntry(
  manifest: PluginManifest | Partial<PluginManifestInput> = {},
  state: PluginEntry['state'] = { name: 'ready' },
): PluginEntry {
  const whole = manifestSchema.safeParse(manifest);
  // Anything that is not a complete manifest is treated as overrides, as an author would write them.
  return { manifest: whole.success ? whole.data : buildManifest(manifest as Partial<PluginManifestInput>), state };
}
