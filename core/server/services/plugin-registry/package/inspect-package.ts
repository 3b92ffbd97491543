import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { changedCalls, type CallHashes } from '#core/contract/call-hashes.ts';
import { decide } from '#core/contract/decide.ts';
import { grantKey } from '#core/contract/grants.ts';
import type { PluginPackage } from '#core/contract/plugin-package.ts';
import type { Gate, PluginManifest } from '#core/contract/plugin.ts';
import { compareVersions, type OfferedSurface } from '#core/contract/requires.ts';
import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import {
  FEATURE_LEVELS,
  featuresOfLevel,
  LEVELS,
  STORED_ROLE_CODES,
  type FeatureLevels,
  type Level,
} from '#core/contract/tiers.ts';
import { textsUnder } from '#core/server/ground/messages.ts';

import type { Inspection, PresentPlugin } from './inspection.ts';
import { errorFinding, warningFinding, type Finding } from './finding.ts';
import { KERNEL_OWNERS, takenName } from './reserved-ids.ts';
import { inspectCalls, inspectGrants, inspectRequires, inspectSettings, type CallFacts } from './inspect-needs.ts';
import { inspectPages } from './inspect-pages.ts';
import { textKeysOf } from './package-texts.ts';
import type { ReadPackage } from './read-package.ts';

/** What an inspection needs to know besides the installed plugins. */
export interface InspectionFacts {
  /** Every call of this server; without them grants and routes are only checked against fixed prefixes. */
  calls?: readonly CallFacts[];
  /** The calls of this plugin's server half running here; absent when there is none. */
  serverCalls?: { callsHash: string | null; calls: CallHashes | null };
  /** The hash of a call of this server, by its key; undefined for none. */
  callHash?: (key: string) => string | undefined;
  /** What plugins may be built against; this workbench's own versions by default. */
  surface?: OfferedSurface;
  /** Which level includes which feature; the product's own rule by default. */
  featureLevels?: FeatureLevels;
}

/** Zipped bytes above which the size of a browser half is reported. */
const WEB_BUDGET = 200 * 1024;

const zip = promisify(gzip);

/** Reports what installing a package would do, judged by the package alone. Findings that refuse it come first. */
export async function inspectPackage(
  read: ReadPackage,
  known: readonly PresentPlugin[],
  facts: InspectionFacts = {},
): Promise<Inspection> {
  const { package: description, packed } = read;
  const { manifest } = description;
  const present = known.find((plugin) => plugin.manifest.id === manifest.id);
  const installed = present?.source === undefined ? undefined : present;
  const change = changeOf(manifest.version, installed?.manifest.version);
  const findings = [
    ...inspectId(manifest.id, present, known),
    ...inspectVersion(description, change, installed),
    ...inspectRequires(description.requires, manifest, facts.surface ?? SDK_SURFACE),
    ...inspectParts(description, known),
    ...inspectPages(
      manifest,
      known.filter((plugin) => plugin !== present),
      (facts.calls ?? []).filter(({ method }) => method === 'GET').map(({ path }) => path),
    ),
    ...inspectGrants(manifest, facts.calls),
    ...inspectCalls(description, facts.callHash),
    ...inspectSettings(manifest.settings),
    ...inspectServer(description, facts.serverCalls),
    ...(await inspectSize(read)),
  ];
  return {
    package: description,
    change,
    installed: installed?.manifest.version ?? null,
    texts: textsOf(read),
    bytes: {
      packed,
      web: description.web?.bytes ?? 0,
      styles: description.styles?.bytes ?? 0,
      texts: description.texts.zh.bytes + description.texts.en.bytes,
      server: serverBytes(description),
    },
    newGrants: newGrants(manifest, installed),
    findings: findings.toSorted((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning')),
    tiers: tiersOf(manifest, installed, facts.featureLevels),
  };
}

function inspectId(id: string, present: PresentPlugin | undefined, known: readonly PresentPlugin[]): Finding[] {
  if (present !== undefined && present.source === undefined)
    return [errorFinding('core:plugin.finding-shipped', { id })];
  if (present !== undefined) return [];
  const shipped = known.filter(({ source }) => source === undefined).map(({ manifest }) => manifest.id);
  // Nor may its texts replace those of the product.
  if (takenName(id, shipped) !== undefined || Object.keys(textsUnder('en', `${id}:`)).length > 0) {
    return [errorFinding('core:plugin.finding-reserved', { id })];
  }
  return [];
}

function changeOf(version: string, installed: string | undefined): Inspection['change'] {
  if (installed === undefined) return 'new';
  const order = compareVersions(version, installed);
  return order === 0 ? 'same' : order > 0 ? 'update' : 'downgrade';
}

function inspectVersion(
  { manifest, web, styles }: PluginPackage,
  change: Inspection['change'],
  installed: PresentPlugin | undefined,
): Finding[] {
  if (installed?.source === undefined || installed.source.dev) return [];
  const params = { version: manifest.version, installed: installed.manifest.version };
  if (change === 'downgrade') return [warningFinding('core:plugin.finding-downgrade', params)];
  const { source } = installed;
  const isOther = source.web?.integrity !== web?.integrity || source.styles?.integrity !== styles?.integrity;
  return change === 'same' && isOther ? [warningFinding('core:plugin.finding-same-version', params)] : [];
}

/**
 * Slots and events it uses that do not exist, tokens it provides in others' names, and parts that need code it lacks.
 */
function inspectParts({ manifest, web }: PluginPackage, known: readonly PresentPlugin[]): Finding[] {
  const { id, uses, slots, subscriptions, provides, hooks } = manifest;
  const owners = new Set([id, ...KERNEL_OWNERS, ...known.map((plugin) => plugin.manifest.id)]);
  const needsCode =
    manifest.routes.some(({ page }) => page !== undefined) ||
    [manifest.commands, manifest.dialogs, slots, subscriptions, provides].some((list) => list.length > 0);
  return [
    ...uses.filter((name) => !owners.has(name)).map((name) => warningFinding('core:plugin.finding-uses', { name })),
    ...[...slots, ...subscriptions, ...hooks]
      .filter((name) => !owners.has(name.split('.', 1)[0] ?? ''))
      .map((name) => warningFinding('core:plugin.finding-slot', { name })),
    ...provides
      .filter((name) => !name.startsWith(`${id}.`))
      .map((name) => errorFinding('core:plugin.finding-provides', { name, prefix: `${id}.` })),
    ...(needsCode && web === null ? [errorFinding('core:plugin.finding-no-web')] : []),
  ];
}

function inspectServer({ manifest, server, calls }: PluginPackage, running: InspectionFacts['serverCalls']): Finding[] {
  const { id } = manifest;
  if (server === null && calls === null) return [];
  if (running === undefined) return [warningFinding('core:plugin.finding-server', { id })];
  if (calls === null || typeof calls === 'string') {
    return running.callsHash === calls ? [] : [warningFinding('core:plugin.finding-server-other', { id })];
  }
  const changed = changedCalls(calls, running.calls ?? {});
  if (changed.length === 0) return [];
  return changed.length === Object.keys(calls).length
    ? [warningFinding('core:plugin.finding-server-other', { id })]
    : [warningFinding('core:plugin.finding-server-calls', { id, calls: changed.join(', ') })];
}

async function inspectSize({ package: { web }, files }: ReadPackage): Promise<Finding[]> {
  if (web === null || web.bytes <= WEB_BUDGET) return [];
  const zipped = (await zip(files.get(web.path) ?? Buffer.alloc(0))).length;
  if (zipped <= WEB_BUDGET) return [];
  const params = { kilobytes: Math.ceil(zipped / 1024), limit: WEB_BUDGET / 1024 };
  return [warningFinding('core:plugin.finding-size', params)];
}

function serverBytes({ server }: PluginPackage): number {
  if (server === null) return 0;
  const all = new Map([server.module, ...server.files].map(({ path, bytes }) => [path, bytes]));
  return [...all.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function textsOf({ package: { manifest }, texts }: ReadPackage): Inspection['texts'] {
  const keys = textKeysOf(manifest);
  const named = (own: Record<string, string>) =>
    Object.fromEntries(keys.map((key) => [key, own[key.slice(manifest.id.length + 1)] ?? key]));
  return { zh: named(texts.zh), en: named(texts.en) };
}

function newGrants(manifest: PluginManifest, installed: PresentPlugin | undefined): string[] {
  const given = new Set(installed?.source?.grants.map(grantKey));
  return manifest.grants.map(grantKey).filter((key) => !given.has(key));
}

/** What each tier would see of a plugin; what operators chose for it before stays. */
function tiersOf(
  manifest: PluginManifest,
  installed: PresentPlugin | undefined,
  levels: FeatureLevels = FEATURE_LEVELS,
): Inspection['tiers'] {
  const rules: Gate['tiers'] = { ...manifest.gate.tiers };
  for (const level of LEVELS) {
    const chosen = installed?.tiers[level];
    if (chosen === 'on') delete rules[level];
    else if (chosen !== undefined) rules[level] = chosen;
  }
  const gate = { ...manifest.gate, tiers: rules };
  // Each level is a key of the record, as the loop goes over all of them.
  return Object.fromEntries(LEVELS.map((level) => [level, seenBy(gate, level, levels)])) as Inspection['tiers'];
}

function seenBy(gate: Gate, level: Level, levels: FeatureLevels): Inspection['tiers'][Level] {
  const features = featuresOfLevel(level, levels);
  const decision = decide(gate, { roleCode: STORED_ROLE_CODES[level], features, operator: false });
  if (decision.allowed) return 'ready';
  return decision.reason === 'tier' || decision.reason === 'feature' ? 'locked' : 'hidden';
}
