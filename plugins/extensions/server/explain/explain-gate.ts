import { decide, type Decision, type GateSession } from '#core/contract/decide.ts';
import type { Gate } from '#core/contract/plugin.ts';
import { adaptRole, featuresOfLevel, levelOfRole, STORED_ROLE_CODES, type Level } from '#core/contract/tiers.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';
import type { TierRules } from '#core/server/services/accounts/tier-rules.ts';

import type { Link } from './link.ts';

const LEVEL_NAMES = {
  level0: 'shell:tier.level0',
  level1: 'shell:tier.level1',
  level2: 'shell:tier.level2',
  level3: 'shell:tier.level3',
  level4: 'shell:tier.level4',
} as const satisfies Record<Level, string>;

/** A member of a level, with what the level includes and nothing bought. */
export function visitorOf(level: Level, { featureLevels, memberRoles }: TierRules): GateSession {
  const roleCode = STORED_ROLE_CODES[level];
  const role = adaptRole(roleCode);
  return {
    ...{ roleCode, featureLevels, operator: false },
    features: featuresOfLevel(level, featureLevels),
    admitted: role !== undefined && memberRoles.includes(role),
  };
}

/** Whether somebody may enter at all, and what their tier says. */
export function explainGate(
  plugin: KnownPlugin,
  gate: Gate,
  who: GateSession,
  language: MessageLanguage,
): [Link, Link] {
  return [gateLink(gate, who), tierLink(plugin, gate, who, language)];
}

function gateLink(gate: Gate, who: GateSession): Link {
  // Without what a tier decides; that is the next link.
  const decision = decide({ ...gate, feature: null, tiers: {} }, who);
  const { login, roles, operator } = gate;
  const facts = { login, roles, operator };
  if (!decision.allowed) {
    const isOperators = operator && who.operator !== true;
    const key = isOperators ? 'extensions:why.operators-only' : 'extensions:why.role-refused';
    return { step: 'gate', ok: false, key, params: {}, facts };
  }
  const key = operator
    ? 'extensions:why.operators-enter'
    : login
      ? 'extensions:why.members-enter'
      : 'extensions:why.all-enter';
  return { step: 'gate', ok: true, key, params: {}, facts };
}

function tierLink({ tiers, manifest }: KnownPlugin, gate: Gate, who: GateSession, language: MessageLanguage): Link {
  const level = who.roleCode === null ? undefined : levelOfRole(who.roleCode);
  const decision: Decision = decide({ ...gate, login: false, operator: false, roles: null }, who);
  const chosen = level === undefined ? undefined : tiers[level];
  const nameOf = (name: Level | null) => (name === null ? '–' : translate(language, LEVEL_NAMES[name]));
  const unlockedBy = !decision.allowed && 'unlockedBy' in decision ? decision.unlockedBy : null;
  const facts = {
    ...{ level: level ?? null, chosen: chosen ?? null, rule: level === undefined ? null : (gate.tiers[level] ?? null) },
    ...{ feature: gate.feature, unlockedBy, plugin: manifest.id },
  };
  const params = { level: nameOf(level ?? null), unlockedBy: nameOf(unlockedBy), feature: gate.feature ?? 0 };
  const link = (key: Link['key'], ok: boolean): Link => ({ step: 'tier', ok, key, params, facts });
  if (decision.allowed) return link(chosen === 'on' ? 'extensions:why.tier-chosen-on' : 'extensions:why.tier-on', true);
  if (decision.reason === 'feature') {
    return link(unlockedBy === null ? 'extensions:why.feature-package' : 'extensions:why.feature', false);
  }
  if (decision.reason === 'tier') {
    if (chosen === undefined) return link('extensions:why.tier-locked', false);
    return link('extensions:why.tier-chosen-locked', false);
  }
  return link(chosen === undefined ? 'extensions:why.tier-hidden' : 'extensions:why.tier-chosen-hidden', false);
}
