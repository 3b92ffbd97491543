import { bestMatch } from '#core/contract/match-route.ts';
import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
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

/** What is asked about, and the gate that guards it. */
function lookAtPart(plugin: KnownPlugin, part: string | undefined, language: MessageLanguage): Explained {
  const { manifest } = plugin;
  const { id, version, routes, menus, commands } = manifest;
  const facts = { id, version, routes: routes.length, menus: menus.length, commands: commands.length };
  const whole = (key: MessageKey, ok: boolean, params: MessageParams = {}, more: Link['facts'] = {}): Link => ({
    ...{ step: 'manifest', ok, key, facts: { ...facts, ...more } },
    params: { plugin: titleOf(plugin, language), version, ...params },
  });
  const [kind, name] = part === undefined ? [] : [part.slice(0, part.indexOf(':')), part.slice(part.indexOf(':') + 1)];
  if (part === undefined || name === undefined) {
    return { link: whole('extensions:why.manifest', true), gate: manifest.gate };
  }
  if (kind === 'route') {
    const route = bestMatch(routes, name)?.item;
    if (route === undefined) {
      return { link: whole('extensions:why.part-missing', false, { part: name }, { part }), gate: manifest.gate };
    }
    const link = whole('extensions:why.route', true, { part: route.path }, { part, path: route.path });
    return { link, gate: gateOfRoute(manifest, route) };
  }
  const isThere = kind === 'command' && commands.some((command) => command.id === name);
  const key = isThere ? 'extensions:why.command' : 'extensions:why.part-missing';
  return { link: whole(key, isThere, { part: name }, { part }), gate: manifest.gate };
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
