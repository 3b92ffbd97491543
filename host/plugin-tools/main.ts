import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { fail } from '#core/contract/errors.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { terminalLanguage } from '#host/server/terminal-language.ts';

import { findAuthorFolder } from './author-folder.ts';
import { buildPlugin } from './build-plugin.ts';
import { checkPlugin } from './check-plugin.ts';
import { devPlugin } from './dev-plugin.ts';
import { linkWorkbench } from './link-workbench.ts';
import { makeMigrations } from './make-migrations.ts';
import { newPlugin } from './new-plugin.ts';
import { packageName, packPlugin } from './pack-plugin.ts';
import { toolTerminal, type ToolTerminal } from './terminal.ts';
import { testPlugin } from './test-plugin.ts';
import { WORKBENCH } from './workbench.ts';

// reelport plugin COMMAND: the tools for plugin authors.

type Command = (words: string[], terminal: ToolTerminal, signal: AbortSignal) => Promise<number>;

const COMMANDS: Readonly<Record<string, Command>> = {
  new: createPlugin,
  dev: develop,
  test: (words, _terminal, signal) => testPlugin(here(), words, signal),
  check,
  build,
  pack,
  migrations(words) {
    const { values } = parseArgs({ args: words, options: { name: { type: 'string' } } });
    return Promise.resolve(makeMigrations(here(), values.name));
  },
  link() {
    linkWorkbench(here().root);
    return Promise.resolve(0);
  },
};

function here(): ReturnType<typeof findAuthorFolder> {
  return findAuthorFolder(process.cwd());
}

async function createPlugin(words: string[], terminal: ToolTerminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    options: { id: { type: 'string' }, server: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined) fail('host:plugin-tools.usage');
  const { id, root } = newPlugin(folder, values);
  terminal.tell('host:plugin-tools.new-done', { id, folder: relative(process.cwd(), root) || '.' });
  return Promise.resolve(0);
}

async function build(_words: string[], terminal: ToolTerminal): Promise<number> {
  const { description, files } = await buildPlugin(here());
  const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0);
  const { id, version } = description.manifest;
  terminal.tell('host:plugin-tools.built', { id, version, kilobytes: Math.ceil(bytes / 1024) });
  return 0;
}

async function pack(words: string[], terminal: ToolTerminal): Promise<number> {
  const { values } = parseArgs({ args: words, options: { out: { type: 'string' } } });
  const folder = here();
  const built = await buildPlugin(folder);
  const packed = packPlugin(built);
  const file = values.out === undefined ? join(folder.root, packageName(built)) : resolve(values.out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, packed);
  const kilobytes = Math.ceil(packed.length / 1024);
  terminal.tell('host:plugin-tools.packed', { file: relative(process.cwd(), file), kilobytes });
  return 0;
}

async function check(_words: string[], terminal: ToolTerminal): Promise<number> {
  const findings = await checkPlugin(here());
  terminal.list(findings);
  const errors = findings.filter(({ level }) => level === 'error').length;
  if (errors === 0) terminal.tell('host:plugin-tools.check-good', { warnings: findings.length });
  else terminal.tell('host:plugin-tools.check-bad', { errors, warnings: findings.length - errors });
  return errors === 0 ? 0 : 1;
}

async function develop(words: string[], terminal: ToolTerminal, signal: AbortSignal): Promise<number> {
  const { values } = parseArgs({
    args: words,
    options: { to: { type: 'string' }, key: { type: 'string' }, server: { type: 'boolean' } },
  });
  const to = values.to ?? process.env['REELPORT_ADDRESS'];
  const key = values.key ?? process.env['REELPORT_KEY'];
  if (to === undefined || !URL.canParse(to)) fail('host:plugin-tools.dev-address');
  if (key === undefined || key === '') fail('host:plugin-tools.dev-key', { address: to });
  const folder = here();
  const target = { to, key };
  if (values.server !== true) await devPlugin(folder, target, { terminal, signal });
  else {
    // As for the console of the checkout, whose data folder it is.
    const configuration = readConfiguration({
      ...process.env,
      DATA_DIR: resolve(WORKBENCH, process.env['DATA_DIR'] ?? 'data'),
    });
    const { withServerPush } = await import('./push-server.ts');
    await withServerPush({ configuration, folder, to, terminal }, (pushServer) =>
      devPlugin(folder, target, { terminal, signal, pushServer }),
    );
  }
  return 0;
}

const terminal = toolTerminal(terminalLanguage());
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort());
try {
  const [group, name = '', ...words] = process.argv.slice(2);
  const command = group === 'plugin' && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) fail('host:plugin-tools.usage');
  process.exitCode = await command(words, terminal, stopping.signal);
} catch (error) {
  const isMistyped = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (isMistyped) terminal.tell('host:plugin-tools.words', { reason: error.message });
  else if (!stopping.signal.aborted) terminal.fault(error);
  process.exitCode = stopping.signal.aborted ? 130 : 1;
}
