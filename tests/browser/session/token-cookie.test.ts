import { expect, test } from '@rstest/core';

import { parentDomain, tokenCookie, type CookiePlace } from '#core/web/session/token-cookie.ts';

/** A browser's cookie jar for one page: which domains it takes cookies for is said. */
function place(
  url: string,
  refused: readonly string[] = [],
): CookiePlace & { jar: Map<string, string>; set: string[] } {
  const jar = new Map<string, string>();
  const set: string[] = [];
  const { protocol, hostname } = new URL(url);
  return {
    jar,
    set,
    location: { protocol, hostname },
    document: {
      get cookie() {
        return [...jar].map(([name, value]) => `${name.split('@')[0]}=${value}`).join('; ');
      },
      set cookie(text: string) {
        set.push(text);
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
        const domain = /Domain=([^;]+)/.exec(text)?.[1] ?? '';
        if (refused.includes(domain)) return;
        if (text.includes('Secure') && protocol !== 'https:') return;
        const key = `${name}@${domain}`;
        if (/Max-Age=0;/.test(text)) jar.delete(key);
        else jar.set(key, value);
      },
    },
  };
}

const token = { access_token: 't/+=', expires_in: 60, expireTime: Date.now() + 60_000 };

test('over https the cookie is on the parent domain for seven days, secure, for other sites as well', () => {
  const page = place('https://app.example.com/');
  const cookie = tokenCookie(page);
  expect(cookie.write(token)).toBe(true);
  const written = page.set.find((text) => !text.includes('Max-Age=0'));
  expect(written).toMatch(/^user-token=[^;]+; Max-Age=604800; Path=\/; Secure; SameSite=None; Domain=example\.com$/);
  expect(cookie.read()).toEqual(token);
  cookie.remove();
  expect([cookie.read(), page.jar.size]).toEqual([null, 0]);
});

test('over plain http it is neither secure nor for other sites', () => {
  const page = place('http://localhost:4400/');
  const cookie = tokenCookie(page);
  expect(cookie.write(token)).toBe(true);
  expect(page.set.at(-1)).toMatch(/; Path=\/; SameSite=Lax$/);
  expect(cookie.read()).toEqual(token);
});

test('where the parent is nobody’s domain the host itself has the cookie', () => {
  const page = place('https://shop.co.uk/', ['co.uk']);
  expect(tokenCookie(page).write(token)).toBe(true);
  expect([...page.jar.keys()]).toEqual(['user-token@']);
});

test('a browser without cookies is known by it', () => {
  const page = place('https://app.example.com/', ['example.com', '']);
  expect(tokenCookie(page).write(token)).toBe(false);
});

test('what is no token, or one whose time is over, is none', () => {
  for (const value of ['x', '%7B%7D', encodeURIComponent(JSON.stringify({ ...token, expireTime: 1 })), '%E0%A4%A']) {
    const page = place('http://localhost/');
    page.jar.set('user-token@', value);
    expect(tokenCookie(page).read()).toBe(null);
  }
});

test('the parent of a host', () => {
  expect(
    ['app.example.com', 'example.com', 'a.b.example.com', 'localhost', '127.0.0.1', '[::1]'].map(parentDomain),
  ).toEqual(['example.com', 'example.com', 'b.example.com', null, null, null]);
});
