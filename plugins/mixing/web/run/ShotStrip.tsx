import { useState } from 'react';

import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { useHoverScrub, type ScrubMoment } from '#core/web/studio/HoverScrub.tsx';

import type { Material } from '#plugins/materials/api.ts';
import type { MixShot } from '#plugins/mixing/mix-run.ts';
import { stillOf } from '../parts/still-of.ts';
import './ShotStrip.css';

interface ShotStripProps {
  shots: readonly MixShot[];
  /** By id; clips that the library no longer has are missing. */
  materials: ReadonlyMap<string, Material>;
}

/**
 * A picture for each shot of a video along its lower edge. A mouse that moves over the video passes through its shots:
 * each fills the cell with its name, so that videos that open alike are told apart without being played.
 */
export function ShotStrip({ shots, materials }: ShotStripProps) {
  const [shown, setShown] = useState<number | null>(null);
  const scrub = useHoverScrub((share) => {
    const along = share * shots.length;
    const at = Math.floor(along);
    setShown(at);
    const shot = shots[at];
    return shot === undefined ? null : momentOf(shot, along - at, materials.get(shot.material));
  });
  const shot = shown === null ? undefined : shots[shown];
  const material = shot === undefined ? undefined : materials.get(shot.material);
  const leave = (): void => {
    setShown(null);
    scrub.leave();
  };
  return (
    <span className="rp-shots" aria-hidden="true" onPointerMove={scrub.move} onPointerLeave={leave}>
      <span ref={scrub.ref} className="rp-scrub" />
      {shown !== null && material !== undefined && (
        <span className="rp-shots__name">
          {shown + 1} / {shots.length} · {material.name}
        </span>
      )}
      <span className="rp-shots__strip">
        {shots.map(({ group, material: id }, at) => {
          const still = stillOf(materials.get(id));
          return (
            <i key={group} data-shown={shown === at || undefined}>
              {still !== null && <LazyImage src={still} />}
            </i>
          );
        })}
      </span>
    </span>
  );
}

/** @param part how far into the shot, 0 to 1 */
function momentOf({ window }: MixShot, part: number, material: Material | undefined): ScrubMoment | null {
  if (material === undefined || material.sprite === null) return null;
  const { sprite, seconds } = material;
  const at = window.start + part * (window.end - window.start);
  return { sprite, part: seconds === null ? 0 : at / seconds };
}
