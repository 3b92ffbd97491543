import { useEffect } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';

import { Pictures } from './Pictures.ts';
import './posts.css';

/** The small picture of a video in a list: the run’s that made it, or as the library has it. */
export const PostPicture = observer(function PostPicture({
  fileId,
  made,
}: {
  fileId: string | null;
  /** The picture of what a run has made; null for the library’s. */
  made: string | null;
}) {
  const pictures = useStore(Pictures);
  const picture = made ?? (fileId === null ? null : pictures.of(fileId));
  useEffect(() => {
    if (fileId !== null && made === null) pictures.want(fileId);
  }, [pictures, fileId, made]);
  const fallback = <Icon name="film" size={16} />;
  return (
    <span className="rp-post-picture" aria-hidden="true">
      {picture === null ? fallback : <LazyImage src={picture} fallback={fallback} />}
    </span>
  );
});
