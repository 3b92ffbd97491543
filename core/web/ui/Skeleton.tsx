import { useEffect, useState } from 'react';

import { useText } from '../react/use-text.ts';
import './Skeleton.css';

/** What comes sooner needs no outline. */
const PATIENCE_MILLISECONDS = 150;

export interface SkeletonProps {
  /** What is being loaded looks like: rows of a list, cards with pictures, or words. */
  shape: 'rows' | 'cards' | 'text';
  /** How many of them. */
  count?: number;
  /** Draws at once; as long as nothing else could stand there. */
  soon?: boolean;
}

/** The outline of what is being loaded, when it takes longer than one would notice. */
export function Skeleton({ shape, count = 3, soon = false }: SkeletonProps) {
  const t = useText();
  const [isLate, setLate] = useState(soon);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <div className="rp-skeleton" data-shape={shape} role="status">
      <span className="rp-visually-hidden">{t('shell:ui.loading')}</span>
      {Array.from({ length: count }, (_, at) => (
        <span key={at} className="rp-skeleton__part" />
      ))}
    </div>
  );
}
