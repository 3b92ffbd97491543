import type { CDPSession, Page } from 'playwright-core';

/** A display's interval, in milliseconds. */
export const FRAME = 1000 / 60;

/** What a page did while it was scrolled; milliseconds. */
export interface Scrolled {
  pixels: number;
  /** From one frame of the page to the next. */
  frames: number[];
  /** Tasks of 50 ms and more. */
  tasks: number[];
  elements: number;
}

/** Counts frames and long tasks of a page from `begin` to `end`. */
const WATCH = `(() => {
  let frames, tasks, last, going = 0;
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  const step = (now) => {
    frames.push(now - last);
    last = now;
    going = requestAnimationFrame(step);
  };
  globalThis.rpWatch = {
    begin() {
      [frames, tasks] = [[], []];
      observer.observe({ type: 'longtask' });
      return new Promise((resolve) => {
        going = requestAnimationFrame((now) => {
          last = now;
          going = requestAnimationFrame(step);
          resolve();
        });
      });
    },
    end() {
      cancelAnimationFrame(going);
      tasks.push(...observer.takeRecords().map(({ duration }) => duration));
      observer.disconnect();
      return { frames, tasks, elements: document.getElementsByTagName('*').length };
    },
  };
})()`;

/** Turns the wheel over what a selector names, for so long. */
export async function measureScroll(
  page: Page,
  selector: string,
  { seconds, speed }: { seconds: number; speed: number },
): Promise<Scrolled> {
  const session = await page.context().newCDPSession(page);
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`nothing to scroll at ${selector}`);
  const top = () => page.evaluate<number>(`document.querySelector(${JSON.stringify(selector)}).scrollTop`);
  await page.evaluate(`globalThis.rpWatch ?? ${WATCH}`);
  const from = await top();
  await page.evaluate('rpWatch.begin()');
  await session.send('Input.synthesizeScrollGesture', {
    x: Math.round(box.x + box.width / 2),
    y: Math.round(box.y + box.height / 2),
    yDistance: -seconds * speed,
    speed,
    gestureSourceType: 'mouse',
  });
  const watched = await page.evaluate<Omit<Scrolled, 'pixels'>>('rpWatch.end()');
  const pixels = (await top()) - from;
  await session.detach();
  return { ...watched, pixels };
}

/** Megabytes that a page's scripts hold, once everything that is over was let go of. */
export async function heapOf(page: Page): Promise<number> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
}
