import type { Page } from 'playwright-core';

import type { Method } from '#core/contract/call.ts';

/** A call that a page is to make. */
export interface PageCall {
  method?: Method;
  path: string;
  body?: unknown;
  /** See `HttpOptions` of the browser half. */
  purpose?: string;
  handlesErrors?: boolean;
  headers?: Readonly<Record<string, string>>;
}

/** What became of it. */
export interface PageAnswer {
  /** What the call answered; absent when it failed. */
  data?: unknown;
  failure?: { kind: string; status: number; code: number | null; secCode: number | null; message: string };
}

/** Finds the kernel where React keeps what the page's root was given. */
const KERNEL = `(() => {
  const root = document.getElementById('root');
  const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$'));
  let fiber = root[key].stateNode.current;
  while (fiber.memoizedProps?.kernel === undefined) fiber = fiber.child;
  return fiber.memoizedProps.kernel;
})()`;

/** The text of an expression for a service of the page's kernel, such as `http`. */
export function serviceOfPage(name: string): string {
  return `${KERNEL}.get(Symbol.for('reelport/${name}@1'))`;
}

/** Waits for the page's code: a visitor reads the first lines of some pages before it has come. */
async function untilStarted(page: Page): Promise<void> {
  await page.locator('#root > *').first().waitFor({ state: 'attached' });
}

/** How much is registered in the page's kernel. */
export async function censusOf(page: Page): Promise<Record<string, number>> {
  await untilStarted(page);
  return await page.evaluate<Record<string, number>>(`${KERNEL}.census()`);
}

/** Makes a call by the page's own service, with all that this sets off there. */
export async function callFrom(page: Page, { method = 'POST', ...call }: PageCall): Promise<PageAnswer> {
  await untilStarted(page);
  return await page.evaluate<PageAnswer>(`${serviceOfPage('http')}.send(${JSON.stringify({ method, ...call })}).then(
    (data) => ({ data }),
    ({ kind, status, code, secCode, message }) => ({ failure: { kind, status, code, secCode, message } }),
  )`);
}

/** Goes to another page as a link would, without loading the workbench anew. What is there then is to be waited for. */
export async function goOn(page: Page, path: string): Promise<void> {
  await untilStarted(page);
  await page.evaluate(`${serviceOfPage('router')}.go(${JSON.stringify(path)})`);
}
