import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

// Checks that every path mentioned in the docs exists, that the trees in docs/architecture.md list every folder of the
// product, and that docs/dependencies.md matches package.json.

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync(['docs/*.md', 'docs/plugins/**/*.md'], { cwd: root }),
].sort();
const faults: string[] = [];

const TOP = /^(core|plugins|host|locales|tests|docs|scripts|\.ci)\//;
/** Pages for plugin authors also mention folders of the author's own plugin. */
const TOP_FOR_AUTHORS = /^(core|plugins|host|docs|scripts)\//;

/** `plugins/<id>/server/{routes,jobs}.ts` as a glob pattern. */
function isThere(path: string): boolean {
  const pattern = path.replaceAll(/<[^>]+>/g, '*').replace(/\/$/, '');
  return /[*{]/.test(pattern) ? globSync(pattern, { cwd: root }).length > 0 : existsSync(`${root}${pattern}`);
}

let paths = 0;
function requirePath(page: string, path: string): void {
  paths += 1;
  if (!isThere(path)) faults.push(`${page} names ${path}, which does not exist`);
}

/** The paths of an indented tree: `name/  description`, two spaces per level. */
function treePaths(block: string): string[] {
  const trail: string[] = [];
  return block.split('\n').flatMap((line) => {
    const [, indent, name] = /^( *)(\S+)/.exec(line) ?? [];
    if (indent === undefined || name === undefined) return [];
    trail.length = indent.length / 2;
    trail.push(name);
    return [trail.join('')];
  });
}

const inTrees = new Set<string>();
for (const page of pages) {
  const source = read(page);
  for (const [, block = ''] of source.matchAll(/```tree\n(.*?)```/gs)) {
    for (const path of treePaths(block)) {
      inTrees.add(path.replace(/\/$/, ''));
      requirePath(page, path);
    }
  }
  const prose = source.replaceAll(/```.*?```/gs, '');
  for (const [, code = ''] of prose.matchAll(/`([^`\n]+)`/g)) {
    const top = page.startsWith('docs/plugins/') ? TOP_FOR_AUTHORS : TOP;
    if (top.test(code) && !/\s/.test(code)) requirePath(page, code);
  }
  for (const [, link = ''] of prose.matchAll(/\]\(([^)\s#]+)/g)) {
    if (!/^[a-z]+:/.test(link)) requirePath(page, normalize(join(dirname(page), link)));
  }
}

const folders = globSync(['core/**', 'host/**', 'plugins/*', 'tests/*', 'locales/*'], {
  cwd: root,
  withFileTypes: true,
  exclude: ['**/migrations/**'],
});
for (const folder of folders) {
  if (!folder.isDirectory()) continue;
  const path = `${folder.parentPath}/${folder.name}`.slice(root.length);
  const known = inTrees.has(path) || (path.startsWith('plugins/') && inTrees.has('plugins/<id>'));
  if (!known) faults.push(`docs/architecture.md has no line for ${path}/`);
}

interface Package {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}
// npm has checked the shape of this file.
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Package;
const declared = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
const rows = [...read('docs/dependencies.md').matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
);
for (const name of declared) if (!rows.includes(name)) faults.push(`docs/dependencies.md lacks ${name}`);
for (const name of rows)
  if (!declared.includes(name)) faults.push(`docs/dependencies.md names ${name}, which package.json lacks`);

if (paths === 0 || folders.length === 0) faults.push('no path was checked');
if (faults.length > 0) {
  console.error([...new Set(faults)].join('\n'));
  process.exit(1);
}
console.log(`${paths} paths in ${pages.length} pages exist; ${declared.length} dependencies are explained.`);
