import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from '@rstest/core';

import { lockOf, type AccessLock } from '#core/web/lock.ts';
import UpgradeDialog from '#core/web/views/dialogs/UpgradeDialog.tsx';
import { FakeI18n } from '#core/web/testing/index.ts';

function draw(lock: AccessLock | null, language: 'zh' | 'en', isSold = true) {
  const done: string[] = [];
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() =>
    root.render(
      <UpgradeDialog
        lock={lock}
        i18n={new FakeI18n(language)}
        upgrade={isSold ? () => void done.push('upgrade') : null}
        close={() => done.push('close')}
      />,
    ),
  );
  return { place, done, root };
}

test('it says to the letter what is missing, and what unlocks it', () => {
  const { place, done, root } = draw(lockOf(14, 'level2'), 'zh');
  expect(place.querySelector('h2')?.textContent).toBe('您暂无权限');
  expect(place.textContent).toContain('购买或者升级会员');
  expect(place.textContent).toContain('白银会员起包含此功能');
  const button = [...place.querySelectorAll('button')].at(-1);
  expect(button?.textContent).toBe('去升级');
  act(() => button?.click());
  expect(done).toEqual(['upgrade', 'close']);
  act(() => root.unmount());
});

test('a feature of a package, and none in particular', () => {
  const packaged = draw(lockOf(54, null), 'en');
  expect(packaged.place.textContent).toContain('Sold separately as a package');
  const general = draw(null, 'en');
  expect(general.place.querySelector('.rp-upgrade-level')).toBe(null);
  act(() => packaged.root.unmount());
  act(() => general.root.unmount());
});

test('a lock names the levels that have it, and offers no upgrade where none above has', () => {
  const shown = (lock: AccessLock): string => {
    const { place, root } = draw(lock, 'en');
    const text = place.textContent;
    act(() => root.unmount());
    return text;
  };
  const some = shown(lockOf(null, null, ['level1', 'level3']));
  expect(some).toContain('Included with these memberships: Bronze and Gold');
  expect(some).not.toContain('See memberships');
  expect(shown(lockOf(null, null, []))).toContain('The operator has switched this off for every membership');
  expect(shown(lockOf(null, 'level3'))).toContain('See memberships');
});

test('without a page that sells memberships there is no button that leads to one', () => {
  const { place, root } = draw(lockOf(14, 'level2'), 'zh', false);
  expect([...place.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain('去升级');
  act(() => root.unmount());
});
