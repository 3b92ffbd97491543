import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fieldsOf } from '#core/contract/settings-fields.ts';
import { isMessageKey } from '#core/server/ground/messages.ts';
import type { Media } from '#core/server/services/media/media.ts';
import { adapterShape } from '#core/server/services/providers/registry/adapter-settings.ts';
import { channelAdapters } from '#plugins/channels/server/channel-adapters.ts';

import { productAdapters } from '#plugins/channels/server/product-adapters.ts';
import type { PermissionServices } from '#plugins/channels/server/shopee/shop-permission.ts';

import { services } from './own-kit.ts';

const ADAPTERS = channelAdapters({ clock: services.clock, media: {} as Media, temporaryFolder: '/nowhere' });

for (const adapter of [...ADAPTERS, ...productAdapters({ clock: services.clock } as PermissionServices)]) {
  test(`operators read in words what ${adapter.id} is, and each field that it lacks`, () => {
    const { scopes = [], review } = adapter.access ?? {};
    const said = [adapter.title, adapter.about ?? '', ...scopes.map(({ about }) => about)];
    for (const key of review === undefined ? said : [...said, review]) assert.ok(isMessageKey(key), key);
    const { properties } = adapterShape(adapter);
    const { error } = adapter.settings?.safeParse({}) ?? {};
    const missing = (error?.issues ?? []).map(({ path }) => String(path[0]));
    for (const [name, { title, description = title }] of Object.entries(properties)) {
      for (const key of [title, description]) assert.ok(isMessageKey(String(key)), `${name}: ${String(key)}`);
    }
    const long = fieldsOf({ type: 'object', properties }).filter(({ kind }) => kind === 'long');
    assert.deepEqual(long, [], 'what is filled in has one line');
    assert.deepEqual(
      missing.filter((name) => properties[name] === undefined),
      [],
    );
  });
}

test('of each platform that takes keys operators read which scopes it takes and what is reviewed', () => {
  const keyed = ADAPTERS.filter(({ settings }) => settings !== undefined && settings.safeParse({}).success === false);
  assert.deepEqual(
    keyed.flatMap(({ id, access }) => (access === undefined ? id : [])),
    [],
  );
});

test('each platform that takes keys is asked whether it knows them', async () => {
  for (const { id, settings, open } of ADAPTERS) {
    const named = Object.keys(settings?.shape ?? {}).filter((name) =>
      /^(client|app|partner)(Id|Key|Secret)$/.test(name),
    );
    if (settings === undefined || named.length === 0) continue;
    const values = Object.fromEntries(named.map((name) => [name, '42']));
    assert.notEqual((await open(settings.parse(values))).probe, undefined, id);
  }
});
