import { bestMatch } from '#core/contract/match-route.ts';
import { fail, type MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { Gate, PluginManifest } from '#core/contract/plugin.ts';
import { gateOfRoute } from '#core/contract/route-gate.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';
import { explainExtension } from '#plugins/extensions/calls.ts';

import { findPlugin } from '../manage-routes.ts';
import { explainCode } from './explain-code.ts';
import { explainGate, visitorOf } from './explain-gate.ts';
import { explainState } from './explain-state.ts';
import type { Explained, Link } from './link.ts';
import { FEATURE_LEVELS_SETTING, MEMBER_ROLES_SETTING } from '#core/server/services/settings/tier-rules.ts';

/** Handler of the call that explains the state of a plugin. */
export function explainRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(explainExtension, async ({ params: { id }, query: { level, part } }, { caller, language }) => {
    const plugin = await findPlugin(ctx, id, caller.accountId);
    const rules = {
      featureLevels: await ctx.settings.get(FEATURE_LEVELS_SETTING),
      memberRoles: await ctx.settings.get(MEMBER_ROLES_SETTING),
    };
    const { link, gate } = lookAtPart(plugin, part, language);
    const links: Link[] = [
      link,
      ...(await explainCode(ctx, plugin, { language, viewer: caller.accountId })),
      switchLink(plugin),
      ...explainGate(plugin, gate, level === undefined ? caller : visitorOf(level, rules), language),
      ...(await explainState(ctx, plugin, caller.accountId)),
    ];
    return {
      steps: links.map(({ step, ok, key, params, facts }) => ({
        step,
        ok,
        text: translate(language, key, params),
        facts,
      })),
    };
  });
}

/**
 * What is asked about, and the gate that guards it.
 * @param part `route:/address`, `command:name` or `command:<id>.name` as the palette has it, `slot:name`
 * @throws expected `extensions:why-part` (422) for a part that the plugin does not have
 */
function lookAtPart(plugin: KnownPlugin, part: string | undefined, language: MessageLanguage): Explained {
  const { manifest } = plugin;
  const { id, version, routes, menus, commands } = manifest;
  const facts = { id, version, routes: routes.length, menus: menus.length, commands: commands.length };
  const whole = (key: MessageKey, params: MessageParams = {}, more: Link['facts'] = {}): Link => ({
    ...{ step: 'manifest', ok: true, key, facts: { ...facts, ...more } },
    params: { plugin: titleOf(plugin, language), version, ...params },
  });
  if (part === undefined) return { link: whole('extensions:why.manifest'), gate: manifest.gate };
  const { key, name, gate, path } = findPart(manifest, part) ?? unknownPart(id, part);
  const more: Link['facts'] = path === undefined ? { part } : { part, path };
  return { link: whole(key, { part: name }, more), gate };
}

interface FoundPart {
  key: MessageKey;
  name: string;
  gate: Gate;
  path?: string;
}

function findPart(manifest: PluginManifest, part: string): FoundPart | undefined {
  const { id, gate, routes, commands, slots } = manifest;
  const [, kind, name = ''] = /^(route|command|slot):(.+)$/.exec(part) ?? [];
  if (kind === 'route') {
    const route = bestMatch(routes, name)?.item;
    if (route === undefined) return undefined;
    return { key: 'extensions:why.route', name: route.path, path: route.path, gate: gateOfRoute(manifest, route) };
  }
  if (kind === 'command') {
    const own = name.startsWith(`${id}.`) ? name.slice(id.length + 1) : name;
    const isThere = commands.some((command) => command.id === own);
    return isThere ? { key: 'extensions:why.command', name: own, gate } : undefined;
  }
  return kind === 'slot' && slots.includes(name) ? { key: 'extensions:why.slot', name, gate } : undefined;
}

function unknownPart(plugin: string, part: string): never {
  fail('extensions:why-part', { plugin, part }, { kind: 'invalid' });
}

/** The title of a plugin in the reader's language. */
function titleOf({ manifest, texts }: KnownPlugin, language: MessageLanguage): string {
  const { title } = manifest;
  return texts?.[language]?.[title] ?? (isMessageKey(title) ? translate(language, title) : manifest.id);
}

function switchLink({ disabled }: KnownPlugin): Link {
  const key = disabled ? 'extensions:why.switched-off' : 'extensions:why.switched-on';
  return { step: 'switch', ok: !disabled, key, params: {}, facts: { disabled } };
}
