import { afterEach, expect, rs, test } from '@rstest/core';

import type { RouterService } from '#core/web/router/create-router.ts';
import type { SessionFacts } from '#core/web/testing/fake-session.ts';

import { buildRouter } from './build-router.ts';
import { buildWindow } from './build-window.ts';

let opened: RouterService | undefined;
afterEach(() => void opened?.dispose());

/** A router that has been to some pages, on a window with buttons. */
async function walk(paths: readonly [string, ...string[]], facts?: SessionFacts) {
  const browser = buildWindow();
  const built = buildRouter(paths[0], facts, browser.window);
  opened = built.router;
  await built.router.start();
  for (const path of paths.slice(1)) await built.router.go(path);
  return { ...built, browser };
}

test('a step back shows the page that was there, and leaves the history as it is', async () => {
  const { router, browser, confirmLoss } = await walk(['/home', '/aboutUs', '/home?tab=2']);
  browser.press(-1);
  await rs.waitFor(() => expect(router.route?.page).toBe('AboutUs'));
  expect(browser.trail).toBe('/home */aboutUs /home');
  browser.press(1);
  await rs.waitFor(() => expect(router.place.query.get('tab')).toBe('2'));
  router.back();
  await rs.waitFor(() => expect(router.route?.page).toBe('AboutUs'));
  expect(confirmLoss).not.toHaveBeenCalled();
});

test('a step away from work that is not saved is taken back, and made once somebody agrees', async () => {
  const { router, browser, confirmLoss } = await walk(['/home', '/aboutUs', '/login']);
  router.confirmLeaving(() => true);
  confirmLoss.mockResolvedValueOnce(false);
  browser.press(-2);
  await rs.waitFor(() => expect(confirmLoss).toHaveBeenCalledTimes(1));
  await rs.waitFor(() => expect([browser.trail, router.deciding]).toEqual(['/home /aboutUs */login', false]));
  expect(router.place.path).toBe('/login');
  browser.press(-2);
  await rs.waitFor(() => expect(router.place.path).toBe('/home'));
  expect(browser.trail).toBe('*/home /aboutUs /login');
});

test('a step back to a page for members asks to log in, and the page stays', async () => {
  const { router, session, browser, askLogin } = await walk(['/workbench', '/home'], {});
  session.token = null;
  browser.press(-1);
  await rs.waitFor(() => expect(askLogin).toHaveBeenCalledTimes(1));
  await rs.waitFor(() => expect(browser.trail).toBe('/workbench */home'));
  expect(router.route?.page).toBe('Home');
});

test('a step to what is a redirect by now puts the page that it leads to in its place', async () => {
  const { router, session, browser } = await walk(['/login', '/aboutUs']);
  session.logIn();
  browser.press(-1);
  await rs.waitFor(() => expect(router.route?.page).toBe('Workbench'));
  expect(browser.trail).toBe('*/workbench /aboutUs');
});

test('a step waits for an index that has to be read first', async () => {
  const { router, browser, isSettled, indexSettled } = await walk(['/home', '/aboutUs']);
  const { promise, resolve } = Promise.withResolvers<void>();
  isSettled.now = false;
  indexSettled.mockReturnValueOnce(promise);
  browser.press(-1);
  await rs.waitFor(() => expect([router.deciding, browser.trail]).toEqual([true, '/home */aboutUs']));
  resolve();
  await rs.waitFor(() => expect(router.route?.page).toBe('Home'));
  expect(browser.trail).toBe('*/home /aboutUs');
});

test('an address that was changed by hand is an entry like any other', async () => {
  const { router, browser, confirmLoss } = await walk(['/home', '/aboutUs']);
  browser.byHand('/aboutUs#team');
  await rs.waitFor(() => expect(router.place.hash).toBe('#team'));
  await router.go('/login');
  router.confirmLeaving(() => true);
  confirmLoss.mockResolvedValue(false);
  for (const steps of [-1, -2, -3]) {
    browser.press(steps);
    await rs.waitFor(() => expect(confirmLoss).toHaveBeenCalledTimes(-steps));
    await rs.waitFor(() => expect(browser.trail).toBe('/home /aboutUs /aboutUs#team */login'));
  }
  expect(router.place.path).toBe('/login');
});

test('who goes on while a step is being decided on gets there', async () => {
  const { router, browser, isSettled, indexSettled } = await walk(['/home', '/aboutUs']);
  const { promise, resolve } = Promise.withResolvers<void>();
  isSettled.now = false;
  indexSettled.mockReturnValueOnce(promise);
  browser.press(-1);
  browser.slowDown(100);
  await rs.waitFor(() => expect(router.deciding).toBe(true));
  expect(await router.go('/login')).toBe(true);
  resolve();
  await promise;
  expect([router.place.path, browser.trail]).toEqual(['/login', '/home /aboutUs */login']);
});
