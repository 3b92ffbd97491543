import { use } from 'react';

import type { Kernel } from '../kernel/kernel.ts';
import { KernelContext } from './contexts.ts';

/**
 * The kernel, for the shell. Plugins get services with `useService`.
 * @throws TypeError outside `KernelProvider`
 */
export function useKernel(): Kernel {
  const kernel = use(KernelContext);
  if (kernel === null) throw new TypeError('put a KernelProvider around this component');
  return kernel;
}
