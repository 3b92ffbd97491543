import { expect, test } from '@rstest/core';

import { definePlugin } from '#core/contract/plugin.ts';
import { Button } from '#core/web/components/Button.tsx';
import { defineWeb } from '#core/web/define-web.ts';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { HTTP } from '#core/web/http/http.ts';
import { mountPlugin } from '#core/web/testing/index.ts';
import { fakeKernel, partnerService } from '#core/web/testing/fake-kernel.ts';
import { testInside, testOutside } from '#core/web/testing/tested-outside.ts';
import { token } from '#core/web/token.ts';

const asking = (grants: Parameters<typeof definePlugin>[0]['grants'] = []) => ({
  manifest: definePlugin({
    ...{ id: 'kite', version: '1.0.0', title: 'kite:title', grants },
    routes: [{ path: '/kite', page: 'Main' }],
  }),
  web: defineWeb({
    pages: {
      Main: () =>
        Promise.resolve({
          default: () => (
            <>
              <Button disabled onClick={() => undefined}>
                Fly
              </Button>
              <Button onClick={() => undefined}>Land</Button>
            </>
          ),
        }),
    },
  }),
});

const WIND = { method: 'GET', path: '/api/wind', data: { knots: 12 } } as const;

test('a service or a call that the manifest does not ask for is refused to a plugin from outside', async () => {
  const { kernel, http } = await fakeKernel(asking(), { outside: true });
  const { context } = await kernel.plugins.ensure('kite', 'test');
  expect(() => context.get(DIALOGS)).toThrow(/not granted "dialogs@1"/);
  await expect(context.get(HTTP).send({ method: 'GET', path: WIND.path })).rejects.toMatchObject({ kind: 'refused' });
  expect(http.made).toEqual([]);
  await kernel.dispose();
});

test('what it asks for it has, and a plugin of the product asks for nothing', async () => {
  const dialogs = { kind: 'service', token: 'dialogs@1', why: 'kite:why' } as const;
  for (const [plugin, outside] of [
    [asking([dialogs]), true],
    [asking(), false],
  ] as const) {
    const { kernel } = await fakeKernel(plugin, { outside });
    const { context } = await kernel.plugins.ensure('kite', 'test');
    expect(context.tryGet(DIALOGS)).toBeDefined();
    await kernel.dispose();
  }
});

test('a disabled button cannot be pressed', async () => {
  const page = await mountPlugin(asking());
  await expect(page.click(page.byRole('button', 'Fly'))).rejects.toThrow('click: "Fly" is disabled');
  await page.click(page.byRole('button', 'Land'));
  await page.unmount();
});

test('a partner that ships with the workbench cannot be stood in for, because in the browser it gives nothing', async () => {
  const library = token<{ list(): string[] }>('materials.library', 1);
  const manifest = definePlugin({ id: 'kite', version: '1.0.0', title: 'kite:title', uses: ['materials', 'winds'] });
  const plugin = { manifest, web: defineWeb({}) };
  const tokens = [partnerService(library, () => ({ list: () => [] }))];
  const others = [partnerService(token<{ knots: number }>('winds.gauge', 1), () => ({ knots: 12 }))];
  try {
    testOutside(['materials']);
    await expect(fakeKernel(plugin, { tokens })).rejects.toThrow('"materials" ships with the workbench');
    const { kernel } = await fakeKernel(plugin, { tokens: others });
    await kernel.dispose();
  } finally {
    testInside();
  }
  const { kernel } = await fakeKernel(plugin, { tokens });
  await kernel.dispose();
});
