import { decide, type GateSession } from '#core/contract/decide.ts';
import { grantKey } from '#core/contract/grants.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { PluginEntry, PluginSource } from '#core/contract/plugin-index.ts';
import type { PluginRoute } from '#core/contract/plugin.ts';
import { gateOfRoute } from '#core/contract/route-gate.ts';
import { levelOfRole, LEVELS } from '#core/contract/tiers.ts';

import type { I18n } from '../i18n/i18n.ts';
import { namesOfLevels } from '../features/lock-words.ts';
import { lockOf } from '../lock.ts';
import type { PluginRecord, Plugins } from '../plugins/plugins.ts';
import { findRoute } from '../router/route-objects.ts';
import type { Trace } from '../trace/trace.ts';
import type { WhyChain, WhyFact, WhyLink } from './why.ts';

/** What the explanation is read from. */
export interface ExplainSources {
  plugins: Pick<Plugins, 'list' | 'leaving' | 'find'>;
  session: GateSession;
  trace: Pick<Trace, 'spans'>;
  i18n: Pick<I18n, 't' | 'language'>;
  /** Loads the origin of an external plugin. */
  sourceOf(entry: PluginEntry): Promise<PluginSource>;
}

/** The subject of a question. */
interface Subject {
  record: PluginRecord;
  route?: PluginRoute;
  command?: string;
}

/** Undefined for a plugin that ships with the product; null when the server does not say at the moment. */
type Source = PluginSource | null | undefined;

/** Explains the whole chain, from the manifest to any fault. */
export async function explain(asked: string, sources: ExplainSources): Promise<WhyChain> {
  const wanted = asked.trim();
  const found = find(wanted, sources);
  if ('step' in found) return { asked: wanted, plugin: null, links: [found] };
  const { record } = found;
  const { entry } = record;
  const source = entry.source === undefined ? undefined : await sources.sourceOf(entry).catch(() => null);
  return {
    asked: wanted,
    plugin: entry.manifest.id,
    links: [
      manifestLink(found, sources),
      sourceLink(source),
      ...integrityLink(record, source),
      gateLink(found, sources),
      ...grantsLink(record, source),
      needsLink(record, sources),
      triggerLink(record),
      loadLink(record, sources),
      faultLink(record),
    ],
  };
}

function link(
  step: WhyLink['step'],
  ok: boolean,
  text: MessageKey,
  params: WhyLink['params'] = {},
  facts: WhyLink['facts'] = {},
): WhyLink {
  return { step, ok, text, params, facts };
}

function find(asked: string, { plugins }: ExplainSources): Subject | WhyLink {
  const all = [...plugins.list, ...plugins.leaving];
  if (asked.startsWith('/')) {
    const path = asked.split(/[?#]/, 1)[0] ?? asked;
    const routes = all.flatMap((record) =>
      record.entry.manifest.routes.map((route) => ({ path: route.path, record, route })),
    );
    const found = findRoute(routes, path);
    if (found !== undefined) return { record: found.route.record, route: found.route.route };
    return link('manifest', false, 'shell:why.manifest-unknown-route', { path }, { plugins: all.length });
  }
  const whole = all.find(({ entry }) => entry.manifest.id === asked);
  if (whole !== undefined) return { record: whole };
  const [id = '', ...rest] = asked.split('.');
  const record = all.find(({ entry }) => entry.manifest.id === id);
  if (record === undefined || rest.length === 0) {
    return link('manifest', false, 'shell:why.manifest-unknown', { asked }, { plugins: all.length });
  }
  const command = rest.join('.');
  if (record.entry.manifest.commands.some((known) => known.id === command)) return { record, command: asked };
  const commands = record.entry.manifest.commands.map((known) => `${id}.${known.id}`);
  return link('manifest', false, 'shell:why.manifest-no-command', { plugin: id, command: asked }, { commands });
}

function manifestLink({ record, route, command }: Subject, { plugins }: ExplainSources): WhyLink {
  const { id, version, routes, menus, commands } = record.entry.manifest;
  const facts = { id, version, routes: routes.length, menus: menus.length, commands: commands.length };
  if (plugins.leaving.includes(record)) return link('manifest', false, 'shell:why.manifest-gone', {}, facts);
  if (command !== undefined) return link('manifest', true, 'shell:why.manifest-command', { command }, facts);
  if (route?.page !== undefined) {
    const { path, page } = route;
    return link('manifest', true, 'shell:why.manifest-route', { path, page }, { ...facts, path, page });
  }
  if (route?.redirect !== undefined) {
    const { path, redirect: to } = route;
    return link('manifest', true, 'shell:why.manifest-redirect', { path, to }, { ...facts, path, to });
  }
  return link('manifest', true, 'shell:why.manifest', { version }, facts);
}

function sourceLink(source: Source): WhyLink {
  if (source === undefined) return link('source', true, 'shell:why.source-shipped');
  if (source === null) return link('source', false, 'shell:why.source-unread');
  const { web, untrusted, dev, revision, calls } = source;
  const facts = { url: web?.url ?? null, bytes: web?.bytes ?? null, untrusted, dev, revision, calls };
  if (dev) return link('source', true, 'shell:why.source-dev', { revision }, facts);
  if (web === null) return link('source', true, 'shell:why.source-none', {}, facts);
  return link('source', true, untrusted ? 'shell:why.source-untrusted' : 'shell:why.source-outside', {}, facts);
}

function integrityLink({ state }: PluginRecord, source: Source): WhyLink[] {
  if (source === undefined) return [link('integrity', true, 'shell:why.integrity-shipped')];
  if (source === null) return [];
  const facts = { web: source.web?.integrity ?? null, styles: source.styles?.integrity ?? null };
  const isBroken = state.name === 'failed' && state.phase === 'integrity';
  return [link('integrity', !isBroken, isBroken ? 'shell:why.integrity-failed' : 'shell:why.integrity', {}, facts)];
}

function gateLink({ record, route }: Subject, { session, i18n }: ExplainSources): WhyLink {
  const { manifest, state } = record.entry;
  const gate = route === undefined ? manifest.gate : gateOfRoute(manifest, route);
  const level = session.roleCode === null ? null : (levelOfRole(session.roleCode) ?? null);
  const who = { roleCode: session.roleCode, level, features: session.features, operator: session.operator === true };
  const facts = { gate: { ...gate }, session: who, state: { ...state } };
  const refused = (text: MessageKey, params: WhyLink['params'] = {}): WhyLink =>
    link('gate', false, text, params, facts);
  if (state.name === 'blocked') {
    const { reason, details } = state;
    return refused('shell:why.gate-blocked', { reason: [reason, ...details].join(', ') });
  }
  const decision = decide(gate, session);
  // The lock on the whole plugin applies to all of its parts.
  const lock =
    !decision.allowed && (decision.reason === 'tier' || decision.reason === 'feature')
      ? { unlockedBy: decision.unlockedBy, isFeature: decision.reason === 'feature' }
      : state.name === 'locked'
        ? { unlockedBy: state.unlockedBy, isFeature: state.feature !== null }
        : null;
  if (lock !== null) {
    if (lock.unlockedBy !== null) {
      return refused('shell:why.gate-level', { level: i18n.t(`shell:tier.${lock.unlockedBy}`) });
    }
    if (lock.isFeature) return refused('shell:why.gate-package');
    const levels = LEVELS.filter((each) => gate.tiers[each] === undefined);
    if (levels.length === 0) return refused('shell:why.gate-none');
    return refused('shell:why.gate-levels', { levels: namesOfLevels(lockOf(null, null, levels), i18n) });
  }
  if (decision.allowed) return link('gate', true, 'shell:why.gate', {}, facts);
  if (decision.reason === 'login') return refused('shell:why.gate-login');
  return refused(decision.reason === 'hidden' ? 'shell:why.gate-hidden' : 'shell:why.gate-role');
}

function grantsLink({ entry: { manifest } }: PluginRecord, source: Source): WhyLink[] {
  if (source === undefined) return [link('grants', true, 'shell:why.grants-all')];
  if (source === null) return [];
  const given = source.grants.map(grantKey);
  const refused = manifest.grants.filter((grant) => !given.includes(grantKey(grant)));
  const needed = refused.filter(({ optional }) => !optional).map(grantKey);
  const facts = { given, refused: refused.map(grantKey) };
  if (needed.length > 0) {
    return [link('grants', false, 'shell:why.grants-missing', { grants: needed.join(', ') }, facts)];
  }
  if (refused.length === 0) return [link('grants', true, 'shell:why.grants', { count: given.length }, facts)];
  const counts = { given: given.length, refused: refused.length };
  return [link('grants', true, 'shell:why.grants-optional', counts, facts)];
}

function needsLink({ entry: { manifest } }: PluginRecord, { plugins }: ExplainSources): WhyLink {
  const { uses } = manifest;
  if (uses.length === 0) return link('needs', true, 'shell:why.needs-none');
  const states = Object.fromEntries(uses.map((id) => [id, plugins.find(id)?.state.name ?? 'hidden']));
  const missing = uses.filter((id) => ['hidden', 'locked', 'blocked', 'failed'].includes(states[id] ?? 'hidden'));
  const isWhole = missing.length === 0;
  const named = { plugins: (isWhole ? uses : missing).join(', ') };
  return link('needs', isWhole, isWhole ? 'shell:why.needs' : 'shell:why.needs-missing', named, states);
}

function triggerLink({ entry: { manifest }, activatedBy }: PluginRecord): WhyLink {
  const facts = {
    routes: manifest.routes.map(({ path }) => path),
    commands: manifest.commands.map(({ id }) => `${manifest.id}.${id}`),
    dialogs: manifest.dialogs.map(({ name }) => `${manifest.id}/${name}`),
    ...{ slots: manifest.slots, subscriptions: manifest.subscriptions, provides: manifest.provides },
  };
  if (activatedBy === undefined) return link('trigger', true, 'shell:why.trigger-none', {}, facts);
  return link('trigger', true, 'shell:why.trigger', { trigger: activatedBy }, { activatedBy, ...facts });
}

function loadLink({ entry: { manifest }, state }: PluginRecord, { trace }: ExplainSources): WhyLink {
  const spans = trace.spans.filter(({ plugin, step }) => plugin === manifest.id && step !== 'call');
  const facts = {
    state: state.name,
    spans: spans.map(({ step, start, duration, bytes }) => ({
      ...{ step, bytes },
      start: Math.round(start),
      milliseconds: Math.round(duration),
    })),
  };
  const lastOf = (step: string): number | undefined => {
    const duration = spans.findLast((span) => span.step === step)?.duration;
    return duration === undefined ? undefined : Math.round(duration);
  };
  const [load, start] = [lastOf('import'), lastOf('activate')];
  const ok = state.name !== 'failed';
  if (load === undefined) return link('load', ok, 'shell:why.load-none', {}, facts);
  if (start === undefined) return link('load', ok, 'shell:why.load-state', { state: state.name }, facts);
  return link('load', ok, 'shell:why.load', { load, start }, facts);
}

function faultLink({ state }: PluginRecord): WhyLink {
  if (state.name !== 'failed') return link('fault', true, 'shell:why.fault-none');
  const { phase, attempts, quarantined, error } = state;
  const facts: Record<string, WhyFact> = { phase, attempts, quarantined, error: describeError(error) };
  if (quarantined) return link('fault', false, 'shell:why.fault-quarantined', {}, facts);
  return link('fault', false, 'shell:why.fault', { phase, attempts }, facts);
}

function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
