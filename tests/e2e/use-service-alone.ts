import type { Page } from 'playwright-core';

/** On the page of a kind with an order: has one adapter in use, and none besides. */
export async function useServiceAlone(page: Page, adapter: string): Promise<void> {
  const used = (which: string) => page.locator(`.rp-services__order ${which}`);
  await page.locator(`.rp-services__others [data-id="${adapter}"]`).getByRole('button').click();
  await used(`[data-id="${adapter}"]`).waitFor();
  const others = used(`[data-id]:not([data-id="${adapter}"])`);
  for (let left = await others.count(); left > 0; left -= 1) {
    await others.first().getByRole('button').last().click();
    await others.nth(left - 1).waitFor({ state: 'detached' });
  }
}
