import type { z } from 'zod';

import { decide, type GateSession } from '#core/contract/decide.ts';
import { CODE, envelope } from '#core/contract/envelope.ts';
import { fail } from '#core/contract/errors.ts';
import { leanEntry, type LeanEntry } from '#core/contract/lean-index.ts';
import { listGonePlugins, listPlugins, readPluginSource, type PluginEntry } from '#core/contract/plugin-index.ts';
import type { Gate, PluginManifest } from '#core/contract/plugin.ts';
import { gateOfRoute } from '#core/contract/route-gate.ts';
import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import { ANONYMOUS } from '#core/server/http/calls/gate.ts';
import { bodyFor, packText, type PackedText } from '#core/server/http/calls/packed-text.ts';
import type { InstalledPlugins, KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';

/**
 * The plugins that a session may see, each with its state. Plugins that are disabled, or hidden by role, tier or the
 * operators' gate, are left out, and so are single routes with their menu entries; what a login or a higher tier would
 * unlock is listed.
 */
export function indexFor(plugins: readonly KnownPlugin[], session: GateSession | null): LeanEntry[] {
  const who = session ?? ANONYMOUS;
  return plugins.flatMap(({ manifest, disabled, blocked, source, texts }) => {
    const state = disabled ? undefined : stateOf(manifest.gate, who);
    if (state === undefined) return [];
    const trimmed = trim(manifest, who);
    const entry = {
      manifest: trimmed,
      texts: texts ?? textsOf(trimmed),
      state: blocked !== null && state.name === 'ready' ? { name: 'blocked' as const, ...blocked } : state,
    };
    if (source === undefined) return [leanEntry(entry)];
    const { untrusted, revision, dev } = source;
    return [leanEntry({ ...entry, source: { untrusted, revision, dev } })];
  });
}

function stateOf(gate: Gate, session: GateSession): PluginEntry['state'] | undefined {
  // An anonymous visitor would be asked to log in for something only operators may use.
  if (gate.operator && session.operator !== true) return undefined;
  const decision = decide(gate, session);
  if (decision.allowed) return { name: 'ready' };
  if (decision.reason === 'feature') {
    return { name: 'locked', feature: decision.feature, unlockedBy: decision.unlockedBy };
  }
  if (decision.reason === 'tier') return { name: 'locked', feature: null, unlockedBy: decision.unlockedBy };
  return decision.reason === 'login' ? { name: 'login' } : undefined;
}

function trim(manifest: PluginManifest, session: GateSession): PluginManifest {
  const routes = manifest.routes.filter((route) => stateOf(gateOfRoute(manifest, route), session) !== undefined);
  if (routes.length === manifest.routes.length) return manifest;
  const taken = new Set(manifest.routes.filter((route) => !routes.includes(route)).map(({ path }) => path));
  return { ...manifest, routes, menus: manifest.menus.filter(({ to }) => !taken.has(to)) };
}

function textsOf(manifest: PluginManifest): PluginEntry['texts'] {
  const { title, routes, menus, commands } = manifest;
  const keys = new Set([title, ...[...routes, ...menus, ...commands].flatMap((part) => part.title ?? [])]);
  const known = [...keys].filter((key) => isMessageKey(key));
  const inLanguage = (language: MessageLanguage): Record<string, string> =>
    Object.fromEntries(known.map((key) => [key, translate(language, key)]));
  return { zh: inLanguage('zh'), en: inLanguage('en') };
}

/** Registers `GET /api/plugins`, `GET /api/plugins/:id/source` and `GET /api/plugins/gone`. */
export function pluginIndexRoutes(
  calls: CallRegistry,
  options: { plugins: Pick<InstalledPlugins, 'list' | 'find' | 'builds'>; build(): Promise<string> },
): void {
  const answerFor = createIndexAnswers();
  calls.handle(listPlugins, async (_input, { caller, request, reply }) => {
    const [plugins, build] = await Promise.all([options.plugins.list(caller?.accountId), options.build()]);
    const { data, packed } = await answerFor(plugins, build, caller);
    const body = bodyFor(request, reply, packed);
    // The complete compressed answer is cached: validating and compressing hundreds of plugins takes longest.
    reply
      .headers({ 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' })
      // The type only allows strings, but bytes are sent as they are.
      .serializer(() => body as unknown as string);
    return data;
  });

  calls.handle(readPluginSource, async ({ params: { id } }, { caller }) => {
    const plugin = await options.plugins.find(id, caller?.accountId);
    const [entry] = plugin === undefined ? [] : indexFor([plugin], caller);
    // Callers it does not run for get the same answer as for a plugin that does not exist.
    if (plugin?.source === undefined || entry === undefined || entry.state.name === 'login') {
      fail('core:plugin.unknown', { plugin: id }, { kind: 'not-found' });
    }
    return plugin.source;
  });

  calls.handle(listGonePlugins, async ({ query: { ids } }, { caller }) => {
    const { plugins } = options;
    const isGone = async (id: string): Promise<boolean> =>
      (await plugins.find(id, caller.accountId)) === undefined && (await plugins.builds(id)).length === 0;
    const asked = await Promise.all(ids.map(async (id) => ((await isGone(id)) ? [id] : [])));
    return { ids: asked.flat() };
  });
}

interface IndexAnswer {
  data: z.output<typeof listPlugins.data>;
  packed: PackedText;
}

const ANSWER = envelope(listPlugins.data);
/** Answers differ by role, features and operator; beyond this many the cache is emptied. */
const KEPT_ANSWERS = 100;

/** Makes the answers and caches them until a plugin or the build changes: all members of a tier get the same. */
function createIndexAnswers() {
  let madeOf = '';
  /** By the list that they were made of: a developer with builds of their own has another one. */
  let kept = new WeakMap<readonly KnownPlugin[], Map<string, Promise<IndexAnswer>>>();

  async function make(plugins: readonly KnownPlugin[], build: string, session: GateSession | null) {
    const data = { plugins: indexFor(plugins, session), build };
    const answer = ANSWER.parse({ code: CODE.success, message: '', secCode: null, data });
    return { data, packed: await packText(JSON.stringify(answer)) };
  }

  return (plugins: readonly KnownPlugin[], build: string, session: GateSession | null): Promise<IndexAnswer> => {
    if (madeOf !== build) {
      madeOf = build;
      kept = new WeakMap();
    }
    let answers = kept.get(plugins);
    if (answers === undefined || answers.size >= KEPT_ANSWERS) {
      answers = new Map();
      kept.set(plugins, answers);
    }
    const ofList = answers;
    const { roleCode, features, operator, admitted, featureLevels } = session ?? ANONYMOUS;
    const own = features.toSorted((a, b) => a - b);
    const key = JSON.stringify([roleCode, own, operator === true, admitted, featureLevels]);
    const known = ofList.get(key);
    if (known !== undefined) return known;
    const made = make(plugins, build, session);
    ofList.set(key, made);
    made.catch(() => ofList.delete(key));
    return made;
  };
}
