import { expect, test } from '@rstest/core';
import { useState } from 'react';

import { Tabs } from '#core/web/ui/Tabs.tsx';

import { drawPart } from './draw-part.tsx';

const VIEWS = [
  { value: 'one', text: 'One' },
  { value: 'two', text: 'Two', count: 3 },
  { value: 'off', text: 'Off', disabled: true },
  { value: 'last', text: 'Last' },
] as const;

function Views() {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('one');
  return (
    <Tabs label="Views" tabs={VIEWS} value={view} onChange={setView}>
      <p>{`shows ${view}`}</p>
      <Tabs label="Inner" tabs={[{ value: 'one', text: 'Inner one' }]} value="one" onChange={() => undefined}>
        inside
      </Tabs>
    </Tabs>
  );
}

test('the arrow keys go from tab to tab, past what is disabled, and show it', async () => {
  const bench = await drawPart(<Views />);
  const chosen = () => bench.allByRole('tab').filter((tab) => tab.getAttribute('aria-selected') === 'true')[0];
  chosen()?.focus();
  const press = (key: string) => bench.press(document.activeElement as HTMLElement, key);
  await press('ArrowRight');
  expect([chosen()?.textContent, document.activeElement === chosen(), bench.text]).toEqual([
    'Two3',
    true,
    expect.stringContaining('shows two'),
  ]);
  await press('ArrowRight');
  expect(chosen()?.textContent).toBe('Last');
  await press('ArrowRight');
  expect(chosen()?.textContent).toBe('One');
  await press('End');
  expect(bench.text).toContain('shows last');
  await bench.click(bench.byRole('tab', 'Off'));
  expect(bench.text).toContain('shows last');
});

test('the list is named, and each panel by its own tab, in tabs within tabs too', async () => {
  const bench = await drawPart(<Views />);
  bench.byRole('tablist', 'Views');
  bench.byRole('tablist', 'Inner');
  bench.byRole('tabpanel', 'One');
  bench.byRole('tabpanel', 'Inner one');
  const tab = bench.byRole('tab', 'One');
  expect(tab.getAttribute('aria-controls')).toBe(bench.byRole('tabpanel', 'One').id);
  expect(bench.allByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, 0]);
});
