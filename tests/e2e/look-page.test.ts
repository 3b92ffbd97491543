import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { axeFaults, createBrowserKit, sideways } from './browser-kit.ts';

const PAGE = new URL('../../docs/look.html', import.meta.url);
// It is a file: no server has cookies for it.
const kit = createBrowserKit({ after }, 'http://127.0.0.1');

for (const theme of ['dark', 'light']) {
  test(`every part in every state is reachable for all in the ${theme} theme, and fits a phone`, async () => {
    const { page, close } = await kit.open();
    await page.goto(`${PAGE.href}#${theme}`);
    assert.equal(await page.locator('body').getAttribute('theme-mode'), theme);
    assert.deepEqual(await axeFaults(page), []);
    const calendars = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.rp-date .semi-icon-calendar')].map((at) => at.clientWidth + ' × ' + at.clientHeight)`,
    );
    assert.deepEqual(new Set(calendars), new Set(['16 × 16']));
    const dimmed = `getComputedStyle(document.querySelector('.rp-slider.semi-slider-disabled')).opacity`;
    assert.equal(await page.evaluate(dimmed), '0.55', 'a disabled slider looks like one');
    await page.setViewportSize({ width: 390, height: 844 });
    assert.ok((await sideways(page)) <= 0);
    await close();
  });
}
