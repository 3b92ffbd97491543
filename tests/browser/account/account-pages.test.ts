import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import { createScope } from '#core/web/create-scope.ts';
import { buildSession, FakeI18n, RecordedDialogs, RecordedToasts } from '#core/web/testing/index.ts';
import {
  confirmQrScene,
  endSession,
  listOutbox,
  listSessions,
  readBindStatus,
  readLoginMethods,
  readMemberDays,
  readQrScene,
  updateProfile,
  type LiveSession,
} from '#plugins/account/calls.ts';
import { ConfirmLoginStore } from '#plugins/account/web/confirm/ConfirmLoginStore.ts';
import { findCode } from '#plugins/account/web/outbox/find-code.ts';
import { OutboxStore } from '#plugins/account/web/outbox/OutboxStore.ts';
import { maskMobile } from '#plugins/account/web/parts/mask-mobile.ts';
import { ProfileStore } from '#plugins/account/web/safe/ProfileStore.ts';
import { SessionsStore } from '#plugins/account/web/safe/SessionsStore.ts';

import { WAYS } from './account-plugin.ts';
import { ChangingServer, refused } from './changing-server.ts';

beforeEach(() => void rs.useFakeTimers());
afterEach(() => void rs.useRealTimers());

function buildLiveSession(overrides: Partial<LiveSession>): LiveSession {
  return {
    id: '018f0000-0000-7000-8000-000000000001',
    current: false,
    browser: 'Chrome',
    ip: '10.0.0.1',
    createdAt: '2026-01-01T00:00:00.000Z',
    seenAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

function buildSessions(...sessions: LiveSession[]) {
  const server = new ChangingServer(listSessions, endSession)
    .on(listSessions, () => sessions)
    .on(endSession, () => null);
  const [dialogs, toasts] = [new RecordedDialogs(), new RecordedToasts()];
  const context = { scope: createScope('test') };
  return { server, dialogs, toasts, store: new SessionsStore(server.http, dialogs, toasts, new FakeI18n(), context) };
}

const HERE = buildLiveSession({ id: '018f0000-0000-7000-8000-00000000000a', current: true });
const OLD = buildLiveSession({ id: '018f0000-0000-7000-8000-00000000000b', seenAt: '2026-01-01T00:00:00.000Z' });
const NEW = buildLiveSession({ id: '018f0000-0000-7000-8000-00000000000c', seenAt: '2026-02-01T00:00:00.000Z' });

test('this session comes first, then the ones used last', async () => {
  const { store } = buildSessions(OLD, NEW, HERE);
  await store.load();
  expect(store.sessions?.map(({ id }) => id)).toEqual([HERE.id, NEW.id, OLD.id]);
});

test('ending one asks first, names it, and reads the list anew', async () => {
  const { store, server, dialogs } = buildSessions(HERE, NEW);
  await store.load();
  await store.end(NEW);
  expect(dialogs.opened[0]?.question).toMatchObject({
    text: 'account:sessions.end-text',
    destructive: true,
  });
  expect(server.last(endSession).params).toEqual({ id: NEW.id });
  expect(server.count(listSessions)).toBe(2);
});

test('whoever does not confirm ends nothing', async () => {
  const { store, server, dialogs } = buildSessions(HERE, NEW);
  dialogs.script(false, false);
  await store.load();
  await store.end(NEW);
  await store.endOthers();
  expect(server.count(endSession)).toBe(0);
});

test('ending all others leaves this one', async () => {
  const { store, server } = buildSessions(HERE, NEW, OLD);
  await store.load();
  await store.endOthers();
  const ended = server.all(endSession).map(({ params }) => params);
  expect(ended).toEqual([{ id: NEW.id }, { id: OLD.id }]);
});

test('sessions that cannot be read say why, and come with the next try', async () => {
  const { store, server } = buildSessions(HERE);
  server.on(listSessions, () => refused('坏了', null, 500));
  await store.load();
  expect(store).toMatchObject({ sessions: null, trouble: '坏了', loading: false });
  server.on(listSessions, () => [HERE]);
  await store.load();
  expect(store).toMatchObject({ trouble: null });
});

function buildProfile() {
  const server = new ChangingServer(readBindStatus, readMemberDays, readLoginMethods, updateProfile)
    .on(readLoginMethods, () => WAYS)
    .on(readBindStatus, () => ({ wechatNum: true, fdMobile: true }))
    .on(readMemberDays, () => ({ days: 7, free: false }))
    .on(updateProfile, () => null);
  const session = buildSession({ account: { fdName: '林' } });
  return { server, store: new ProfileStore(server.http, session, new RecordedToasts(), new FakeI18n()) };
}

test('a new name is kept without the spaces around it', async () => {
  const { server, store } = buildProfile();
  store.edit();
  store.write('  林小港 ');
  expect(await store.save()).toBe(true);
  expect(server.last(updateProfile).body).toEqual({ fdName: '林小港' });
  expect(store.draft).toBeNull();
});

test('an empty name is refused, an unchanged one asks nothing', async () => {
  const { server, store } = buildProfile();
  store.edit();
  store.write('  ');
  expect(await store.save()).toBe(false);
  expect(store.fault).toBe('account:safe.name-required');
  store.write('林');
  expect(await store.save()).toBe(true);
  expect(server.count(updateProfile)).toBe(0);
});

test('a name that the server refuses stays to be mended', async () => {
  const { server, store } = buildProfile();
  server.on(updateProfile, () => refused('名称不可用'));
  store.edit();
  store.write('管理员');
  expect(await store.save()).toBe(false);
  expect(store).toMatchObject({ draft: '管理员', refusal: '名称不可用', saving: false });
});

test('what cannot be read about the profile is left out', async () => {
  const { server, store } = buildProfile();
  server.on(readBindStatus, () => refused('坏了'));
  await store.open();
  expect(store).toMatchObject({ wechatBound: null, memberDays: 7 });
});

function buildConfirm() {
  const server = new ChangingServer(readQrScene, confirmQrScene)
    .on(readQrScene, () => ({ state: 'scanned' as const, browser: 'Firefox' }))
    .on(confirmQrScene, () => null);
  return { server, store: new ConfirmLoginStore(server.http, buildSession({ account: null }), new FakeI18n()) };
}

test('a phone names the browser and confirms with one press', async () => {
  const { server, store } = buildConfirm();
  await store.open('scene');
  expect(store).toMatchObject({ state: 'scanned', browser: 'Firefox' });
  await store.confirm();
  expect(server.last(confirmQrScene)).toMatchObject({
    params: { sceneId: 'scene' },
    body: undefined,
  });
  expect(store.state).toBe('confirmed');
  expect(rs.getTimerCount()).toBe(0);
});

test('a code that expires meanwhile shows so', async () => {
  const { server, store } = buildConfirm();
  await store.open('scene');
  server.on(readQrScene, () => ({ state: 'expired' as const, browser: 'Firefox' }));
  await rs.advanceTimersByTimeAsync(3_000);
  expect(store.state).toBe('expired');
  expect(rs.getTimerCount()).toBe(0);
});

test('a code that is not known has expired; other trouble can be tried again', async () => {
  const { server, store } = buildConfirm();
  server.on(readQrScene, () => refused('没有', null, 404));
  await store.open('scene');
  expect(store.state).toBe('expired');
  server.on(readQrScene, () => refused('坏了', null, 500));
  await store.retry();
  expect(store).toMatchObject({ state: 'failed', trouble: '坏了' });
});

function message(id: number) {
  return { id: String(id), to: '13800138000', text: '验证码 123456', createdAt: '2026-01-01T00:00:00.000Z' };
}

test('new messages come in by themselves and earlier ones stay', async () => {
  const kept = Array.from({ length: 51 }, (_, index) => message(51 - index));
  const server = new ChangingServer(listOutbox).on(listOutbox, ({ query }) => {
    const { cursor = '0', limit } = query as { cursor?: string; limit: number };
    const end = Number(cursor) + Number(limit);
    return {
      items: kept.slice(Number(cursor), end),
      nextCursor: end < kept.length ? String(end) : null,
      total: kept.length,
    };
  });
  const store = new OutboxStore(server.http, new FakeI18n(), { scope: createScope('test') });
  const shut = store.follow();
  await rs.advanceTimersByTimeAsync(0);
  expect([store.messages.ids.length, store.messages.hasMore, store.arrived.size]).toEqual([50, true, 0]);
  await store.messages.more();
  expect([store.messages.ids.length, store.messages.hasMore, store.arrived.size]).toEqual([51, false, 0]);
  kept.unshift(message(52));
  await rs.advanceTimersByTimeAsync(3_000);
  expect(store.messages.ids).toEqual(kept.map(({ id }) => id));
  expect([[...store.arrived], store.messages.hasMore]).toEqual([['52'], false]);
  shut();
  expect(rs.getTimerCount()).toBe(0);
});

test('the only group of digits in a message is its code', () => {
  expect(findCode('【映港】验证码 482913，5 分钟内有效')).toBe('482913');
  expect(findCode('Call 4008001234 or 12345')).toBe('12345');
  expect(findCode('1234 or 5678')).toBeNull();
  expect(findCode('nothing')).toBeNull();
});

test('a number is shown without its middle', () => {
  expect(maskMobile('13800138000')).toBe('138****8000');
});

test('whoever may not see the messages any more is not asked again and again', async () => {
  const server = new ChangingServer(listOutbox).on(listOutbox, () => refused('请先登录', null, 401));
  const store = new OutboxStore(server.http, new FakeI18n(), { scope: createScope('test') });
  store.follow();
  await rs.advanceTimersByTimeAsync(0);
  expect(store.trouble).toBe('请先登录');
  await rs.advanceTimersByTimeAsync(30_000);
  expect(server.count(listOutbox)).toBe(1);
  expect(rs.getTimerCount()).toBe(0);
});
