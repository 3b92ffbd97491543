import type { ComponentType, ReactNode } from 'react';

import { lazyPart } from '../../react/lazy-part.tsx';

/**
 * Wraps Semi components in an external plugin: loads Semi's style sheet, the workbench's colours for it and its texts
 * in the user's language, when first rendered.
 * @example <SemiScope><Table columns={columns} dataSource={rows} /></SemiScope>
 */
export const SemiScope: ComponentType<{ children: ReactNode }> = lazyPart(
  () => import('./SemiScope.tsx').then((loaded) => ({ default: loaded.SemiScope })),
  // Render without colours rather than not at all.
  ({ children }) => children,
);
