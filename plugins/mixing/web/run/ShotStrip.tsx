import { useState, type CSSProperties, type PointerEvent } from 'react';

import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { spriteFrame } from '#core/web/studio/timeline/sprite-frame.ts';

import type { Material } from '#plugins/materials/api.ts';
import type { MixRun, MixShot } from '#plugins/mixing/mix-run.ts';
import { stillOf } from '../parts/still-of.ts';
import './ShotStrip.css';

interface ShotStripProps {
  shots: readonly MixShot[];
  /** By id; clips that the library no longer has are missing. */
  materials: ReadonlyMap<string, Material>;
  ratio: MixRun['facts']['ratio'];
}

/**
 * A picture for each shot of a video along its lower edge. A mouse that moves over the video passes through its shots:
 * each fills the cell with its name, so that videos that open alike are told apart without being played.
 */
export function ShotStrip({ shots, materials, ratio }: ShotStripProps) {
  const [shown, setShown] = useState<{ at: number; part: number } | null>(null);
  const move = ({ currentTarget, clientX, pointerType }: PointerEvent): void => {
    if (pointerType === 'touch') return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const along = Math.min(0.999, Math.max(0, (clientX - left) / Math.max(1, width))) * shots.length;
    setShown({ at: Math.floor(along), part: along % 1 });
  };
  const shot = shown === null ? undefined : shots[shown.at];
  const material = shot === undefined ? undefined : materials.get(shot.material);
  return (
    <span className="rp-shots" aria-hidden="true" onPointerMove={move} onPointerLeave={() => setShown(null)}>
      {shown !== null && shot !== undefined && material !== undefined && (
        <>
          <ShotFrame shot={shot} part={shown.part} material={material} ratio={ratio} />
          <span className="rp-shots__name">
            {shown.at + 1} / {shots.length} · {material.name}
          </span>
        </>
      )}
      <span className="rp-shots__strip">
        {shots.map(({ group, material: id }, at) => {
          const still = stillOf(materials.get(id));
          return (
            <i key={group} data-shown={shown?.at === at || undefined}>
              {still !== null && <LazyImage src={still} />}
            </i>
          );
        })}
      </span>
    </span>
  );
}

interface ShotFrameProps extends Pick<ShotStripProps, 'ratio'> {
  shot: MixShot;
  /** How far into the shot, 0 to 1. */
  part: number;
  material: Material;
}

/** A moment of a shot, covering its place. */
function ShotFrame({ shot: { window }, part, material: { sprite, seconds }, ratio }: ShotFrameProps) {
  const at = window.start + part * (window.end - window.start);
  const frame = spriteFrame(sprite, seconds === null ? 0 : at / seconds);
  if (frame === null || sprite === null) return null;
  const [wide = 9, high = 16] = ratio.split(':').map(Number);
  const isWider = sprite.width / sprite.height > wide / high;
  const cover: CSSProperties = {
    ...{ aspectRatio: `${sprite.width} / ${sprite.height}` },
    ...(isWider ? { blockSize: '100%' } : { inlineSize: '100%' }),
  };
  return (
    <span className="rp-shots__place">
      <span className="rp-shots__frame" style={{ ...frame, ...cover }} />
    </span>
  );
}
