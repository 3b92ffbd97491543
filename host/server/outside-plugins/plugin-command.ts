import { resolve } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { isAnnounced } from '#core/server/ground/database/presence.ts';
import type { ConsoleContext } from '#core/server/plugins/console-command.ts';
import { translateError } from '#core/server/ground/messages.ts';
import { findRemains, purgePlugin } from '#core/server/plugins/purge-plugin.ts';
import { tablePrefix } from '#core/server/services/plugin-registry/package/reserved-ids.ts';

import type { Configuration } from '../configuration.ts';
import { withConsole } from '../console.ts';
import { halfPresence, migratedPlugins, outsideIds } from './open-halves.ts';
import { addPluginFolder, listPluginFolders, removePluginFolder, shippedIds } from './plugin-folders.ts';

/** What the command needs of a terminal; a console with the database is opened only when needed. */
export type PluginTerminal = Pick<ConsoleContext, 'translate' | 'print' | 'language' | 'readLine'>;

const ID = /^[a-z][a-z0-9-]{1,39}$/;

/**
 * `npm run operator -- plugin …`: manages the server halves of outside plugins in the data folder. Only `purge`
 * needs the database, and therefore a running server.
 * @param words the words after `plugin`
 * @returns the exit code
 */
export async function runPluginCommand(
  configuration: Configuration,
  words: readonly string[],
  terminal: PluginTerminal,
): Promise<number> {
  const [command = 'help', argument = ''] = words;
  const { dataDir } = configuration;
  const needed = () => fail('host:outside.help', {}, { kind: 'invalid' });
  switch (command) {
    case 'add':
      return await add(dataDir, argument === '' ? needed() : resolve(argument), terminal);
    case 'list':
      return await list(dataDir, terminal);
    case 'remove':
      return await remove(dataDir, ID.test(argument) ? argument : needed(), terminal);
    case 'purge':
      return await purge(configuration, ID.test(argument) ? argument : needed(), terminal);
    default:
      terminal.print(terminal.translate('host:outside.help'));
      return command === 'help' || command === '--help' ? 0 : 2;
  }
}

async function add(dataDir: string, source: string, { translate, print }: PluginTerminal): Promise<number> {
  const { added, before } = await addPluginFolder(dataDir, source);
  const { id, version } = added.manifest;
  if (before === null) print(translate('host:outside.added', { plugin: id, version }));
  else print(translate('host:outside.replaced', { plugin: id, version, before }));
  print(translate('host:outside.rights'));
  print(translate('host:outside.next-start'));
  return 0;
}

async function list(dataDir: string, { translate, print, language }: PluginTerminal): Promise<number> {
  const folders = await listPluginFolders(dataDir);
  if (folders.length === 0) print(translate('host:outside.none'));
  for (const { id, found, problem } of folders) {
    if (found !== undefined) print(`${id}  ${found.package.manifest.version}`);
    else {
      const reason =
        problem instanceof TypeError ? problem.message : translateError(language, problem, 'host:outside.unreadable');
      print(translate('host:outside.wrong', { plugin: id, reason }));
    }
  }
  return folders.some(({ found }) => found === undefined) ? 1 : 0;
}

async function remove(dataDir: string, id: string, { translate, print }: PluginTerminal): Promise<number> {
  if (!(await removePluginFolder(dataDir, id))) fail('host:outside.absent', { plugin: id }, { kind: 'not-found' });
  print(translate('host:outside.removed', { plugin: id }));
  print(translate('host:outside.next-start'));
  return 0;
}

async function purge(configuration: Configuration, id: string, terminal: PluginTerminal): Promise<number> {
  const { translate, print, readLine } = terminal;
  const shipped = await shippedIds();
  if (shipped.includes(id) || id === 'core')
    fail('host:outside.id-taken', { plugin: id, name: id }, { kind: 'conflict' });
  const here = await outsideIds(configuration.dataDir);
  if (here.includes(id)) fail('host:outside.still-here', { plugin: id }, { kind: 'conflict' });
  return await withConsole(configuration, async ({ db, audit }) => {
    await db.transaction((tx) => assertStopped(tx, id));
    const others = [...shipped, 'core', ...here, ...(await migratedPlugins(db, shipped))].filter(
      (other) => other !== id,
    );
    const { tables, tasks, migrations } = await findRemains(db, id, others);
    if (tables.length === 0 && tasks === 0 && migrations === 0) {
      print(translate('host:outside.nothing-left', { plugin: id }));
      return 0;
    }
    print(translate('host:outside.remains', { plugin: id, tasks }));
    for (const { name, rows } of tables) print(translate('host:outside.table', { name, rows }));
    print(translate('host:outside.confirm', { plugin: id }));
    if ((await readLine()).trim() !== id) {
      print(translate('host:outside.kept'));
      return 1;
    }
    await db.transaction(async (tx) => {
      await assertStopped(tx, id);
      await purgePlugin(tx, id, others);
      const details = { tables: tables.map(({ name }) => name), tasks, prefix: tablePrefix(id) };
      await audit.record(tx, { actor: 'console', action: 'plugin.purge', target: id, details });
    });
    print(translate('host:outside.purged', { plugin: id }));
    return 0;
  });
}

/** @throws expected `host:outside.running` while a process of the server has loaded the half */
async function assertStopped(tx: Tx, id: string): Promise<void> {
  if (await isAnnounced(tx, halfPresence(id))) fail('host:outside.running', { plugin: id }, { kind: 'conflict' });
}
