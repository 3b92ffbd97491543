import { useEffect, type ReactNode } from 'react';

import type { Kernel } from '../kernel/kernel.ts';
import { ROUTER } from '../router/router.ts';
import { RouterLinks } from '../router/RouterLinks.tsx';
import { KernelContext } from './contexts.ts';

/**
 * Provides the kernel to everything below and its router to the links there, and attributes uncaught errors to the
 * plugin that caused them.
 */
export function KernelProvider({ kernel, children }: { kernel: Kernel; children: ReactNode }) {
  useEffect(() => kernel.faults.watch(window), [kernel]);
  return (
    <KernelContext value={kernel}>
      <RouterLinks router={kernel.get(ROUTER)}>{children}</RouterLinks>
    </KernelContext>
  );
}
