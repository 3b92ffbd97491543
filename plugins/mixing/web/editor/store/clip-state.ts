import type { I18n } from '#core/web/i18n/i18n.ts';

import type { EditorStore } from './EditorStore.ts';

/** How far a clip is. */
export interface ClipState {
  state: 'preparing' | 'ready' | 'failed';
  /** Why it cannot be used, now or at all, in the reader's words; null where nothing is in the way. */
  reason: string | null;
}

/** How far a material is as a clip of the open project. */
export function clipState({ materials, yields }: EditorStore, id: string, t: I18n['t']): ClipState {
  const material = materials.get(id);
  if (materials.isMissing(id)) {
    const reason =
      material === undefined ? t('mixing:material-missing') : t('mixing:material-trashed', { name: material.name });
    return { state: 'failed', reason };
  }
  const state = material?.state ?? 'preparing';
  const waiting = state === 'preparing' ? t('mixing:editor.clip-preparing') : yields.waiting.get(id);
  // The library knows what is wrong with it.
  return { state, reason: material?.error ?? waiting ?? null };
}
