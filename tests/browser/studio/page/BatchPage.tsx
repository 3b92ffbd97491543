import { useState } from 'react';

import { BatchList, type BatchItem } from '#core/web/studio/BatchList.tsx';

const query = new URLSearchParams(location.search);
const COUNT = Number(query.get('count') ?? 5);

/** A list of a batch of so many items; below it what it is now. */
export function BatchPage() {
  const [items, set] = useState<readonly BatchItem[]>(() =>
    Array.from({ length: COUNT }, (_, at) => ({
      ...{ id: `i${at}`, name: `素材 ${at + 1}.mp4`, thumbnail: null, facts: '0:10', settings: '9:16' },
      state: { text: '等待中', ...(at === 0 ? { progress: 0.3 } : {}) },
    })),
  );
  const [open, show] = useState<string | null>('i0');
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [applied, apply] = useState<readonly string[]>([]);
  return (
    <>
      <BatchList
        label="素材"
        {...{ items, open, selected }}
        onOpen={show}
        onSelect={select}
        onRemove={(ids) => set(items.filter(({ id }) => !ids.includes(id)))}
        onReorder={(ids) => set(ids.flatMap((id) => items.find((item) => item.id === id) ?? []))}
        onApply={(from, ids) => apply([from, ...ids])}
      />
      <output>
        {JSON.stringify({
          open,
          selected: [...selected],
          applied,
          ids: items.slice(0, 8).map(({ id }) => id),
          count: items.length,
        })}
      </output>
    </>
  );
}
