import type { Locator, Page } from 'playwright-core';

/** The toasts of a page. */
export function toastsOf(page: Page): Locator {
  return page.locator('.rp-toast');
}

/** What a page tells by toasts: kind and sentence of each. */
export async function toastTexts(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`[...document.querySelectorAll('.rp-toast')].map((note) =>
    /rp-toast--(\\w+)/.exec(note.className)[1] + ': ' + note.querySelector('p').textContent)`);
}
