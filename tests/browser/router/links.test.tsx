import { expect, test } from '@rstest/core';

import { defineWeb } from '#core/web/define-web.ts';
import { Link, NavLink, useParams, useSearchParams } from '#core/web/router/links.ts';
import { buildManifest, mountPlugin } from '#core/web/testing/index.ts';

const manifest = buildManifest({
  routes: [
    { path: '/quays/:quay/:ship?', page: 'Quay' },
    { path: '/ships', page: 'Ships' },
  ],
});

function Quay() {
  const { quay, ship } = useParams();
  const [query, setQuery] = useSearchParams();
  return (
    <>
      <p>{JSON.stringify([quay, ship, query.get('tab')])}</p>
      <NavLink to="/quays/a b">first</NavLink>
      <NavLink to="/quays/a b" end>
        only first
      </NavLink>
      <Link to="/quays/a%2Fb/7" replace>
        second
      </Link>
      <button type="button" onClick={() => setQuery({ tab: 'tides' }, { replace: true })}>
        tides
      </button>
    </>
  );
}

const web = defineWeb({
  pages: { Quay: () => Promise.resolve({ default: Quay }), Ships: () => Promise.resolve({ default: Quay }) },
});

test('links go by the router, and parameters and query are those of its place', async () => {
  const page = await mountPlugin({ manifest, web }, { path: '/quays/a%20b' });
  const shown = () => page.element.querySelector('p')?.textContent;
  expect(shown()).toBe('["a b",null,null]');
  const current = () =>
    page
      .allByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map(({ textContent }) => textContent);
  expect(current()).toEqual(['first', 'only first']);
  await page.click(page.byRole('link', 'second'));
  expect(shown()).toBe('["a/b","7",null]');
  expect(current()).toEqual([]);
  await page.click(page.byRole('button', 'tides'));
  expect(shown()).toBe('["a/b","7","tides"]');
  expect(page.router.visited).toEqual(['/quays/a%20b', '/quays/a%2Fb/7', '/quays/a%2Fb/7?tab=tides']);
  await page.unmount();
});

test('a link that the guard does not let through leaves the page as it is', async () => {
  const page = await mountPlugin({ manifest, web }, { path: '/quays/a' });
  page.router.confirmLeaving(() => true);
  await page.click(page.byRole('link', 'second'));
  expect(page.element.querySelector('p')?.textContent).toBe('["a",null,null]');
  await page.unmount();
});
