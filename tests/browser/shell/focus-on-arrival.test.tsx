import { expect, test } from '@rstest/core';

import { openBench } from '#core/web/testing/index.ts';
import { useFocusOnArrival } from '#host/web/use-focus-on-arrival.ts';

/** A page whose frame may come after its address. */
function Page({ path, isFramed }: { path: string; isFramed: boolean }) {
  const content = useFocusOnArrival(path);
  return isFramed ? <main key={path} id="content" ref={content} tabIndex={-1} /> : null;
}

test('after a navigation the content has the focus, also when its frame comes later', async () => {
  const bench = await openBench(<Page path="/home" isFramed />);
  expect(document.activeElement).toBe(document.body);
  await bench.draw(<Page path="/workbench" isFramed={false} />);
  expect(document.activeElement).toBe(document.body);
  await bench.draw(<Page path="/workbench" isFramed />);
  expect(document.activeElement?.id).toBe('content');
  await bench.draw(<Page path="/safe" isFramed />);
  expect(document.activeElement?.id).toBe('content');
  await bench.remove();
});
