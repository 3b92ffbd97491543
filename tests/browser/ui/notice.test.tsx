import { expect, test } from '@rstest/core';

import { Notice } from '#core/web/ui/Notice.tsx';

import { drawPart } from './draw-part.tsx';

test('only a notice of what was just done is announced; one that can be put away has a named button', async () => {
  let closed = 0;
  const bench = await drawPart(
    <>
      <Notice kind="info">It was there before.</Notice>
      <Notice kind="error" announce onClose={() => void (closed += 1)}>
        It was not saved.
      </Notice>
    </>,
  );
  expect(bench.byRole('alert').textContent).toBe('It was not saved.');
  await bench.click(bench.byRole('button', 'Close'));
  expect(closed).toBe(1);
});
