import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { autorun } from 'mobx';

import { createTheme } from '#core/web/theme/create-theme.ts';

beforeEach(() => {
  document.cookie = 'darkMode=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/';
});
afterEach(() => {
  rs.restoreAllMocks();
  document.cookie = 'darkMode=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/';
});

test('it is dark unless the cookie’s text is false', () => {
  expect(createTheme().mode).toBe('dark');
  document.cookie = 'darkMode=whatever; Path=/';
  expect(createTheme().mode).toBe('dark');
  document.cookie = 'darkMode=false; Path=/';
  expect(createTheme().mode).toBe('light');
  expect(document.body.getAttribute('theme-mode')).toBe('light');
});

test('a change is drawn, painted and kept', () => {
  const theme = createTheme();
  const drawn: string[] = [];
  const stop = autorun(() => drawn.push(theme.mode));
  expect(theme.chosen).toBe(false);
  theme.toggle();
  stop();
  expect(drawn).toEqual(['dark', 'light']);
  expect(document.body.getAttribute('theme-mode')).toBe('light');
  expect(document.cookie).toContain('darkMode=false');
  expect([theme.chosen, createTheme().chosen, createTheme().mode]).toEqual([true, true, 'light']);
});

test('what the system prefers is followed, and changes nothing by itself', () => {
  const media = Object.assign(new EventTarget(), { matches: false });
  rs.spyOn(window, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList);
  const theme = createTheme();
  expect(theme.system).toBe('dark');
  const change = Object.assign(new Event('change'), { matches: true });
  media.dispatchEvent(change);
  expect([theme.system, theme.mode]).toEqual(['light', 'dark']);
  void theme.dispose();
  media.dispatchEvent(Object.assign(new Event('change'), { matches: false }));
  expect(theme.system).toBe('light');
});
