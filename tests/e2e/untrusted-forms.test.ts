import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { buildPackage } from '#tests/fixtures/plugin-package.ts';

import { createBrowserKit } from './browser-kit.ts';
import { startSite } from './site.ts';
import { frameOf } from './untrusted-kit.ts';

const server = await startSite({ after });
const kit = createBrowserKit({ after }, server.address);

const FORMS = `
import { createElement as h, useState } from 'react';
import { defineWeb } from '@reelport/core';
function Page() {
  const [said, say] = useState('');
  const send = (event) => {
    event.preventDefault();
    say('sent: ' + new FormData(event.currentTarget).get('note'));
  };
  return h('main', null,
    h('form', { onSubmit: send }, h('input', { name: 'note', 'aria-label': 'note', required: true }), h('button', null, 'send')),
    h('form', { action: '/api/tasks' }, h('button', null, 'leave')),
    h('output', null, said));
}
export default defineWeb({ pages: { Page: async () => ({ default: Page }) } });
`;

await server.composed.ctx.plugins.install(
  buildPackage({ manifest: { id: 'forms', routes: [{ path: '/forms', page: 'Page' }] }, web: FORMS }),
  { actor: 'tests', source: 'tests', untrusted: true, grants: [] },
);

test('a form in a frame is sent to its own code, by the button and the enter key, and leads nowhere', async () => {
  const { token } = await server.signIn();
  const { page, close } = await kit.open({ token });
  await page.goto(`${server.address}/forms`);
  const frame = await frameOf(page, 'forms');
  const address = frame.url();
  const note = frame.getByLabel('note');
  await frame.getByRole('button', { name: 'send' }).click();
  assert.equal(await frame.evaluate(`document.activeElement?.getAttribute('aria-label')`), 'note', 'it is required');
  await note.fill('Ahoy');
  await frame.getByRole('button', { name: 'send' }).click();
  await frame.getByText('sent: Ahoy').waitFor();
  await note.fill('Land');
  await note.press('Enter');
  await frame.getByText('sent: Land').waitFor();
  assert.deepEqual(kit.takeComplaints(), []);

  await frame.getByRole('button', { name: 'leave' }).click();
  for (let waited = 0; waited < 50 && !/form-action/.test(kit.takeComplaints().join()); waited += 1) {
    assert.ok(waited < 49, 'nothing forbids it');
    await page.waitForTimeout(100);
  }
  assert.deepEqual([frame.url(), new URL(page.url()).pathname], [address, '/forms']);
  assert.equal(await note.inputValue(), 'Land', 'its page is the same still');
  await close();
});
