import '../no-eval.ts';
import './no-webrtc.ts';
import type { PluginSource } from '#core/contract/plugin-index.ts';
import type { WebPlugin } from '#core/web/define-web.ts';
import { openGuest } from '#core/web/frame/guest/open-guest.tsx';
import { BROWSER } from '#core/web/outside/import-checked.ts';
import { shareModules } from '#core/web/outside/shared-modules.ts';

import '../look/base.css';
import '../look/tokens-dark.css';
import '../look/tokens-light.css';
import './frame.css';

/** The page's policy pins the hash of the plugin's file, so other content is not run. */
async function loadCode(source: PluginSource): Promise<{ default: WebPlugin }> {
  if (source.web === null) throw new TypeError('the plugin has no browser half');
  const { url, integrity } = source.web;
  await BROWSER.fetch(url, integrity);
  // The kernel checks what the plugin actually exports.
  return (await BROWSER.run(url)) as { default: WebPlugin };
}

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
shareModules();
void openGuest({ loadCode, root });
