import type { Page, Response } from 'playwright-core';

import { humanDrag } from '../fixtures/captcha/human-drag.ts';
import { holeOf } from '../integration/account/account-kit.ts';
import type { TestServer } from '../integration/http/test-server.ts';

/** Width of the puzzle's picture as the server makes it. */
const PICTURE = 320;

/** How often a drag is tried: a busy machine may hold events back until they look like no hand's. */
const TRIES = 4;

/**
 * Solves the slider puzzle that `open` brings onto the page by dragging its slider with the mouse, as people aim. Only
 * where the hole is comes from the database.
 * @param beside pixels of the picture that the hand is off by, once
 */
export async function solveSlider(
  server: TestServer,
  page: Page,
  open: () => Promise<unknown>,
  { beside = 0 }: { beside?: number } = {},
): Promise<void> {
  let [puzzle] = await Promise.all([page.waitForResponse(isPuzzle), open()]);
  for (let round = 1; ; round += 1) {
    const { token } = (await puzzle.json()) as { token: string };
    const hole = (await holeOf(server, token)) + beside;
    const judged = page.waitForResponse((response) => new URL(response.url()).pathname === '/nodeapi/captcha/verify');
    await drag(page, hole);
    const { success } = (await (await judged).json()) as { success?: boolean };
    if (success === true || beside !== 0 || round === TRIES) return;
    puzzle = await page.waitForResponse(isPuzzle);
  }
}

async function drag(page: Page, hole: number): Promise<void> {
  const slider = page.locator('[role="slider"][aria-disabled="false"]');
  await slider.waitFor();
  const [grip, picture] = await Promise.all([slider.boundingBox(), page.locator('.rp-captcha-picture').boundingBox()]);
  if (grip === null || picture === null) throw new Error('the puzzle is not on the screen');
  const from = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const began = performance.now();
  for (const { x, y, t } of humanDrag((hole * picture.width) / PICTURE).slice(1)) {
    const wait = t - (performance.now() - began);
    if (wait > 0) await page.waitForTimeout(wait);
    await page.mouse.move(from.x + x, from.y + y);
  }
  await page.mouse.up();
}

function isPuzzle(response: Response): boolean {
  return new URL(response.url()).pathname === '/nodeapi/captcha';
}
