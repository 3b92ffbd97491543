import type { MessageKey } from '#core/contract/message-keys.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';

/** Where in the workbench the items of a slot are. */
const SLOTS: Readonly<Record<string, MessageKey>> = {
  'landing.sections': 'extensions:slot.landing-sections',
  'materials.actions': 'extensions:slot.material-actions',
  'materials.badges': 'extensions:slot.material-badges',
  'materials.columns': 'extensions:slot.material-columns',
  'materials.folder-actions': 'extensions:slot.folder-actions',
  'materials.sources': 'extensions:slot.material-sources',
  'materials.uses': 'extensions:slot.material-uses',
  'mixing.clip-actions': 'extensions:slot.clip-actions',
  'mixing.cover-tools': 'extensions:slot.cover-tools',
  'mixing.effects': 'extensions:slot.effects',
  'mixing.panels': 'extensions:slot.mix-panels',
  'tasks.work': 'extensions:slot.task-work',
  'tool-runs.exports': 'extensions:slot.run-exports',
  'tool-runs.outputs': 'extensions:slot.run-outputs',
  'tool-runs.steps': 'extensions:slot.run-steps',
  'tools.cards': 'extensions:slot.tool-cards',
  'workbench.cards': 'extensions:slot.workbench-cards',
  'workbench.clips': 'extensions:slot.workbench-clips',
  'workbench.first-steps': 'extensions:slot.first-steps',
  'workbench.outputs': 'extensions:slot.workbench-outputs',
  'workbench.starts': 'extensions:slot.workbench-starts',
  'workbench.widgets': 'extensions:slot.workbench-widgets',
};

/** What a plugin adds to by a slot, in plain words; of a slot of a plugin from outside only its id is known. */
export function describeSlot(slot: string, { t }: Pick<I18n, 't'>): string {
  const known = SLOTS[slot];
  return known === undefined ? slot : t(known);
}
