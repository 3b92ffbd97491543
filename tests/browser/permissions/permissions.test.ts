import { expect, test } from '@rstest/core';

import { createPermissions } from '#core/web/permissions/create-permissions.ts';
import { answerRaw, RecordedToasts, ScriptedHttp } from '#core/web/testing/index.ts';

const listed = (list: unknown) => answerRaw('GET', '/api/permission/currentUser/list', list);

test('the rights are those that the server lists; loads at the same time share one request', async () => {
  const http = new ScriptedHttp([listed(['video.publish'])], new RecordedToasts());
  const permissions = createPermissions({ http: () => http });
  expect(permissions.list).toEqual([]);
  await Promise.all([permissions.load(), permissions.load()]);
  expect([permissions.has('video.publish'), permissions.has('video.delete'), http.made.length]).toEqual([
    true,
    false,
    1,
  ]);
});

test('an answer for a session that has ended is not taken', async () => {
  let give: (list: unknown) => void = () => undefined;
  const slow = new Promise((resolve) => {
    give = resolve;
  });
  const http = new ScriptedHttp([listed(slow), listed(['b'])], new RecordedToasts());
  const permissions = createPermissions({ http: () => http });
  const first = permissions.load();
  permissions.clear();
  await permissions.load();
  give(['a']);
  await first;
  expect(permissions.list).toEqual(['b']);
});
