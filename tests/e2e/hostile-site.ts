import assert from 'node:assert/strict';
import { Readable } from 'node:stream';

import sharp from 'sharp';

import type { CallData } from '#core/contract/call.ts';
import type { TestScope } from '#core/server/testing/test-scope.ts';
import type { readExtension } from '#plugins/extensions/calls.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { installPackage } from '#tests/integration/plugin-registry/install-package.ts';
import { until } from '#tests/until.ts';

import type { PackageParts } from '../fixtures/plugin-package.ts';
import type { Hostile } from '../fixtures/plugins/hostile.ts';
import { startSite } from './site.ts';

type Managed = CallData<typeof readExtension>;

/** A site with an operator, on which plugins that misbehave are installed, and whose manager is asked about them. */
export async function startHostileSite(scope: TestScope) {
  const server = await startSite(scope);
  const { ctx } = server.composed;
  const { plugins, db } = ctx;
  const { token, accountId: actor } = await server.signIn({ operator: true });

  const install = (parts: PackageParts, untrusted = false) => installPackage(server, parts, { actor, untrusted });

  /** Does to what was installed what somebody with the database, or a newer workbench, could do. */
  async function tamper({ manifest: { id }, tamper: how }: Hostile): Promise<void> {
    if (how === null) return;
    const version = '(select current from core_plugins where id = $1)';
    const file = `from core_plugin_files where version = ${version} and path = 'web.mjs'`;
    if (how === 'gone') await db.pool.query(`delete ${file}`, [id]);
    else if (how === 'requires' || how === 'offer') {
      const [part, value] =
        how === 'requires' ? ['tokens', '["http@9"]'] : ['packages', '{"@reelport/core/plugins/materials":"9.0.0"}'];
      // A version never changes: this is another one.
      await db.pool.query(
        `with made as (
           insert into core_plugin_versions
             (id, plugin, version, dev, build, package, texts, source, bytes, installed_at, installed_by)
           select gen_random_uuid(), plugin, '1.0.1', dev, build, jsonb_set(package::jsonb, array['requires', $2::text], $3::jsonb),
             texts, source, bytes, installed_at, installed_by
           from core_plugin_versions where id = ${version} returning id)
         update core_plugins set current = (select id from made) where id = $1`,
        [id, part, value],
      );
      plugins.refresh();
    } else {
      const bytes = `bytes = bytes || '/* */globalThis.ran = true;'::bytea`;
      const where = `version = ${version} and path = $2`;
      await db.pool.query(`update core_plugin_files set ${bytes} where ${where}`, [id, how]);
    }
  }

  /** Puts a picture into the operator's library, ready as after an upload. */
  async function addPicture(): Promise<void> {
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a2a4a' } })
      .png()
      .toBuffer();
    const file = await ctx.files.add(actor, Readable.from([bytes]), { name: 'quay.png', maxSize: 1e6 });
    const id = await db.transaction((tx) =>
      libraryOf(ctx).adopt(tx, actor, { id: file.id, name: 'quay.png' }, { kind: 'image' }),
    );
    await db.pool.query(`update materials_items set state = 'ready' where id = $1`, [id]);
  }

  async function managed(id: string): Promise<Managed> {
    const { envelope } = await server.call('GET', `/api/extensions/${id}`, { token });
    return envelope.data as Managed;
  }

  /** The manager has each kind of fault, and nothing secret in it. */
  async function isKept({ manifest: { id }, phases, message, tamper: how }: Hostile): Promise<void> {
    const wanted = phases.toSorted().join();
    const found = async () => [...new Set((await managed(id)).faults.map(({ phase }) => phase))].toSorted().join();
    await until(async () => (await found()) === wanted, 'the manager has it', 5).catch(async () =>
      assert.equal(await found(), wanted, id),
    );
    const { faults, extension } = await managed(id);
    for (const fault of faults) {
      if (message !== null) assert.match(fault.message, message);
      assert.ok(!fault.message.includes(token));
    }
    assert.equal(extension.faults > 0, phases.length > 0);
    if (how === 'requires') assert.deepEqual(extension.blocked, { reason: 'requires', details: ['http@9'] });
    if (how === 'offer') assert.equal(extension.blocked?.reason, 'requires');
  }

  return {
    server,
    token,
    install,
    tamper,
    addPicture,
    managed,
    isKept,
    remove: (id: string) => plugins.remove(id, actor),
  };
}
