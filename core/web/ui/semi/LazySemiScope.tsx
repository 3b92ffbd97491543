import type { ComponentType, ReactNode } from 'react';

import { lazyPart } from '../../react/lazy-part.tsx';

/**
 * Goes around parts of Semi in a plugin from outside: brings its style sheet, the workbench's colours on it and its
 * words in the reader's language, when it is first drawn.
 * @example <SemiScope><Table columns={columns} dataSource={rows} /></SemiScope>
 */
export const SemiScope: ComponentType<{ children: ReactNode }> = lazyPart(
  () => import('./SemiScope.tsx').then((loaded) => ({ default: loaded.SemiScope })),
  // Without colours rather than not at all.
  ({ children }) => children,
);
