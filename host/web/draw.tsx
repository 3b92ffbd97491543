import { createRoot } from 'react-dom/client';

import type { WebPlugin } from '#core/web/define-web.ts';
import { KernelProvider } from '#core/web/react/KernelProvider.tsx';

import { App } from './App.tsx';
import type { Composed } from './compose.ts';
import { fetchAhead } from './fetch-ahead.ts';

/** Draws a composed page, and fetches the code that its first view will need. */
export function draw({ kernel }: Composed, loadCode: (plugin: string) => Promise<{ default: WebPlugin }>): void {
  // React refuses to draw into nothing.
  createRoot(document.getElementById('root') as Element).render(
    <KernelProvider kernel={kernel}>
      <App />
    </KernelProvider>,
  );
  fetchAhead(kernel, loadCode);
}
