import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Post } from '#plugins/publishing/post-calls.ts';

const FIGURES = ['views', 'likes', 'comments', 'shares'] as const;

/** How a post does, as far as its platform tells. */
export const PostFigures = observer(function PostFigures({ figures }: Pick<Post, 'figures'>) {
  const t = useText();
  const i18n = useService(I18N);
  const told = FIGURES.flatMap((figure) => {
    const value = figures?.[figure] ?? null;
    return value === null ? [] : [t(`publishing:posts.${figure}`, { count: value, shown: i18n.count(value) })];
  });
  if (figures === null || told.length === 0) return '—';
  return <span title={t('publishing:posts.figures-at', { time: i18n.time(figures.at) })}>{told.join(' · ')}</span>;
});
