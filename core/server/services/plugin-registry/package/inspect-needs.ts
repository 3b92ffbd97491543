import { ASKED_BY_PARTS } from '#core/contract/asked-by-parts.ts';
import type { CallAccess } from '#core/contract/call.ts';
import { FREE_SERVICES, GRANTABLE_SERVICES, grantKey, hearsOthers, type Grant } from '#core/contract/grants.ts';
import type { PluginPackage, Requires } from '#core/contract/plugin-package.ts';
import type { SettingsSchemas } from '#core/contract/plugin-settings.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import {
  compareVersions,
  unmetRequirements,
  type OfferedSurface,
  type UnmetRequirement,
} from '#core/contract/requires.ts';
import { offeringPlugin } from '#core/contract/shared-packages.ts';

import { errorFinding, warningFinding, type Finding } from './finding.ts';
import { patternsOverlap, reachesUnder } from './pattern-overlap.ts';

/** The parts of a server call that an inspection looks at. */
export interface CallFacts {
  method: string;
  path: string;
  access: CallAccess;
}

/** Calls by which a plugin could give itself more rights, or act as the account's owner. */
const REFUSED_PREFIXES = ['/api/extensions', '/api/plugins', '/api/account', '/api/operator'];

/** What the plugin was built against but this workbench lacks, and services that it uses without requesting them. */
export function inspectRequires(requires: Requires, manifest: PluginManifest, surface: OfferedSurface): Finding[] {
  const unmet = unmetRequirements(requires, surface).map(unmetFinding);
  const asked = new Set(manifest.grants.flatMap((grant) => (grant.kind === 'service' ? grant.token : [])));
  const needed = new Set([...requires.tokens, ...(hearsOthers(manifest) ? ['events@1'] : [])]);
  const unasked = [...needed]
    .filter((token) => includes(GRANTABLE_SERVICES, token) && !asked.has(token))
    .map((token) => warningFinding('core:plugin.finding-unasked', { token }));
  return [...unmet, ...unasked];
}

function unmetFinding({ kind, name, wanted = '', found }: UnmetRequirement): Finding {
  if (kind === 'export') return errorFinding('core:plugin.finding-export', { name });
  if (kind === 'token') return errorFinding('core:plugin.finding-token', { name });
  if (kind === 'offer') {
    const offer = offeringPlugin(name) ?? name;
    if (found === undefined) return errorFinding('core:plugin.finding-offer', { offer });
    const isNewer = compareVersions(wanted, found) > 0;
    const code = isNewer ? 'core:plugin.finding-offer-newer' : 'core:plugin.finding-offer-older';
    return errorFinding(code, { offer, wanted, found });
  }
  return found === undefined
    ? errorFinding('core:plugin.finding-package', { name, wanted })
    : errorFinding('core:plugin.finding-package-version', { name, wanted, found });
}

/** Problems with the grants that a plugin requests. */
export function inspectGrants(manifest: PluginManifest, calls: readonly CallFacts[] | undefined): Finding[] {
  const keys = manifest.grants.map(grantKey);
  return [
    ...manifest.grants.flatMap((grant) => inspectGrant(manifest.id, grant, calls)),
    ...[...new Set(keys.filter((key, index) => keys.indexOf(key) < index))].map((name) =>
      errorFinding('core:plugin.finding-twice', { name }),
    ),
  ];
}

function inspectGrant(plugin: string, grant: Grant, calls: readonly CallFacts[] | undefined): Finding[] {
  const key = grantKey(grant);
  if (grant.kind === 'service') {
    if (includes(GRANTABLE_SERVICES, grant.token)) return [];
    if (includes(FREE_SERVICES, grant.token) || grant.token === 'http@1') {
      return [warningFinding('core:plugin.finding-free', { grant: key })];
    }
    return [errorFinding('core:plugin.finding-service', { grant: key })];
  }
  if (REFUSED_PREFIXES.some((prefix) => reachesUnder(grant.path, prefix))) {
    return [errorFinding('core:plugin.finding-refused', { grant: key })];
  }
  if (grant.path.startsWith(`/api/p/${plugin}/`)) return [warningFinding('core:plugin.finding-free', { grant: key })];
  const reached = (calls ?? []).filter(
    ({ method, path }) => (grant.methods as readonly string[]).includes(method) && patternsOverlap(grant.path, path),
  );
  if (reached.some(({ access }) => access === 'operator')) {
    return [errorFinding('core:plugin.finding-refused', { grant: key })];
  }
  const isKnown = calls === undefined || reached.length > 0 || reachesUnder(grant.path, '/api/p');
  return isKnown ? [] : [warningFinding('core:plugin.finding-no-call', { grant: key })];
}

/**
 * Calls of the workbench that the plugin was built with and that are others here, and grants for calls that neither it
 * nor a part that it draws was built with. Packages of earlier versions do not say what they import.
 */
export function inspectCalls(
  { manifest, requires: { calls, exports } }: Pick<PluginPackage, 'manifest' | 'requires'>,
  hashOf: ((key: string) => string | undefined) | undefined,
): Finding[] {
  if (calls === undefined) return [];
  const keys = Object.keys(calls);
  const changed = hashOf === undefined ? [] : keys.filter((key) => calls[key] !== hashOf(key));
  const parts = [...new Set(exports.map((name) => name.split('#', 1)[0] ?? ''))];
  const ofParts = parts.flatMap((part) => ASKED_BY_PARTS[part]?.grants ?? []).map(grantKey);
  const isImported = (grant: Grant): boolean =>
    grant.kind === 'service' ||
    reachesUnder(grant.path, '/api/p') ||
    [...keys, ...ofParts].some((key) => {
      const [method = '', path = ''] = key.split(' ', 2);
      return (grant.methods as readonly string[]).includes(method) && patternsOverlap(grant.path, path);
    });
  return [
    ...changed.map((call) => warningFinding('core:plugin.finding-call-changed', { call })),
    ...manifest.grants
      .filter((grant) => !isImported(grant))
      .map((grant) => warningFinding('core:plugin.finding-not-imported', { grant: grantKey(grant) })),
  ];
}

/** Settings fields for which no form can be shown. */
export function inspectSettings({ account, operator }: SettingsSchemas): Finding[] {
  const fields = [
    ...Object.entries(account?.properties ?? {}).map(([name, field]) => ({ name, field, isAccounts: true })),
    ...Object.entries(operator?.properties ?? {}).map(([name, field]) => ({ name, field, isAccounts: false })),
  ];
  return fields.flatMap(({ name, field, isAccounts }) => {
    if (!isField(field) || field['default'] === undefined) {
      return [warningFinding('core:plugin.finding-setting', { field: name })];
    }
    if (isAccounts && field['secret'] === true) return [warningFinding('core:plugin.finding-secret', { field: name })];
    return [];
  });
}

/** Whether a field is a string, number, boolean, choice of strings or list of strings. */
function isField({ type, enum: choices, items }: Record<string, unknown>): boolean {
  if (Array.isArray(choices)) return choices.every((choice) => typeof choice === 'string');
  if (type === 'array') {
    return typeof items === 'object' && items !== null && 'type' in items && items.type === 'string';
  }
  return typeof type === 'string' && ['string', 'number', 'integer', 'boolean'].includes(type);
}

function includes(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
