import {
  ADAPTED_ROLE_CODES,
  FEATURES,
  levelOfFeature,
  LEVELS,
  type Level,
  type MemberRole,
} from '#core/contract/tiers.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import { FEATURE_LEVELS_SETTING, MEMBER_ROLES_SETTING } from '#core/server/services/settings/tier-rules.ts';

import type { Tier } from '#plugins/membership/calls.ts';
import { FEATURE_NAMES } from '#plugins/membership/tier-rules.ts';
import { titleOf } from '../plugin-title.ts';

/** What each level holds: the operator's limits, and the features of the plugins that run here. */
export async function listTiers(
  ctx: Pick<ServerContext, 'plugins' | 'settings'>,
  language: MessageLanguage,
): Promise<Tier[]> {
  const [limits, levels, roles] = await Promise.all([
    ctx.settings.get(LEVEL_LIMITS_SETTING),
    ctx.settings.get(FEATURE_LEVELS_SETTING),
    ctx.settings.get(MEMBER_ROLES_SETTING),
  ]);
  const running = (await ctx.plugins.list()).filter(isRunning);
  const sold = soldFeatures(running);
  /** Whether a plugin is sold by its own name above a level: it is told there, although its pages are open before. */
  const isSoldAbove = (plugin: KnownPlugin, level: Level): boolean =>
    FEATURE_NAMES.some((name) => {
      const least = levelOfFeature(FEATURES[name], levels);
      const isAbove = least !== null && LEVELS.indexOf(least) > LEVELS.indexOf(level);
      const isNamed = translate(language, `membership:feature.${name}`) === titleOf(plugin, language);
      return isAbove && isNamed && featuresOf(plugin).includes(FEATURES[name]);
    });
  return LEVELS.map((level, index) => {
    const { gigabytes, devices, creatorAccounts } = limits[level];
    const below = LEVELS[index - 1];
    return {
      ...{ level, gigabytes, devices },
      ...(sold.has(FEATURES.batchPublishing) ? { creatorAccounts } : {}),
      features: FEATURE_NAMES.filter(
        (name) => sold.has(FEATURES[name]) && levelOfFeature(FEATURES[name], levels) === level,
      ),
      plugins: running
        .filter((plugin) => isOpen(plugin, level, roles))
        .filter((plugin) => (below === undefined ? hasWork(plugin) : !isOpen(plugin, below, roles)))
        .filter((plugin) => !isSoldAbove(plugin, level))
        .map((plugin) => titleOf(plugin, language)),
    };
  });
}

/** The ids of the features that plugins have which run here for members. */
export function soldFeatures(plugins: readonly KnownPlugin[]): ReadonlySet<number> {
  return new Set(plugins.filter(isRunning).flatMap(featuresOf));
}

function isRunning({ manifest, disabled, blocked }: KnownPlugin): boolean {
  return !disabled && blocked === null && !manifest.gate.operator;
}

/** The features that a plugin asks for: at its door, at one of its pages, or in its code. */
function featuresOf({ manifest }: KnownPlugin): number[] {
  const gates = [manifest.gate.feature, ...manifest.routes.map(({ gate }) => gate?.feature)];
  return [...manifest.features, ...gates.filter((feature) => typeof feature === 'number')];
}

/** Whether a level is let in by role and by the operator's choice of tiers; features are listed by themselves. */
function isOpen({ manifest: { gate } }: KnownPlugin, level: Level, admitted: readonly MemberRole[]): boolean {
  const role = ADAPTED_ROLE_CODES[level];
  const isAdmitted = gate.roles === null || (admitted.includes(role) && gate.roles.includes(role));
  return gate.tiers[level] === undefined && isAdmitted;
}

/** Whether a plugin is something to work with, rather than a page about the account or the site. */
function hasWork({ manifest }: KnownPlugin): boolean {
  return manifest.menus.some(({ section }) => section !== 'business' && section !== 'operator');
}
