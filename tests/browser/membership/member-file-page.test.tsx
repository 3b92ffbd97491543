import { expect, test } from '@rstest/core';

import { answer, exampleOf, mountPlugin } from '#core/web/testing/index.ts';
import { listMemberSteps, readMember } from '#plugins/membership/calls.ts';
import manifest from '#plugins/membership/plugin.ts';
import web from '#plugins/membership/web/index.ts';

test('what an operator may give an account stands still: it comes once the steps above it are known', async () => {
  const AT = '2026-11-26T12:00:00.000Z';
  const ID = '01890000-0000-7000-8000-000000000002';
  const member = { id: ID, name: '港口小店', mobile: '13800000001' };
  let tell = (): void => undefined;
  const isTold = new Promise<void>((done) => (tell = done));
  const calls = [
    answer(readMember, exampleOf(readMember.data, { member, createdAt: AT })),
    answer(listMemberSteps, async () => {
      await isTold;
      return { items: [], nextCursor: null, total: 0 };
    }),
  ];
  const page = await mountPlugin(
    { manifest, web },
    { page: 'MemberFile', path: `/operator/money/members/${ID}`, calls },
  );
  await page.until(() => page.text.includes('港口小店'));
  const gives = () => [...document.querySelectorAll('h2')].some(({ textContent }) => textContent === '发放');
  expect(gives()).toBe(false);
  tell();
  await page.until(gives);
  await page.unmount();
});
