import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// What core/ offers, as declarations without comments, so that a change of it is seen as a change. TypeScript 7 has
// no programming interface: tsc writes the declarations, and this puts them together.

const root = fileURLToPath(new URL('..', import.meta.url));

interface Report {
  name: string;
  about: string;
  files(): string[];
}

const REPORTS: Report[] = [
  {
    name: 'core-contract',
    about: 'What both sides of the wire share',
    files: () => find(['core/contract/**/*.ts']).filter((file) => file !== 'core/contract/message-keys.ts'),
  },
  {
    name: 'core-web',
    about: "What a plugin's browser half and its tests may use",
    files: () => [
      ...find([
        'core/web/{define-web,plugin-context,scope,slot,token}.ts',
        'core/web/kernel/{inject,kernel,service}.ts',
      ]),
      ...find(['core/web/*/*.ts']).filter((file) => /^export const \w+ = (?:token|slot)</m.test(read(file))),
      ...find(['core/web/reading/*.ts', 'core/web/{components,react}/*.{ts,tsx}', 'core/web/testing/*.{ts,tsx}']),
    ],
  },
];

function find(patterns: string[]): string[] {
  return globSync(patterns, { cwd: root });
}

function read(file: string): string {
  return readFileSync(`${root}${file}`, 'utf8');
}

function declare(folder: string): void {
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--removeComments'];
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json').replace('package.json', 'bin/tsc'));
  // Type faults are told by the check of types; declarations are written all the same.
  spawnSync(process.execPath, [
    tsc,
    '-p',
    `${root}tsconfig.web.json`,
    ...options,
    '--rootDir',
    root,
    '--outDir',
    folder,
  ]);
}

function declarationsOf(file: string, folder: string): string {
  const written = join(folder, file.replace(/\.tsx?$/, '.d.ts'));
  if (!existsSync(written)) throw new Error(`tsc wrote no declarations of ${file}: see tsc -p tsconfig.web.json`);
  return (
    readFileSync(written, 'utf8')
      .replaceAll(/^import [^;]*;\n/gm, '')
      .replaceAll(/^export \{\};\n/gm, '')
      // Drawings and patterns say nothing about the shape.
      .replaceAll(/'[^'\n]{40,}'/g, "'…'")
      .trim()
  );
}

function write({ about, files }: Report, folder: string): string {
  const parts = [...new Set(files())]
    .sort()
    .map((file) => ({ file, text: declarationsOf(file, folder) }))
    .filter(({ text }) => text !== '')
    .map(({ file, text }) => `## ${file}\n\n\`\`\`ts\n${text}\n\`\`\`\n`);
  return [`# ${about}\n`, 'Made by `scripts/generate-api-report.ts`; do not edit.\n', ...parts].join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'api-report-'));
try {
  declare(folder);
  const stale = REPORTS.filter((report) => {
    const target = `${root}docs/api/${report.name}.api.md`;
    const text = write(report, folder);
    if (existsSync(target) && readFileSync(target, 'utf8') === text) return false;
    if (process.argv.includes('--check')) return true;
    mkdirSync(`${root}docs/api`, { recursive: true });
    writeFileSync(target, text);
    return false;
  });
  for (const { name } of stale) console.error(`docs/api/${name}.api.md is out of date: npm run generate`);
  if (stale.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
