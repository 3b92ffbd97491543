import { useEffect, useState } from 'react';

import { useText } from '../react/use-text.ts';
import './Skeleton.css';

/** Content that arrives sooner needs no skeleton. */
const PATIENCE_MILLISECONDS = 150;

export interface SkeletonProps {
  /** The shape of what is being loaded: rows of a list, cards with pictures, or text. */
  shape: 'rows' | 'cards' | 'text';
  /** How many of them. */
  count?: number;
  /** Appears without delay, for places that would otherwise be empty. */
  soon?: boolean;
}

/** A placeholder in the shape of what is being loaded, shown after a short delay. */
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
