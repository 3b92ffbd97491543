import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { cruise, type ICruiseResult } from 'dependency-cruiser';

import { FLOOR_RULES, floorViolations, inFolderCircles, type ImportEdge, type FloorPlan } from './floors.ts';
import { layerRules, ONE_WAY, FLOOR_PLANS } from './layer-rules.ts';

// dependency-cruiser cannot use TypeScript 7 as a parser, and without a parser it would skip every TypeScript file and
// report no violations. So it uses swc, and the check must find each of the planted violations.

const root = new URL('../', import.meta.url);
const planted = new URL('tests/fixtures/layering/', root);

interface Violation {
  file: string;
  to: string;
  rule: string;
  why: string;
}

async function violationsIn(
  tree: URL,
  folders: string[],
  plan: readonly FloorPlan[],
): Promise<{ files: string[]; violations: Violation[] }> {
  const rules = await layerRules(tree);
  const { output } = await cruise(folders, {
    baseDir: fileURLToPath(tree).replace(/.$/, ''),
    parser: 'swc',
    tsPreCompilationDeps: 'specify',
    doNotFollow: { path: 'node_modules' },
    // core/ has a package.json for external plugins; its dependencies are in the root package.json.
    combinedDependencies: true,
    exclude: { path: '^tests/fixtures/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'require', 'types', 'default'],
    },
    validate: true,
    ruleSet: { forbidden: rules.map((rule) => ({ severity: 'error', ...rule })) },
  });
  assert(typeof output !== 'string', 'dependency-cruiser answers data');
  const files = ourFiles(output);
  const arrows = arrowsOf(output);
  const oneWay = arrows.filter(({ from, to }) => ONE_WAY.test(from) && ONE_WAY.test(to));
  const onFloors = [...plan.flatMap((each) => floorViolations(each, files, arrows)), ...inFolderCircles(oneWay)];
  return {
    files,
    violations: [
      ...found(output, rules),
      ...onFloors.map(({ from, to, rule }) => ({ file: from, to, rule, why: FLOOR_RULES[rule] })),
    ],
  };
}

function arrowsOf(result: ICruiseResult): ImportEdge[] {
  return result.modules.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ resolved }) => (resolved === source ? [] : { from: source, to: resolved })),
  );
}

function ourFiles(result: ICruiseResult): string[] {
  return result.modules
    .map((module) => module.source)
    .filter((file) => /^(core|plugins|host|tests|scripts)\//.test(file));
}

function found(result: ICruiseResult, rules: Awaited<ReturnType<typeof layerRules>>): Violation[] {
  return result.summary.violations.map(({ from, to, rule }) => ({
    file: from,
    to,
    rule: rule.name,
    why: rules.find(({ name }) => name === rule.name)?.comment ?? '',
  }));
}

/** The first line of a planted file says which rules it breaks: `// breaks: no-cycle`. */
function plantedBreaks(files: string[]): string[] {
  return files.flatMap((file) => {
    const rules = /^\/\/ breaks: (.+)$/m.exec(readFileSync(new URL(file, planted), 'utf8'))?.[1] ?? '';
    return rules.split(', ').flatMap((rule) => (rule === '' ? [] : [`${file} ${rule}`]));
  });
}

const fixture = await violationsIn(planted, ['core', 'plugins', 'host'], FLOOR_PLANS);
const expected = plantedBreaks(fixture.files);
assert(expected.length > 0, 'no planted violation was cruised');
assert.deepEqual(
  [...new Set(fixture.violations.map(({ file, rule }) => `${file} ${rule}`))].sort(),
  expected.sort(),
  'the planted violations are not exactly those that were found',
);
const rules = new Set([...(await layerRules(planted)).map(({ name }) => name), ...Object.keys(FLOOR_RULES)]);
const unproven = [...rules].filter((rule) => !expected.some((line) => line.endsWith(` ${rule}`)));
assert.deepEqual(unproven, [], 'these rules have no planted violation in tests/fixtures/layering/');

const folders = ['core', 'plugins', 'host', 'tests', 'scripts'];
const product = await violationsIn(root, folders, FLOOR_PLANS);
for (const folder of folders) {
  assert(
    product.files.some((file) => file.startsWith(`${folder}/`)),
    `no file of ${folder}/ was cruised`,
  );
}
for (const { file, to, why } of product.violations) console.error(`${file} imports ${to}: ${why}`);
if (product.violations.length > 0) process.exit(1);
console.log(`${product.files.length} files keep to their layers; ${expected.length} planted violations were found.`);
