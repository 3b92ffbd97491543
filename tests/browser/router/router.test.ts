import { afterEach, expect, rs, test } from '@rstest/core';

import type { RouterService } from '#core/web/router/create-router.ts';

import { address, buildRouter } from './build-router.ts';

let opened: RouterService | undefined;
function build(...args: Parameters<typeof buildRouter>) {
  const built = buildRouter(...args);
  opened = built.router;
  return built;
}

afterEach(() => {
  void opened?.dispose();
  rs.useRealTimers();
  rs.restoreAllMocks();
});

test('a public page needs no login', async () => {
  const { router, askLogin } = build('/aboutUs?a=1#team');
  await router.start();
  expect(router.route).toEqual({ plugin: 'landing', page: 'AboutUs', path: '/aboutUs', params: {}, isPublic: true });
  expect([router.place.path, router.place.query.get('a'), router.place.hash]).toEqual(['/aboutUs', '1', '#team']);
  expect(askLogin).not.toHaveBeenCalled();
});

test('what was taken out of the address before the start does not come back', async () => {
  const { router } = build('/aboutUs?access_token=secret&a=1');
  window.history.replaceState(window.history.state, '', '/aboutUs?a=1');
  await router.start();
  expect([address(), router.place.query.has('access_token')]).toEqual(['/aboutUs?a=1', false]);
});

test('a visitor who leaves the page that asks to log in is asked no more', async () => {
  const { router, closeLogin } = build('/login');
  await router.start();
  expect(closeLogin).not.toHaveBeenCalled();
  await router.go('/aboutUs');
  expect(closeLogin).toHaveBeenCalledTimes(1);
  await router.go('/home');
  expect(closeLogin).toHaveBeenCalledTimes(1);
});

test('without a token a page for members is blocked, asks to log in, and is gone to afterwards', async () => {
  const { router, session, askLogin } = build('/home');
  await router.start();
  expect(await router.go('/data/center?from=x')).toBe(false);
  expect([router.place.path, address()]).toEqual(['/home', '/home']);
  session.logIn();
  askLogin.mock.calls[0]?.[0]?.();
  await rs.waitFor(() => expect(address()).toBe('/data/center?from=x'));
});

test('a deep link without a token shows the landing page behind the login, and opens after it', async () => {
  const { router, session, askLogin } = build('/pieces');
  await router.start();
  expect([router.route?.page, address()]).toEqual(['Home', '/home']);
  session.logIn();
  askLogin.mock.calls[0]?.[0]?.();
  await rs.waitFor(() => expect(router.route?.page).toBe('Pieces'));
});

test('with a token the user is loaded first', async () => {
  const { router, session, load } = build('/workbench');
  session.user = null;
  session.token = 'stored';
  load.mockImplementation(() => Promise.resolve(session.logIn()));
  await router.start();
  expect(load).toHaveBeenCalledTimes(1);
  expect(router.route?.page).toBe('Workbench');
});

test('a user that cannot be loaded is told of and asked to log in', async () => {
  const { router, session, askLogin, tellFailedLogin } = build('/home');
  await router.start();
  session.token = 'stored';
  expect(await router.go('/workbench')).toBe(false);
  expect(tellFailedLogin).toHaveBeenCalledTimes(1);
  expect(askLogin).toHaveBeenCalledTimes(1);
  expect(address()).toBe('/home');
});

test('a token that turns out to be refused while the index is read is told of as well', async () => {
  const { router, session, tellFailedLogin, indexSettled } = build('/workbench');
  session.token = 'stored';
  indexSettled.mockImplementationOnce(() => {
    session.token = null;
    return Promise.resolve();
  });
  await router.start();
  expect(tellFailedLogin).toHaveBeenCalledTimes(1);
});

test('the root leads to the landing page, and with a session to the workbench', async () => {
  const anonymous = build('/?invite=7');
  await anonymous.router.start();
  expect(address()).toBe('/home?invite=7');
  void anonymous.router.dispose();
  const member = build('/', {});
  await member.router.start();
  expect(address()).toBe('/workbench');
});

test('an unknown path leads to the root, and a role that is not listed makes one unknown', async () => {
  const { router } = build('/no/such/page', {});
  await router.start();
  expect(address()).toBe('/workbench');
  await router.go('/aboutUs');
  await router.go('/silver');
  expect(address()).toBe('/workbench');
});

test('a page that the tier locks is shown, for looking at', async () => {
  const { router } = build('/pieces', {});
  await router.start();
  expect(router.route?.page).toBe('Pieces');
});

test('so is one that it locks without a feature, while one that it hides is unknown', async () => {
  const { router } = build('/paid', {});
  await router.start();
  expect(router.route?.page).toBe('Paid');
  await router.go('/kept');
  expect(address()).toBe('/workbench');
});

test('a redirect takes parts of the path, query and hash along', async () => {
  const { router } = build('/userCenter/records?page=2#end', {});
  await router.start();
  expect(address()).toBe('/accountCenter/records?page=2#end');
  expect(router.route?.params).toEqual({ part: 'records' });
});

test('/login is the landing page with the question to log in, and the workbench for whoever is', async () => {
  const anonymous = build('/login');
  await anonymous.router.start();
  expect(anonymous.router.route?.page).toBe('Home');
  expect(anonymous.askLogin).toHaveBeenCalledWith(undefined);
  void anonymous.router.dispose();
  const member = build('/login', {});
  await member.router.start();
  expect(address()).toBe('/workbench');
});

test('half a second after a change of page it scrolls to the top, smoothly unless less motion is asked for', async () => {
  const { router } = build('/home');
  await router.start();
  const scroll = rs.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  rs.useFakeTimers();
  await router.go('/aboutUs');
  rs.advanceTimersByTime(499);
  expect(scroll).not.toHaveBeenCalled();
  rs.advanceTimersByTime(1);
  expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' });
  rs.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  await router.go('/home');
  rs.advanceTimersByTime(500);
  expect(scroll).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' });
  await router.go('/home?tab=2');
  rs.advanceTimersByTime(500);
  expect(scroll).toHaveBeenCalledTimes(2);
});

test('work that is not saved is asked about before it is left', async () => {
  const { router, confirmLoss } = build('/home');
  await router.start();
  const settle = router.confirmLeaving(() => true);
  confirmLoss.mockResolvedValueOnce(false);
  expect(await router.go('/aboutUs')).toBe(false);
  expect(await router.go('/home?tab=2')).toBe(true);
  expect(confirmLoss).toHaveBeenCalledTimes(1);
  expect(await router.go('/aboutUs')).toBe(true);
  void settle();
  expect(await router.go('/home')).toBe(true);
  expect(confirmLoss).toHaveBeenCalledTimes(2);
});

test('what a plugin would lose by stopping is asked of its own pages only', async () => {
  const { router, confirmLoss } = build('/home');
  await router.start();
  const rescue = () => Promise.resolve({ name: 'a.txt', blob: new Blob(['a']) });
  const asked: string[] = [];
  const undo = router.confirmLeaving(
    (end) => {
      asked.push(end);
      return end === 'stopped';
    },
    { rescue },
    'data',
  );
  router.confirmLeaving(() => true, {}, 'other');
  expect(router.unsavedOf('data')).toEqual([{ rescue }]);
  expect(router.unsavedOf('landing')).toEqual([]);
  // Whoever was asked already is not asked again.
  expect(await router.leave('/aboutUs')).toBe(true);
  expect(confirmLoss).not.toHaveBeenCalled();
  expect(asked).toEqual(['stopped']);
  void undo();
  expect(router.unsavedOf('data')).toEqual([]);
});

test('closing the window asks as long as something is not saved', async () => {
  const { router } = build('/home');
  await router.start();
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  const settle = router.confirmLeaving(() => true);
  expect(leave()).toBe(true);
  void settle();
  expect(leave()).toBe(false);
});

test('of two navigations at once the later one counts', async () => {
  const { router, indexSettled } = build('/home');
  await router.start();
  const { promise, resolve } = Promise.withResolvers<void>();
  indexSettled.mockReturnValueOnce(promise);
  const slow = router.go('/login');
  expect(await router.go('/aboutUs')).toBe(true);
  resolve();
  expect(await slow).toBe(false);
  expect(router.place.path).toBe('/aboutUs');
});

test('an index that cannot be read is told, and can be tried again', async () => {
  const { router, indexSettled } = build('/home');
  indexSettled.mockRejectedValueOnce(new Error('no connection'));
  await router.start();
  expect([router.route, router.fault instanceof Error]).toEqual([null, true]);
  await router.start();
  expect([router.route?.page, router.fault]).toEqual(['Home', null]);
});

test('an address without a page is told once, and known ones, their old names and the root are not', async () => {
  const { router, tellUnknown } = build('/no-such-page');
  await router.start();
  expect([router.place.path, tellUnknown.mock.calls.length]).toEqual(['/home', 1]);
  await router.go('/aboutUs');
  await router.go('/');
  expect(tellUnknown).toHaveBeenCalledTimes(1);
  await router.go('/nor/this');
  expect([router.place.path, tellUnknown.mock.calls.length]).toEqual(['/home', 2]);
});
