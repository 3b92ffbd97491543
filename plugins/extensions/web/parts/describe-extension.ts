import type { MessageKey } from '#core/contract/message-keys.ts';
import { LEVELS, type Level } from '#core/contract/tiers.ts';
import { enumerated } from '#core/web/i18n/enumerated.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import type { PluginRecord } from '#core/web/plugins/plugins.ts';

import type { Extension } from '#plugins/extensions/calls.ts';

export type TierMode = NonNullable<Extension['tiers'][Level]>;
export const TIER_MODES = ['on', 'locked', 'hidden'] as const satisfies readonly TierMode[];

type Texts = Extension['texts'];

/** A text of a plugin by its whole key; undefined while nobody knows it. */
export function textOf(texts: Texts, i18n: I18n, key: string): string | undefined {
  const own = texts?.[i18n.language][key];
  if (own !== undefined) return own;
  // Manifests of plugins from here are checked against the texts when messages are generated.
  const known = i18n.t(key as MessageKey);
  return known === key ? undefined : known;
}

/** What a plugin is called; its id where its texts are not there. */
export function titleOf({ manifest, texts }: Pick<Extension, 'manifest' | 'texts'>, i18n: I18n): string {
  return textOf(texts, i18n, manifest.title) ?? manifest.id;
}

/** What holds for a tier by choice: the operator's, else the manifest's own. Its feature may lock it all the same. */
export function modeOf({ manifest, tiers }: Extension, level: Level): TierMode {
  return tiers[level] ?? manifest.gate.tiers[level] ?? 'on';
}

/** Whether a tier lacks the feature that the plugin needs. */
export function lacksFeature({ manifest: { gate }, featureLevel }: Extension, level: Level): boolean {
  if (gate.feature === null) return false;
  return featureLevel === null || LEVELS.indexOf(level) < LEVELS.indexOf(featureLevel);
}

/** What a tier sees of it. */
export function seenBy(extension: Extension, level: Level): 'ready' | 'locked' | 'hidden' {
  const mode = modeOf(extension, level);
  if (mode === 'hidden') return 'hidden';
  return mode === 'locked' || lacksFeature(extension, level) ? 'locked' : 'ready';
}

/** The states of a plugin, the most serious first. */
export type ExtensionStatus =
  | { name: 'disabled' | 'hidden' | 'ready' }
  | { name: 'blocked'; reason: NonNullable<Extension['blocked']>['reason']; details: readonly string[] }
  | { name: 'failed'; attempts: number; isStopped: boolean }
  | { name: 'limited'; locked: readonly Level[]; hidden: readonly Level[] };

/** @param record what this browser has seen of it */
export function extensionStatus(extension: Extension, record: PluginRecord | undefined): ExtensionStatus {
  const { disabled, blocked, manifest } = extension;
  if (disabled) return { name: 'disabled' };
  if (blocked !== null) return { name: 'blocked', ...blocked };
  if (record?.state.name === 'failed') {
    return { name: 'failed', attempts: record.state.attempts, isStopped: record.state.quarantined };
  }
  if (manifest.gate.operator) return { name: 'ready' };
  const hidden = LEVELS.filter((level) => seenBy(extension, level) === 'hidden');
  const locked = LEVELS.filter((level) => seenBy(extension, level) === 'locked');
  if (hidden.length === LEVELS.length) return { name: 'hidden' };
  return hidden.length + locked.length === 0 ? { name: 'ready' } : { name: 'limited', locked, hidden };
}

/** The names of tiers as one enumeration. */
export function tierNames(levels: readonly Level[], i18n: I18n): string {
  return enumerated(
    levels.map((level) => i18n.t(`shell:tier.${level}`)),
    i18n,
  );
}

/** The state of a plugin as a sentence. */
export function describeStatus(status: ExtensionStatus, i18n: I18n): string {
  const { t } = i18n;
  switch (status.name) {
    case 'blocked':
      if (status.reason === 'server' && status.details.length === 0) {
        return t('extensions:status.blocked-server-missing');
      }
      return t(`extensions:status.blocked-${status.reason}`, { details: enumerated(status.details, i18n) });
    case 'failed':
      return status.isStopped || status.attempts === 0
        ? t('extensions:status.stopped')
        : t('extensions:status.failed', { count: status.attempts });
    case 'limited': {
      const { locked, hidden } = status;
      const locks = locked.length === 0 ? '' : t('extensions:status.locked', { tiers: tierNames(locked, i18n) });
      const hides = hidden.length === 0 ? '' : t('extensions:status.hidden-for', { tiers: tierNames(hidden, i18n) });
      return [locks, hides].filter((part) => part !== '').join(t('extensions:status.and'));
    }
    case 'disabled':
      return t('extensions:status.disabled');
    case 'hidden':
      return t('extensions:status.hidden');
    case 'ready':
      return t('extensions:status.ready');
  }
}
