import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { offeringPlugin } from '#core/contract/shared-packages.ts';

import { withDeclarations } from './emit-declarations.ts';
import { declarationsOfFace, withoutComments } from './face-declarations.ts';
import { referencePages } from './reference-pages.ts';
import { namesOfFace, PART_FACES, PLUGIN_FACES, versionOfOffer } from './sdk-faces.ts';

// Writes what core/ exports as declarations without comments, so that API changes show up as diffs; and the reference
// for plugin authors, from the doc comments.

const root = fileURLToPath(new URL('..', import.meta.url));

interface Report {
  name: string;
  about: string;
  /** The compiler settings for reading them. */
  project?: 'core/server/tsconfig.json';
  /** Report everything that these files export. */
  files?(): string[];
  /** Report what external plugins import, by specifier: only the exported names, and the types that they use. */
  faces?: readonly string[];
}

const REPORTS: Report[] = [
  {
    name: 'core',
    about: 'What browser halves of plugins from outside import',
    faces: ['@reelport/core', '@reelport/core/contract', ...PART_FACES.filter((face) => !PLUGIN_FACES.includes(face))],
  },
  {
    name: 'core-plugins',
    about: 'What plugins of the product offer to plugins from outside',
    faces: PLUGIN_FACES,
  },
  {
    name: 'core-server',
    about: 'What server halves of plugins from outside import',
    project: 'core/server/tsconfig.json',
    faces: ['@reelport/core/server'],
  },
  { name: 'core-testing', about: 'What tests of plugins import', faces: ['@reelport/core/testing'] },
  {
    name: 'core-testing-server',
    about: 'What tests of server halves import',
    project: 'core/server/tsconfig.json',
    faces: ['@reelport/core/testing/server'],
  },
  {
    name: 'core-contract',
    about: 'What both sides of the wire share',
    files: () => find(['core/contract/**/*.ts']),
  },
  {
    name: 'core-web',
    about: 'What a browser half that ships with the product may use',
    files: () => [
      ...find([
        'core/web/{define-web,observable-store,plugin-context,scope,service,slot,token}.ts',
        'core/web/kernel/{inject,kernel}.ts',
      ]),
      ...find(['core/web/*/*.ts']).filter((file) => /^export const \w+ = (?:token|slot)</m.test(read(file))),
      ...find(['core/web/live/*.ts', 'core/web/{components,react,views/plugins}/*.{ts,tsx}']),
    ],
  },
];

function find(patterns: string[]): string[] {
  return globSync(patterns, { cwd: root });
}

function read(file: string): string {
  return readFileSync(`${root}${file}`, 'utf8');
}

function declarationsOf(file: string, folder: string): string {
  const written = join(folder, file.replace(/\.tsx?$/, '.d.ts'));
  if (!existsSync(written)) throw new Error(`tsc wrote no declarations of ${file}: see tsc -p core/web`);
  return withoutComments(readFileSync(written, 'utf8'))
    .replaceAll(/^import [^;]*;\n/gm, '')
    .replaceAll(/^export \{\};\n/gm, '');
}

/** Icon paths and regular expressions are not part of the API's shape. */
function asBlock(text: string): string {
  const short = text.replaceAll(/'[^'\n]{40,}'/g, "'…'").trim();
  return short === '' ? '' : `\`\`\`ts\n${short}\n\`\`\`\n`;
}

function partsOf({ files, faces = [] }: Report, folder: string): Array<[title: string, block: string]> {
  const offered = faces.map((specifier): [string, string] => {
    const names = namesOfFace(specifier).map(({ name, declared, isType }) => {
      const whole = name === declared ? name : `${declared} as ${name}`;
      return isType ? `type ${whole}` : whole;
    });
    const plugin = offeringPlugin(specifier);
    const title = plugin === undefined ? specifier : `${specifier}, version ${versionOfOffer(plugin)}`;
    return [
      title,
      asBlock(`export {
${names
  .map(
    (name) => `  ${name},
`,
  )
  .join('')}};`),
    ];
  });
  const named = declarationsOfFace(faces.flatMap(namesOfFace), folder);
  const whole = [...new Set(files?.())].sort().map((file): [string, string] => [file, declarationsOf(file, folder)]);
  const parts = [...named].map(([file, statements]): [string, string] => [
    file,
    withoutComments(statements.map(({ text }) => text).join('\n')),
  ]);
  return [...offered, ...[...parts, ...whole].map(([file, text]): [string, string] => [file, asBlock(text)])];
}

function write(report: Report, folder: string): string {
  const parts = partsOf(report, folder)
    .filter(([, block]) => block !== '')
    .map(([title, block]) => `## ${title}\n\n${block}`);
  return [`# ${report.about}\n`, 'Made by `scripts/generate-api-report.ts`; do not edit.\n', ...parts].join('\n');
}

withDeclarations((folders) => {
  const pages = new Map(
    REPORTS.map((report) => [
      `docs/api/${report.name}.api.md`,
      write(report, folders[report.project ?? 'core/web/tsconfig.json']),
    ]),
  );
  for (const [page, text] of referencePages(folders)) pages.set(`docs/plugins/reference/${page}`, text);
  const gone = find(['docs/plugins/reference/*.md']).filter((page) => !pages.has(page));
  const stale = [...pages].filter(([page, text]) => !existsSync(root + page) || read(page) !== text);
  if (process.argv.includes('--check')) {
    for (const page of [...stale.map(([name]) => name), ...gone])
      console.error(`${page} is out of date: npm run generate`);
    if (stale.length + gone.length > 0) process.exitCode = 1;
    return;
  }
  for (const page of gone) rmSync(root + page);
  for (const [page, text] of stale) {
    mkdirSync(dirname(root + page), { recursive: true });
    writeFileSync(root + page, text);
  }
});
