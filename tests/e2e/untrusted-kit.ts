import type { Frame, Page } from 'playwright-core';

import type { PackageParts } from '../fixtures/plugin-package.ts';

/** The frame of a plugin, once its page is drawn. */
export async function frameOf(page: Page, plugin: string): Promise<Frame> {
  const element = await page.locator(`iframe[src^="/plugin-frame/${plugin}/"]`).elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error(`no frame of ${plugin}`);
  await frame.locator('[data-plugin]').waitFor({ state: 'attached' });
  return frame;
}

/** A page with one button that runs a piece of code and writes down what came of it. */
export function attempt(id: string, code: string, more: Partial<PackageParts['manifest']> = {}): PackageParts {
  return {
    manifest: { id, routes: [{ path: `/${id}`, page: 'Page' }], ...more },
    web: `
import { createElement as h, useState } from 'react';
import { defineWeb, usePluginContext, token, TOASTS } from '@reelport/core';
let port;
const { postMessage } = MessagePort.prototype;
MessagePort.prototype.postMessage = function (...message) { port ??= this; return postMessage.apply(this, message); };
/** Says something to the workbench past everything that would keep it from it. */
const forge = (message, transfer = []) => new Promise((resolve, reject) => {
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
  port.addEventListener('message', ({ data }) => {
    if (data.id !== id) return;
    if (data.type === 'HANDLER') reject(new TypeError(data.value.value.message));
    else resolve(data.value);
  });
  postMessage.call(port, { id, ...message }, transfer);
});
const call = (method, ...values) =>
  forge({ type: 'APPLY', path: [method], argumentList: values.map((value) => ({ type: 'RAW', value })) });
const tryIt = async (context) => {
  // Whoever says something shows the port.
  port = undefined;
  context.get(TOASTS).closeAll();
  ${code}
};
function Page() {
  const context = usePluginContext();
  const [said, say] = useState('');
  const press = () => tryIt(context).then(
    (value) => say('got: ' + JSON.stringify(value)), (error) => say('refused: ' + error.name + ' ' + error.message));
  return h('main', null, h('button', { onClick: press }, 'try'), h('output', null, said));
}
export default defineWeb({ pages: { Page: async () => ({ default: Page }) } });
`,
  };
}

/** Presses the button of {@link attempt}, for code that never ends: it begins a little later. */
export async function setOff(frame: Frame): Promise<void> {
  await frame.getByRole('button', { name: 'try' }).click();
}

/** Presses the button of {@link attempt}. @returns what the plugin wrote down */
export async function tryIn(frame: Frame): Promise<string> {
  await frame.getByRole('button', { name: 'try' }).click();
  return (await frame.locator('output:not(:empty)').textContent()) ?? '';
}
