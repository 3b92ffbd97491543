import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Post } from '#plugins/publishing/post-calls.ts';
import { Facts } from './Facts.tsx';
import { toldFigures } from './post-words.ts';

/** How a post does, as far as its platform tells. */
export const PostFigures = observer(function PostFigures({ figures }: { figures: NonNullable<Post['figures']> }) {
  const t = useText();
  const i18n = useService(I18N);
  const facts = toldFigures(figures).map(([figure, count]) => ({
    text: t(`publishing:posts.${figure}`, { count, shown: i18n.count(count) }),
  }));
  return <Facts facts={facts} title={t('publishing:posts.figures-at', { time: i18n.time(figures.at) })} />;
});
