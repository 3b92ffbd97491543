import { expect, rs, test } from '@rstest/core';

import { createPageHistory, type Pop } from '#core/web/router/page-history.ts';

/** A window that keeps entries and fires `popstate` as browsers do. */
function buildWindow() {
  const target = new EventTarget();
  const entries: Array<{ href: string; state: unknown }> = [{ href: '/a', state: null }];
  let at = 0;
  const fire = () => target.dispatchEvent(new Event('popstate'));
  const history = {
    get state() {
      return entries[at]?.state;
    },
    pushState(state: unknown, _title: string, href: string) {
      at += 1;
      entries.splice(at, entries.length, { href, state });
    },
    replaceState(state: unknown, _title: string, href = entries[at]?.href ?? '') {
      entries[at] = { href, state };
    },
    go(steps: number) {
      at += steps;
      fire();
    },
    back: () => history.go(-1),
  };
  const location = {
    get pathname() {
      return entries[at]?.href ?? '';
    },
    search: '',
    hash: '',
  };
  const window = Object.assign(target, { history, location }) as unknown as Window;
  return { window, history, byHand: (href: string) => (history.pushState(null, '', href), fire()) };
}

test('a step back is told and can be taken back', () => {
  const { window, history } = buildWindow();
  const pages = createPageHistory(window);
  const hear = rs.fn<(pop: Pop) => void>();
  pages.onPop(hear);
  pages.push('/b');
  pages.push('/c');
  history.go(-2);
  expect(hear.mock.calls[0]?.[0].href).toBe('/a');
  hear.mock.calls[0]?.[0].revert();
  expect(pages.href).toBe('/c');
  expect(hear).toHaveBeenCalledTimes(1);
});

test('a step that was let in is where the next one is taken back to', () => {
  const { window, history } = buildWindow();
  const pages = createPageHistory(window);
  const heard: Pop[] = [];
  pages.onPop((pop) => heard.push(pop));
  pages.push('/b');
  pages.push('/c');
  history.go(-1);
  heard[0]?.settle();
  history.go(-1);
  heard[1]?.revert();
  expect(pages.href).toBe('/b');
});

test('an address that was changed by hand is an entry of its own', () => {
  const { window, byHand } = buildWindow();
  const pages = createPageHistory(window);
  const heard: Pop[] = [];
  pages.onPop((pop) => heard.push(pop));
  byHand('/a#part');
  expect(heard[0]?.href).toBe('/a#part');
  heard[0]?.revert();
  expect(pages.href).toBe('/a');
});

test('a listener that was taken away hears nothing', () => {
  const { window, history } = buildWindow();
  const pages = createPageHistory(window);
  const hear = rs.fn();
  void pages.onPop(hear)();
  pages.push('/b');
  history.back();
  expect(hear).not.toHaveBeenCalled();
});
