import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { FREE_SERVICES, GRANTABLE_SERVICES } from '#core/contract/kernel-services.ts';
import { offeringPlugin, partExport, partOf, SHARED_PACKAGES } from '#core/contract/shared-packages.ts';

import { namesOfFace, PART_FACES, PLUGIN_FACES, versionOfOffer } from './sdk-faces.ts';

// core/contract/sdk-surface.ts: what this workbench offers to external plugins, as data. A package lists what it was
// built against, and the two are compared before any of its code is loaded.

const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}core/contract/sdk-surface.ts`;
const require = createRequire(import.meta.url);

const values = ['@reelport/core', '@reelport/core/contract'].flatMap(namesOfFace).filter(({ isType }) => !isType);
const ofParts = PART_FACES.flatMap((face) =>
  namesOfFace(face)
    .filter(({ isType }) => !isType)
    .map(({ name }) => partExport(partOf(face) ?? face, name)),
);
const tokens = values.flatMap(({ name, file }) => {
  const declared = new RegExp(`^export const ${name} = token<.*>\\('([\\w.-]+)', (\\d+)\\)`, 'm');
  const [, id, major] = declared.exec(readFileSync(`${root}${file}`, 'utf8')) ?? [];
  return id === undefined ? [] : [[name, `${id}@${major}`] as const];
});
const packages = [
  ...SHARED_PACKAGES.filter((name) => !name.startsWith('@reelport/')).map((name) => [name, versionOf(name)]),
  ...PLUGIN_FACES.map((face) => [face, versionOfOffer(offeringPlugin(face) ?? face)]),
];

function versionOf(specifier: string): string {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  for (let folder = dirname(require.resolve(specifier)); folder !== dirname(folder); folder = dirname(folder)) {
    const found = manifestAt(folder);
    if (found?.name === name) return found.version;
  }
  throw new Error(`${specifier}: its package.json was not found`);
}

function manifestAt(folder: string): { name: string; version: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string; version: string };
  } catch {
    return undefined;
  }
}

const list = (all: readonly string[]): string =>
  [...new Set(all)]
    .toSorted()
    .map((name) => `    '${name}',`)
    .join('\n');
const key = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);

const source = `// Made from the exports of core/package.json by scripts/generate-sdk-surface.ts; do not edit.

/** What a workbench offers to plugins from outside. */
export interface SdkSurface {
  /**
   * Names that \`@reelport/core\` and \`@reelport/core/contract\` export and that are there at run time; then those of
   * the parts, such as \`ui/Tabs#Tabs\`.
   */
  exports: readonly string[];
  /** Services that plugins may have, such as \`http@1\`. */
  tokens: readonly string[];
  /** Which token an export is: \`HTTP\` is \`http@1\`. */
  tokenOf: Readonly<Record<string, string>>;
  /**
   * Packages that the workbench gives to plugins, with its version of each; then what its own plugins offer, such as
   * \`@reelport/core/plugins/materials\`.
   */
  packages: Readonly<Record<string, string>>;
}

/** What this workbench offers. */
export const SDK_SURFACE: SdkSurface = {
  exports: [
${list(values.map(({ name }) => name))}
${list(ofParts)}
  ],
  tokens: [
${list([...tokens.map(([, token]) => token ?? ''), ...FREE_SERVICES, ...GRANTABLE_SERVICES])}
  ],
  tokenOf: {
${[...new Map(tokens)].map(([name, token]) => `    ${name}: '${token}',`).join('\n')}
  },
  packages: {
${packages.map(([name = '', version]) => `    ${key(name)}: '${version}',`).join('\n')}
  },
};
`;

// The versions are data of the product, too: each package records which version it was built with.
const own = [root, `${root}core`].map((folder) => manifestAt(folder)?.version);
if (own[0] !== own[1]) {
  console.error(`core/package.json: its version is ${own[1]}, that of package.json ${own[0]}`);
  process.exitCode = 1;
}
if (!process.argv.includes('--check')) {
  writeFileSync(target, source);
} else if (readFileSync(target, 'utf8') !== source) {
  console.error('core/contract/sdk-surface.ts is out of date: npm run generate');
  process.exitCode = 1;
}
