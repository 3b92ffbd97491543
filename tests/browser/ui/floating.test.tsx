import { expect, test } from '@rstest/core';

import { Button } from '#core/web/components/Button.tsx';
import { DropdownMenu, MenuItem, MenuLine } from '#core/web/ui/DropdownMenu.tsx';
import { Popover } from '#core/web/ui/Popover.tsx';
import { Tooltip } from '#core/web/ui/Tooltip.tsx';
import type { Bench } from '#core/web/testing/index.ts';

import { drawPart } from './draw-part.tsx';

const press = (bench: Bench, key: string) => bench.press(document.activeElement as HTMLElement, key);
const focused = () => document.activeElement?.textContent;

test('a menu takes the focus, is walked through by keys, and gives the focus back before it acts', async () => {
  const done: string[] = [];
  const act = (name: string) => () => done.push(`${name} with the focus on ${focused()}`);
  const bench = await drawPart(
    <DropdownMenu label="Actions" trigger={(menu) => <Button {...menu}>Open</Button>}>
      <MenuItem onChoose={act('rename')}>Rename</MenuItem>
      <MenuItem disabled onChoose={act('move')}>
        Move
      </MenuItem>
      <MenuLine />
      <MenuItem danger onChoose={act('delete')}>
        Delete
      </MenuItem>
    </DropdownMenu>,
  );
  const button = bench.byRole('button', 'Open');
  expect([button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')]).toEqual(['menu', 'false']);
  await bench.click(button);
  await bench.until(() => bench.byRole('menu', 'Actions'));
  expect([focused(), button.getAttribute('aria-expanded')]).toEqual(['Rename', 'true']);
  await press(bench, 'ArrowUp');
  expect(focused()).toBe('Delete');
  await press(bench, 'Home');
  await press(bench, 'm');
  expect(focused()).toBe('Move');
  await bench.click(bench.byRole('menuitem', 'Move'));
  expect(done).toEqual([]);
  await press(bench, 'End');
  await bench.click(bench.byRole('menuitem', 'Delete'));
  expect(done).toEqual(['delete with the focus on Open']);
  await bench.until(() => bench.allByRole('menu').length === 0);
});

test('Esc closes a menu and nothing around it; a press elsewhere closes it too', async () => {
  const heard: string[] = [];
  const bench = await drawPart(
    <div onKeyDown={({ key }) => heard.push(key)}>
      <DropdownMenu label="Sort" trigger={(menu) => <Button {...menu}>Sort</Button>}>
        <MenuItem checked={false} onChoose={() => undefined}>
          Name
        </MenuItem>
        <MenuItem checked onChoose={() => undefined}>
          Age
        </MenuItem>
      </DropdownMenu>
      <Button>Other</Button>
    </div>,
  );
  const button = bench.byRole('button', 'Sort');
  await bench.click(button);
  await bench.until(() => bench.byRole('menu', 'Sort'));
  expect([focused(), bench.byRole('menuitemradio', 'Age').getAttribute('aria-checked')]).toEqual(['Age', 'true']);
  await press(bench, 'Escape');
  await bench.until(() => bench.allByRole('menu').length === 0);
  expect([document.activeElement === button, heard]).toEqual([true, []]);
  // Now it is the dialog around it that may close.
  await press(bench, 'Escape');
  expect(heard).toEqual(['Escape']);
  await bench.click(button);
  await bench.until(() => bench.byRole('menu', 'Sort'));
  await bench.doing(() => bench.byRole('button', 'Other').dispatchEvent(new Event('pointerdown', { bubbles: true })));
  await bench.until(() => bench.allByRole('menu').length === 0);
});

test('a popover is a named dialog, and the tab key goes on from its button', async () => {
  const bench = await drawPart(
    <Popover label="More" trigger={(popover) => <Button {...popover}>More</Button>}>
      {(close) => (
        <>
          <input aria-label="How many" />
          <Button onClick={close}>Make</Button>
        </>
      )}
    </Popover>,
  );
  const button = bench.byRole('button', 'More');
  await bench.click(button);
  await bench.until(() => bench.byRole('dialog', 'More'));
  expect(document.activeElement).toBe(bench.byRole('textbox', 'How many'));
  expect(button.hasAttribute('aria-describedby')).toBe(false);
  await press(bench, 'Tab');
  expect(bench.allByRole('dialog').length).toBe(1);
  bench.byRole('button', 'Make').focus();
  await press(bench, 'Tab');
  await bench.until(() => bench.allByRole('dialog').length === 0);
  expect(document.activeElement).toBe(button);
});

test('a tooltip comes to the keyboard too, describes what it is about, and goes with Esc', async () => {
  const bench = await drawPart(
    <Tooltip text="Two shots at most">
      <Button>Distance</Button>
    </Tooltip>,
  );
  const button = bench.byRole('button', 'Distance');
  expect(button.hasAttribute('aria-describedby')).toBe(false);
  await bench.doing(() => button.focus());
  const tip = await bench.until(() => bench.byRole('tooltip'));
  expect([tip.textContent, button.getAttribute('aria-describedby')]).toEqual(['Two shots at most', tip.id]);
  await bench.until(() => tip.closest('.rp-layer-wrapper-show') !== null);
  await press(bench, 'Escape');
  await bench.until(() => bench.allByRole('tooltip').length === 0);
  expect(document.activeElement).toBe(button);
});
