import { z } from 'zod';

import type { BrowserStorage } from '#core/web/storage/storage.ts';

import { MAX_OUTPUTS } from '#plugins/mixing/project.ts';

const KEY = 'counts';
/** Projects whose counts are remembered, the last ones. */
const MOST = 100;

const keptSchema = z.array(z.tuple([z.string(), z.number().int().min(1).max(MAX_OUTPUTS)])).catch([]);

/** How many videos were wanted of each project, as this browser remembers it. */
export interface KeptCounts {
  read(project: string): number | null;
  write(project: string, count: number): void;
}

export function keptCounts(storage: Pick<BrowserStorage, 'read' | 'write'>): KeptCounts {
  const all = () => keptSchema.parse(storage.read(KEY));
  return {
    read: (project) => all().find(([id]) => id === project)?.[1] ?? null,
    write(project, count) {
      const others = all().filter(([id]) => id !== project);
      storage.write(KEY, [[project, count], ...others].slice(0, MOST));
    },
  };
}
