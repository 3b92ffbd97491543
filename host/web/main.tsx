import './no-eval.ts';
import { readBoot } from '#core/web/boot.ts';
import type { WebPlugin } from '#core/web/define-web.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { nextTask } from '#core/web/next-task.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { SESSION } from '#core/web/session/session.ts';

import './look/base.css';
import './look/tokens-dark.css';
import './look/tokens-light.css';

/** What `import()` becomes: the bundler's types leave out that it fetches code by `e` before it runs it. */
const bundler = __webpack_require__ as unknown as { e(chunk: string | number): Promise<unknown> };
const fetchCode = bundler.e;
const known = new Set<string | number>();
// Each piece runs in a task of its own, even where several waited for the same one. What has run is given at once: a
// page that closes has no further task.
bundler.e = async (chunk) => {
  await fetchCode(chunk);
  if (known.has(chunk)) return;
  await nextTask();
  known.add(chunk);
};

/** Loads the browser half of a plugin: each is a lazy chunk named after it, and there is no list of them anywhere. */
async function loadCode(plugin: string): Promise<{ default: WebPlugin }> {
  // The kernel checks what the plugin really exports.
  const code = (await import(/* webpackChunkName: "plugin-[request]" */ `../../plugins/${plugin}/web/index`)) as {
    default: WebPlugin;
  };
  // It is activated in another task than it was run in.
  await nextTask();
  return code;
}

/** In several tasks, between which the browser paints and answers. What is `eager` came with this file, and runs here. */
async function begin(): Promise<void> {
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  const { compose } = await import(/* webpackMode: "eager" */ './compose.ts');
  await nextTask();
  const { draw } = await import(/* webpackMode: "eager" */ './draw.tsx');
  await nextTask();
  const composed = compose({ boot: readBoot(), loadCode });
  for (const service of [I18N, SESSION, ROUTER]) {
    await nextTask();
    composed.kernel.get<unknown>(service);
  }
  await nextTask();
  draw(composed, loadCode);
  await nextTask();
  const { start } = await import(/* webpackMode: "eager" */ './start.ts');
  await start(composed);
}

void begin();
