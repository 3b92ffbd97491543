import { I18N } from '#core/web/i18n/i18n.ts';
import { namesOfLevels, reasonOfLock } from '#core/web/features/lock-words.ts';
import { useService } from '#core/web/react/use-service.ts';

import { useEditor } from '../store/use-editor.ts';

/** Why the project can only be looked at, as a phrase; null while it can be edited. For components that are observers. */
export function useLockWords(): string | null {
  const i18n = useService(I18N);
  const { lock } = useEditor();
  if (lock === null) return null;
  return i18n.t(`shell:lock.${reasonOfLock(lock)}`, {
    level: lock.level === null ? '' : i18n.t(`shell:tier.${lock.level}`),
    levels: namesOfLevels(lock, i18n),
  });
}
