import type { I18n } from '#core/web/i18n/i18n.ts';
import type { VideoWindow } from '#core/web/tools/VideoEditor.tsx';

import type { RemovalEdit } from '../draft/cleaned-video.ts';

/** What a place is called among those of its video: by what is removed there, and a number. */
export function nameOfPlace(t: I18n['t'], edits: readonly RemovalEdit[], edit: RemovalEdit): string {
  const { place, removes } = edit.removal;
  const kind = place.kind === 'text' ? t('removal:found-text') : t(`removal:removes-${removes}`);
  return t('removal:place-name', { number: edits.indexOf(edit) + 1, kind });
}

/** The places of a video with their names, and when something is removed there. */
export const windowsOf = (t: I18n['t'], edits: readonly RemovalEdit[]): VideoWindow[] =>
  edits.map((edit) => ({ id: edit.id, name: nameOfPlace(t, edits, edit), window: edit.window }));
