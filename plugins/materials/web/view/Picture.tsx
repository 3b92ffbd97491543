import { useEffect, useRef, useState } from 'react';

import { Icon, type IconName } from '#core/web/components/Icon.tsx';
import { useStore } from '#core/web/react/use-store.ts';

import type { Material } from '#plugins/materials/calls.ts';
import { MaterialFeed } from '../list/MaterialFeed.ts';

const AGAIN_MILLISECONDS = 1000;
/** About what a tile measures; finer displays draw the poster. */
const TILE = '200px';
const OUTLINES: Readonly<Record<Material['kind'], IconName>> = { video: 'film', music: 'music', image: 'image' };

/**
 * The picture of a material. Loaded when it is drawn, which is when it is nearly seen; one that does not come is
 * asked for once more, at an address of today.
 */
export function Picture({ material }: { material: Material }) {
  const feed = useStore(MaterialFeed);
  const { id, kind } = material;
  const wanted = material.poster ?? (kind === 'image' ? material.url : null);
  // The same picture with a new signature need not be fetched again.
  const kept = useRef<{ src: string; thumbnail: string | null } | null>(null);
  const [faults, setFaults] = useState(0);
  const [attempt, setAttempt] = useState(0);
  if (wanted === null) kept.current = null;
  else if (kept.current === null || withoutSignature(kept.current.src) !== withoutSignature(wanted)) {
    kept.current = { src: wanted, thumbnail: material.thumbnail };
  }

  useEffect(() => {
    if (faults !== 1) return undefined;
    kept.current = null;
    feed.hear([id]);
    const timer = setTimeout(() => setAttempt(1), AGAIN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [faults, feed, id]);

  if (kept.current === null || faults > 1) {
    return (
      <span className="rp-picture rp-picture--none" aria-hidden="true">
        <Icon name={OUTLINES[kind]} />
      </span>
    );
  }
  const { src, thumbnail } = kept.current;
  return (
    <img
      key={attempt}
      className="rp-picture"
      src={src}
      srcSet={thumbnail === null ? undefined : `${thumbnail} 256w, ${src} 480w`}
      sizes={thumbnail === null ? undefined : TILE}
      alt=""
      decoding="async"
      draggable={false}
      onError={() => setFaults((count) => (count > attempt ? count : count + 1))}
    />
  );
}

function withoutSignature(address: string): string {
  return address.split('?', 1)[0] ?? address;
}
