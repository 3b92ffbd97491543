// Writes a migration for each part of the program whose tables have changed: the kernel, and every plugin with
// server/tables.ts. `--name <what-changes>` names it. `--check` writes nothing, and fails when a migration is missing.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({ options: { check: { type: 'boolean' }, name: { type: 'string' } } });

const sources = [
  { name: 'core', folder: join(root, 'core/server') },
  ...readdirSync(join(root, 'plugins')).map((name) => ({ name, folder: join(root, 'plugins', name, 'server') })),
].filter(({ folder }) => existsSync(join(folder, 'tables.ts')));

/** Runs drizzle-kit. @returns the SQL files that it added to `out` */
function generate(tables: string, out: string): string[] {
  const before = sqlFiles(out);
  const result = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/drizzle-kit/bin.cjs'),
      'generate',
      '--dialect=postgresql',
      '--casing=snake_case',
      `--schema=${relative(root, tables)}`,
      `--out=${relative(root, out)}`,
      ...(options.name === undefined ? [] : [`--name=${options.name}`]),
    ],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  if (result.status !== 0) {
    console.error(result.stdout, result.stderr);
    process.exit(1);
  }
  return sqlFiles(out).filter((file) => !before.includes(file));
}

function sqlFiles(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.sql')) : [];
}

let missing = false;
for (const { name, folder } of sources) {
  const tables = join(folder, 'tables.ts');
  const migrations = join(folder, 'migrations');
  if (options.check !== true) {
    for (const file of generate(tables, migrations)) console.log(`${name}: ${file}`);
    continue;
  }
  const copy = mkdtempSync(join(root, 'node_modules', '.migrations-'));
  try {
    if (existsSync(migrations)) cpSync(migrations, copy, { recursive: true });
    if (generate(tables, copy).length > 0) {
      console.error(
        `${name}: the tables and the migrations differ; run scripts/generate-migrations.ts --name <what-changes>`,
      );
      missing = true;
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
if (missing) process.exit(1);
