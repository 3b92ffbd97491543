import { expect, test } from '@rstest/core';

import { defineWeb } from '#core/web/define-web.ts';
import { SlotItems } from '#core/web/views/plugins/SlotItems.tsx';
import { useService } from '#core/web/react/use-service.ts';
import { slot } from '#core/web/slot.ts';
import { buildManifest } from '#core/web/testing/index.ts';
import { token } from '#core/web/token.ts';

import { openPage, withPage } from './open-page.tsx';

const CARDS = slot<() => string>('demo.cards');
const NAME = token<string>('ships.name', 1);

function Owner() {
  return <p>{useService(NAME)}</p>;
}

test('showing a slot activates the plugins that add to it, and a broken item breaks alone', async () => {
  const cards = (id: string, card: () => string) => ({
    manifest: buildManifest({ id, slots: ['demo.cards'] }),
    web: defineWeb({ activate: (context) => context.contribute(CARDS, card) }),
  });
  const broken = (): string => {
    throw new Error('no card');
  };
  const { bench, kernel, close } = await openPage(
    withPage(() => <SlotItems slot={CARDS}>{(card) => <p>{card()}</p>}</SlotItems>),
    { partners: [cards('ships', () => 'ships'), cards('cranes', () => 'cranes'), cards('fog', broken)] },
  );
  await bench.until(() => bench.text.includes('ships') && bench.text.includes('这一页出错了'));
  expect(bench.text.startsWith('cranes')).toBe(true);
  await bench.doing(() => kernel.plugins.stop('cranes'));
  // It is shown, so the plugin comes back.
  await bench.until(() => bench.text.startsWith('cranes'));
  await close();
});

test('a slot item is drawn in the scope of the plugin that added it', async () => {
  const { bench, close } = await openPage(
    withPage(() => <SlotItems slot={CARDS}>{() => <Owner />}</SlotItems>),
    {
      partners: [
        {
          manifest: buildManifest({ id: 'ships', slots: ['demo.cards'], provides: ['ships.name@1'] }),
          web: defineWeb({
            activate(context) {
              context.provide(NAME, () => 'of the ships');
              context.contribute(CARDS, () => '');
            },
          }),
        },
      ],
    },
  );
  await bench.until(() => bench.text === 'of the ships');
  await close();
});
