import { Icon } from '#core/web/components/Icon.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import './posts.css';

/** The small picture of a video in a list. */
export function PostPicture({ picture }: { picture: string | null }) {
  const fallback = <Icon name="film" size={16} />;
  return (
    <span className="rp-post-picture" aria-hidden="true">
      {picture === null ? fallback : <LazyImage src={picture} fallback={fallback} />}
    </span>
  );
}
