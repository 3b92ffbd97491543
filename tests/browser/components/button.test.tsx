import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from '@rstest/core';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';

test('a busy button keeps the focus and does nothing; one with an icon only has a name', () => {
  let pressed = 0;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const draw = (busy: boolean) =>
    act(() =>
      root.render(
        <>
          <Button variant="primary" busy={busy} onClick={() => void (pressed += 1)}>
            Save
          </Button>
          <IconButton icon="close" label="Close" onClick={() => void (pressed += 10)} />
        </>,
      ),
    );
  draw(false);
  const [save, close] = [...place.querySelectorAll('button')];
  save?.focus();
  act(() => save?.click());
  draw(true);
  act(() => save?.click());
  expect([pressed, save?.getAttribute('aria-busy'), save?.disabled, document.activeElement === save]).toEqual([
    1,
    'true',
    false,
    true,
  ]);
  expect([save?.type, close?.getAttribute('aria-label')]).toEqual(['button', 'Close']);
  act(() => close?.click());
  expect(pressed).toBe(11);
  act(() => root.unmount());
});
