import { expect, test } from '@rstest/core';

import { COMMANDS } from '#core/web/commands/commands.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import { KernelProvider } from '#core/web/react/KernelProvider.tsx';
import { service } from '#core/web/service.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { buildManifest, FakeI18n, FakeRouter, ListedCommands, openBench } from '#core/web/testing/index.ts';
import ShortcutSheet from '#host/web/palette/ShortcutSheet.tsx';

test('the sheet lists every key, those of the page that is open included, and goes along with it', async () => {
  const commands = new ListedCommands();
  commands.add({ id: 'shell.palette', title: 'shell:shortcuts.palette', keys: 'mod+k', run: () => undefined });
  commands.add({ id: 'shell.theme', title: 'shell:command.theme', run: () => undefined });
  const leave = commands.add({ id: 'mixing.undo', title: 'mixing:editor.undo', keys: 'mod+z', run: () => undefined });
  const i18n = new FakeI18n('en');
  await i18n.load('mixing');
  const kernel = createKernel({
    services: [
      service(I18N, () => i18n),
      service(COMMANDS, () => commands),
      service(ROUTER, () => new FakeRouter(buildManifest(), '/')),
    ],
    loadIndex: () => Promise.resolve({ plugins: [], build: '' }),
    loadCode: () => Promise.reject(new Error('there is no plugin')),
  });
  const bench = await openBench(
    <KernelProvider kernel={kernel}>
      <ShortcutSheet />
    </KernelProvider>,
  );
  const keys = () =>
    [...bench.element.querySelectorAll('dl > div')].map((row) => row.querySelector('kbd')?.textContent);
  expect(keys()).toHaveLength(2);
  expect(bench.element.querySelector('dl')?.textContent).toContain(i18n.t('mixing:editor.undo'));
  await bench.doing(() => leave());
  expect(keys()).toHaveLength(1);
  await bench.remove();
  await kernel.dispose();
});
