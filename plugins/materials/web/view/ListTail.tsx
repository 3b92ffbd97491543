import { useEffect, useState } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Library } from '../list/Library.ts';
import { LoadError } from '#core/web/components/LoadError.tsx';
import type { GridShape } from './grid-shape.ts';

/** Responses that arrive sooner need no placeholders. */
const LATE_MILLISECONDS = 150;

export interface ListTailProps {
  library: Library;
  shape: GridShape;
  /** Nothing was read yet. */
  isWaiting: boolean;
  /** Visible pixels. */
  height: number;
}

/** What follows the last row: outlines of what is being read, or why none of it could be. */
export const ListTail = observer(function ListTail({ library, shape, isWaiting, height }: ListTailProps) {
  const t = useText();
  const { list } = library;
  const { failure } = list;
  if (failure?.what === 'all') {
    return (
      <div className="rp-view__trouble">
        <LoadError text={t('materials:list.failed')} error={failure.error} onRetry={() => void list.retry()} />
      </div>
    );
  }
  if (isWaiting)
    return <Outlines shape={shape} count={Math.max(1, Math.floor(height / shape.rowHeight)) * shape.columns} />;
  if (list.loading === 'more') return <Outlines shape={shape} count={shape.columns} isSaid />;
  return null;
});

/** @param isSaid the end of the list says already that more is being read */
function Outlines({ shape, count, isSaid = false }: { shape: GridShape; count: number; isSaid?: boolean }) {
  const t = useText();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  const { columns, gap, rowHeight, edge } = shape;
  return (
    <div
      className="rp-view__outlines"
      role={isSaid ? undefined : 'status'}
      style={{
        gap,
        paddingInline: edge,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridAutoRows: rowHeight - gap,
      }}
    >
      {!isSaid && <span className="rp-visually-hidden">{t('materials:list.reading')}</span>}
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="rp-view__outline" />
      ))}
    </div>
  );
}
