import { I18N } from '#core/web/i18n/i18n.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

/** From this number on, exact counts are neither useful nor precise. */
const COUNTLESS = 100_000_000_000;

/** Writes a number of videos. */
export function useCountText(): (count: number) => string {
  const t = useText();
  const i18n = useService(I18N);
  return (count) =>
    count < COUNTLESS ? i18n.count(count) : t('mixing:editor.yield-countless', { count: i18n.count(COUNTLESS) });
}
