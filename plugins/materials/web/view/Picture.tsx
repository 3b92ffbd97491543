import { Icon, type IconName } from '#core/web/components/Icon.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { useStore } from '#core/web/react/use-store.ts';

import type { Material } from '#plugins/materials/calls.ts';
import { MaterialFeed } from '../list/MaterialFeed.ts';

/** About what a tile measures; finer displays draw the poster. */
const TILE = '200px';
const OUTLINES: Readonly<Record<Material['kind'], IconName>> = { video: 'film', music: 'music', image: 'image' };

/** The picture of a material, or the outline of its kind. The list draws it when it is nearly seen. */
export function Picture({ material }: { material: Material }) {
  const feed = useStore(MaterialFeed);
  const { id, kind, thumbnail } = material;
  const src = material.poster ?? (kind === 'image' ? material.url : null);
  const none = (
    <span className="rp-picture rp-picture--none" aria-hidden="true">
      <Icon name={OUTLINES[kind]} />
    </span>
  );
  if (src === null) return none;
  return (
    <LazyImage
      eager
      className="rp-picture"
      src={src}
      srcSet={thumbnail === null ? undefined : `${thumbnail} 256w, ${src} 480w`}
      sizes={thumbnail === null ? undefined : TILE}
      fallback={none}
      onLost={() => feed.hear([id])}
    />
  );
}
