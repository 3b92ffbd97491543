import type { Page, Response } from 'playwright-core';

import { holeOf } from '../integration/account/account-kit.ts';
import type { TestServer } from '../integration/http/test-server.ts';

/** Width of the puzzle's picture as the server makes it. */
const PICTURE = 320;
const STEPS = 22;

/**
 * Solves the slider puzzle that `open` brings onto the page by dragging its slider with the mouse, as a hand
 * would: slowly at both ends, never quite level. Only where the hole is comes from the database.
 * @param beside pixels of the picture that the hand is off by
 */
export async function solveSlider(
  server: TestServer,
  page: Page,
  open: () => Promise<unknown>,
  { beside = 0 }: { beside?: number } = {},
): Promise<void> {
  const [answer] = await Promise.all([page.waitForResponse(isPuzzle), open()]);
  const { token } = (await answer.json()) as { token: string };
  const hole = (await holeOf(server, token)) + beside;
  const slider = page.locator('[role="slider"][aria-disabled="false"]');
  await slider.waitFor();
  const [grip, picture] = await Promise.all([slider.boundingBox(), page.locator('.rp-captcha-picture').boundingBox()]);
  if (grip === null || picture === null) throw new Error('the puzzle is not on the screen');
  const from = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 };
  const way = (hole * picture.width) / PICTURE;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= STEPS; step += 1) {
    const share = step / STEPS;
    const eased = share < 0.5 ? 2 * share ** 2 : 1 - (-2 * share + 2) ** 2 / 2;
    await page.mouse.move(from.x + way * eased, from.y + Math.sin(step) * 1.5);
    await page.waitForTimeout(10 + (step % 5) * 4);
  }
  await page.mouse.up();
}

function isPuzzle(response: Response): boolean {
  return new URL(response.url()).pathname === '/nodeapi/captcha';
}
