import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { fail } from '#core/contract/errors.ts';

import { findAuthorFolder } from './author-folder.ts';
import { linkWorkbench } from './link-workbench.ts';
import { makeMigrations } from './make-migrations.ts';
import { WORKBENCH } from './workbench.ts';

const TEMPLATE = fileURLToPath(new URL('template/', import.meta.url));
/** What is different with a server half. */
const WITH_SERVER = fileURLToPath(new URL('template-server/', import.meta.url));
/** The suffix of template files, which keeps other tools from treating them as code of this repository. */
const END = '.txt';
const ID = /^[a-z][a-z0-9-]{1,39}$/;

/** What a new plugin has. */
export interface NewPluginOptions {
  /** The folder's name by default. */
  id?: string;
  /** A server half as well, with a table and its first migration. */
  server?: boolean;
}

/**
 * Creates a folder with a working plugin: a page, texts in both languages, tests.
 * @throws expected `host:plugin-tools.new-there`, `host:plugin-tools.new-id`
 */
export function newPlugin(folder: string, options: NewPluginOptions = {}): { id: string; root: string } {
  const { id = idOf(folder), server = false } = options;
  const root = resolve(folder);
  if (!ID.test(id)) fail('host:plugin-tools.new-id', { id });
  if (isThere(root)) fail('host:plugin-tools.new-there', { folder: root });
  const values: Record<string, string> = {
    id,
    name: id
      .split('-')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' '),
    // A relative path, so that the two can be moved together.
    core: relative(root, join(WORKBENCH, 'core')).split(sep).join('/'),
    version: versionOf(),
    table: id.replaceAll('-', '_'),
  };
  for (const template of server ? [TEMPLATE, WITH_SERVER] : [TEMPLATE]) fillIn(template, root, values);
  linkWorkbench(root);
  if (server) makeMigrations(findAuthorFolder(root), 'init', 'ignore');
  return { id, root };
}

function fillIn(template: string, root: string, values: Readonly<Record<string, string>>): void {
  for (const file of globSync(`**/*${END}`, { cwd: template })) {
    const text = readFileSync(join(template, file), 'utf8');
    // npm would leave out a file with this name when it packs.
    const target = join(root, file.slice(0, -END.length).replace('gitignore', '.gitignore'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      text.replaceAll(/__([a-z]+)__/g, (whole, name: string) => values[name] ?? whole),
    );
  }
}

function idOf(folder: string): string {
  return basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 40);
}

function isThere(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function versionOf(): string {
  return (JSON.parse(readFileSync(join(WORKBENCH, 'core/package.json'), 'utf8')) as { version: string }).version;
}
