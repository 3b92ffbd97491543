import type { MessageKey } from '#core/contract/message-keys.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';

const PHASES: Readonly<Record<string, MessageKey>> = {
  integrity: 'extensions:phase.integrity',
  requires: 'extensions:phase.requires',
  import: 'extensions:phase.import',
  activate: 'extensions:phase.activate',
  render: 'extensions:phase.render',
  effect: 'extensions:phase.effect',
  handler: 'extensions:phase.handler',
  promise: 'extensions:phase.promise',
  hang: 'extensions:phase.hang',
  server: 'extensions:phase.server',
};

/** The name of a fault's phase; unknown phases are shown as they are. */
export function describePhase(phase: string, { t }: Pick<I18n, 't'>): string {
  const known = PHASES[phase];
  return known === undefined ? phase : t(known);
}
