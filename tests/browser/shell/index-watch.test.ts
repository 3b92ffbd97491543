import { expect, rs, test } from '@rstest/core';

import { createIndexWatch } from '#host/web/index-watch.ts';

test('the index is read once for each token, and once for all who ask at the same time', async () => {
  let token: string | null = null;
  const load = rs.fn(() => Promise.resolve());
  const watch = createIndexWatch({ plugins: () => ({ load }), token: () => token });
  await Promise.all([watch.settled(), watch.settled()]);
  await watch.settled();
  expect(load).toHaveBeenCalledTimes(1);
  token = 'a';
  await watch.settled();
  expect(load).toHaveBeenCalledTimes(2);
});

test('an index that could not be read is read again by the next who asks', async () => {
  const load = rs.fn(() => Promise.resolve());
  load.mockRejectedValueOnce(new Error('no connection'));
  const watch = createIndexWatch({ plugins: () => ({ load }), token: () => null });
  await expect(watch.settled()).rejects.toThrow('no connection');
  await watch.settled();
  expect(load).toHaveBeenCalledTimes(2);
});
