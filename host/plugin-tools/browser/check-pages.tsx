import manifest from '@author/manifest';
import web from '@author/web';
import axe from 'axe-core';

import { giveTexts } from '#core/web/testing/fake-i18n.ts';
import { mountPlugin } from '#core/web/testing/mount-plugin.tsx';
import '#host/web/look/base.css';
import '#host/web/look/tokens-dark.css';
import '#host/web/look/tokens-light.css';

/** An accessibility problem on a page. */
export interface PageFault {
  page: string;
  theme: 'dark' | 'light';
  /** What is wrong, in English, and with which element; null when the page could not be rendered. */
  rule: string | null;
  problem: string;
  element: string;
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Long enough for a page's first requests to succeed or fail. */
const REST_MILLISECONDS = 150;

declare global {
  var reelportCheckPages: (() => Promise<PageFault[]>) | undefined;
}

giveTexts(REELPORT_PLUGIN.id, REELPORT_PLUGIN.texts);

/** Renders every page of the plugin in both themes, with working fake services, and checks each. */
globalThis.reelportCheckPages = async () => {
  const faults: PageFault[] = [];
  const pages = [...new Set(manifest.routes.flatMap(({ page }) => page ?? []))];
  for (const theme of ['dark', 'light'] as const) {
    document.body.setAttribute('theme-mode', theme);
    for (const page of pages) {
      try {
        faults.push(...(await look(page, theme)));
      } catch (error) {
        faults.push({ page, theme, rule: null, problem: String(error), element: '' });
      }
    }
  }
  return faults;
};

async function look(page: string, theme: PageFault['theme']): Promise<PageFault[]> {
  const path = manifest.routes.find((route) => route.page === page)?.path.replaceAll(/\/:\w+\?/g, '');
  const mounted = await mountPlugin({ manifest, web }, { page, path, language: 'en' });
  try {
    await mounted.doing(() => new Promise((resolve) => setTimeout(resolve, REST_MILLISECONDS)));
    const { violations } = await axe.run(mounted.element, { runOnly: RULES, resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => ({ page, theme, rule: id, problem: help, element: target.join(' ') })),
    );
  } finally {
    await mounted.unmount();
  }
}
