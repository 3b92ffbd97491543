import { useMemo, type MouseEvent } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';

import type { Material } from '#plugins/materials/calls.ts';
import { coarsePeaks, peaksPath } from '../parts/peaks-path.ts';
import { SoundBox } from '../parts/SoundBox.ts';
import './Waveform.css';

/** The outline of a sound; pressing it plays from there. The keyboard's way is the player beside it. */
export const Waveform = observer(function Waveform({ material, bars = 96 }: { material: Material; bars?: number }) {
  const box = useStore(SoundBox);
  const { peaks, id } = material;
  const drawing = useMemo(() => (peaks === null ? null : peaksPath(coarsePeaks(peaks, bars))), [peaks, bars]);
  if (drawing === null || drawing.width === 0) return <span className="rp-wave rp-wave--none" aria-hidden="true" />;
  const played = box.id === id ? box.position : 0;
  const seek = (event: MouseEvent<HTMLElement>): void => {
    event.stopPropagation();
    const { left, width } = event.currentTarget.getBoundingClientRect();
    box.seek(material, Math.max(0, Math.min(1, (event.clientX - left) / width)));
  };
  return (
    <span className="rp-wave" aria-hidden="true" onClick={seek}>
      <svg viewBox={`0 0 ${drawing.width} 100`} preserveAspectRatio="none" focusable="false">
        <path className="rp-wave__all" d={drawing.path} />
      </svg>
      {played > 0 && (
        <svg
          viewBox={`0 0 ${drawing.width} 100`}
          preserveAspectRatio="none"
          focusable="false"
          style={{ clipPath: `inset(0 ${(1 - played) * 100}% 0 0)` }}
        >
          <path className="rp-wave__played" d={drawing.path} />
        </svg>
      )}
    </span>
  );
});
