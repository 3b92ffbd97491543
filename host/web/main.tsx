import './no-eval.ts';
import { createRoot } from 'react-dom/client';

import { readBoot } from '#core/web/boot.ts';
import type { WebPlugin } from '#core/web/define-web.ts';
import { KernelProvider } from '#core/web/react/KernelProvider.tsx';

import { App } from './App.tsx';
import { compose } from './compose.ts';
import { fetchAhead } from './fetch-ahead.ts';
import { start } from './start.ts';
import './look/base.css';
import './look/tokens-dark.css';
import './look/tokens-light.css';

/** Loads the browser half of a plugin: each is a lazy chunk named after it, and there is no list of them anywhere. */
async function loadCode(plugin: string): Promise<{ default: WebPlugin }> {
  // The kernel checks what the plugin really exports.
  return (await import(/* webpackChunkName: "plugin-[request]" */ `../../plugins/${plugin}/web/index`)) as {
    default: WebPlugin;
  };
}

const composed = compose({ boot: readBoot(), loadCode });
// In several tasks, between which the browser paints and answers.
setTimeout(() => {
  // React refuses to draw into nothing.
  createRoot(document.getElementById('root') as Element).render(
    <KernelProvider kernel={composed.kernel}>
      <App />
    </KernelProvider>,
  );
  fetchAhead(composed.kernel, loadCode);
  setTimeout(() => void start(composed));
});
