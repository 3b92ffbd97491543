import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Pagination } from '#core/web/ui/Pagination.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import type { Showcase, ShowcasePost } from '#plugins/showcase/calls.ts';
import { LISTED_POSTS } from '#plugins/showcase/limits.ts';
import { postsKey, ShowcasesStore } from './ShowcasesStore.ts';

/** The posts of a showcase, also those that are not seen yet or any more. */
export const PostList = observer(function PostList({ showcase: { id, title } }: { showcase: Showcase }) {
  const t = useText();
  const store = useStore(ShowcasesStore);
  const [page, setPage] = useState(1);
  const key = postsKey(id, page);
  const found = store.posts.read(key);
  const { failure, load } = store.posts.at(key);
  if (found === null) {
    if (failure === null) return <Skeleton shape="rows" count={3} />;
    return <LoadError text={t('showcase:posts-unread')} error={failure.error} onRetry={() => void load()} />;
  }
  if (found.count === 0) return <p className="rp-showcase__quiet">{t('showcase:no-posts')}</p>;
  const pages = Math.ceil(found.count / LISTED_POSTS);
  return (
    <>
      <ul className="rp-showcase__posts">
        {found.posts.map((post) => (
          <PostRow key={post.id} post={post} />
        ))}
      </ul>
      {pages > 1 && (
        <Pagination label={t('showcase:posts-of', { title })} page={page} pages={pages} onChange={setPage} />
      )}
    </>
  );
});

const PostRow = observer(function PostRow({ post }: { post: ShowcasePost }) {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(ShowcasesStore);
  const { id, title, url, poster, visibility, publishedAt, isWithdrawn, plays } = post;
  const isAhead = new Date(publishedAt) > new Date();
  const name = title === '' ? t('showcase:untitled') : title;
  return (
    <li className="rp-showcase__post" data-withdrawn={isWithdrawn || undefined}>
      <span className="rp-showcase__still">{poster !== null && <LazyImage src={poster} />}</span>
      <span className="rp-showcase__words">
        {isWithdrawn || isAhead ? (
          <strong>{name}</strong>
        ) : (
          <a href={url} target="_blank" rel="noopener">
            <strong>{name}</strong>
          </a>
        )}
        <span className="rp-showcase__quiet">
          {t(isAhead ? 'showcase:ahead' : 'showcase:published', { time: i18n.time(publishedAt) })}
          {' · '}
          {t('showcase:plays', { plays: i18n.count(plays) })}
        </span>
        {(visibility === 'unlisted' || isWithdrawn) && (
          <span className="rp-showcase__tags">
            {visibility === 'unlisted' && <Tag>{t('showcase:unlisted')}</Tag>}
            {isWithdrawn && <Tag tone="caution">{t('showcase:withdrawn')}</Tag>}
          </span>
        )}
      </span>
      {isWithdrawn ? (
        <Button
          size="small"
          icon="undo"
          aria-label={t('showcase:restore-named', { title: name })}
          onClick={() => void store.restore(id)}
        >
          {t('showcase:restore')}
        </Button>
      ) : (
        <Button
          size="small"
          icon="eye-off"
          aria-label={t('showcase:withdraw-named', { title: name })}
          onClick={() => void store.withdraw(post)}
        >
          {t('showcase:withdraw')}
        </Button>
      )}
    </li>
  );
});
