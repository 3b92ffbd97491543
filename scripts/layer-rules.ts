import { existsSync, readdirSync } from 'node:fs';

import type { IForbiddenRuleType } from 'dependency-cruiser';
import { z } from 'zod';

import type { FloorPlan } from './floors.ts';

/** The part of a manifest that lists the plugins that a plugin may import from. */
const manifestSchema = z.object({ default: z.object({ id: z.string(), uses: z.array(z.string()) }) });

const TEST_FILES = '^(core|plugins|host)/.*testing/|^tests/';
/** The tools of plugin authors run in a checkout, with all of its development dependencies. */
const TOOLS = '^host/plugin-tools/';

/** The floors of the kernel's two halves, as described in docs/architecture.md. */
export const FLOOR_PLANS: readonly FloorPlan[] = [
  {
    root: 'core/server/',
    floors: [['ground'], ['services'], ['http'], ['plugins']],
    beside: ['index.ts', 'tables.ts', 'testing'],
  },
  {
    root: 'core/web/',
    floors: [
      ['.', 'i18n', 'storage', 'theme', 'trace'],
      [
        ...[
          'commands',
          'dialogs',
          'events',
          'failures',
          'features',
          'http',
          'live',
          'permissions',
          'plugins',
          'router',
        ],
        ...['session', 'settings', 'space', 'tasks', 'toasts', 'uploads'],
      ],
      ['kernel'],
      ['react'],
      ['components', 'player', 'runs', 'selection', 'studio', 'tools', 'ui', 'views'],
      ['page-closing', 'frame', 'outside', 'why'],
      ['compose'],
    ],
    beside: ['testing'],
  },
];

/** Folders without floors whose subfolders may import each other in one direction only. */
export const ONE_WAY = /^(host\/web|plugins\/[^/]+\/web)\//;

/** Who may import whom, as described in docs/architecture.md. What no rule forbids is allowed. */
const LAYERS: IForbiddenRuleType[] = [
  {
    name: 'contract-stands-alone',
    comment: 'core/contract/ is shared by both sides: it imports zod and itself, of texts their keys, nothing else.',
    from: { path: '^core/contract/', pathNot: '^core/contract/index\\.ts$' },
    to: { pathNot: ['^core/contract/', '^locales/zh/(core|shell)\\.json$', '(^|/)node_modules/zod/'] },
  },
  {
    name: 'contract-offers-tokens',
    comment:
      'core/contract/index.ts offers what core/contract/ has, and tokens and slots of the kernel that manifests name; it is loaded by server halves, too.',
    from: { path: '^core/contract/index\\.ts$' },
    to: {
      pathNot: [
        ...['^core/contract/', '^core/web/([a-z]+)/\\1\\.ts$', '^core/web/features/feature-gate\\.ts$'],
        '^core/web/(tasks/task-work|tools/tool-cards|runs/run-(exports|outputs|steps))\\.ts$',
      ],
    },
  },
  {
    name: 'core-below-plugins',
    comment: 'core/ knows no plugin and no host; take what it needs as a parameter.',
    from: { path: '^core/', pathNot: '^core/(server/index|plugins/[^/]+)\\.ts$' },
    to: { path: '^(plugins|host)/' },
  },
  {
    name: 'face-offers-its-plugin',
    comment:
      'core/plugins/<id>.ts offers to plugins from outside what plugins/<id> has beside its manifest, nothing else.',
    from: { path: '^core/plugins/([^/]+)\\.ts$' },
    to: { pathNot: '^plugins/$1/[^/]+\\.ts$' },
  },
  {
    name: 'face-offers-server-apis',
    comment:
      'core/server/index.ts offers to plugins from outside the server/api.ts of our own plugins, nothing else of them.',
    from: { path: '^core/server/index\\.ts$' },
    to: { path: '^(plugins|host)/', pathNot: '^plugins/[^/]+/server/api\\.ts$' },
  },
  {
    name: 'core-server-not-web',
    comment: 'core/server/ and core/web/ share only core/contract/.',
    from: { path: '^core/server/' },
    to: { path: '^core/web/' },
  },
  {
    name: 'core-web-not-server',
    comment: 'core/server/ and core/web/ share only core/contract/.',
    from: { path: '^core/web/' },
    to: { path: '^core/server/' },
  },
  {
    name: 'manifest-is-data',
    comment: 'plugin.ts is data: it imports core/contract/ and its own events.ts and settings.ts only.',
    from: { path: '^plugins/([^/]+)/plugin\\.ts$' },
    to: { pathNot: ['^core/contract/', '^plugins/$1/(events|settings)\\.ts$'] },
  },
  {
    name: 'plugin-shared-is-pure',
    comment:
      'Files beside plugin.ts run on both sides: core/contract/, zod and each other; api.ts also takes types of core/.',
    from: { path: '^plugins/([^/]+)/[^/]+\\.ts$', pathNot: '^plugins/[^/]+/(plugin|api|texts\\.d)\\.ts$' },
    to: { pathNot: ['^core/contract/', '^plugins/$1/[^/]+\\.ts$', '(^|/)node_modules/zod/'] },
  },
  {
    name: 'plugin-api-is-pure',
    comment:
      'api.ts is loaded by other plugins: it names tokens and slots; of the rest of core/ and of its own halves it takes types only.',
    from: { path: '^plugins/([^/]+)/api\\.ts$' },
    to: {
      pathNot: ['^core/contract/', '^core/web/(slot|token)\\.ts$', '^plugins/$1/[^/]+\\.ts$', '(^|/)node_modules/zod/'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'server-api-is-pure',
    comment:
      'server/api.ts is loaded by other server halves: tokens, types and pure code; of the rest of core/ and of its own half it takes types only.',
    from: { path: '^plugins/([^/]+)/server/api\\.ts$' },
    to: {
      pathNot: [
        ...['^core/contract/', '^core/server/(plugins/server-token|services/hooks/server-hook)\\.ts$'],
        ...['^plugins/$1/[^/]+\\.ts$', '(^|/)node_modules/zod/'],
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'plugin-server-not-web',
    comment: "A plugin's server half imports core/server/, core/contract/ and its own server half.",
    from: { path: '^plugins/([^/]+)/server/' },
    to: { path: ['^core/web/', '^plugins/$1/web/'] },
  },
  {
    name: 'plugin-web-not-server',
    comment: "A plugin's web half imports core/web/, core/contract/ and its own web half.",
    from: { path: '^plugins/([^/]+)/web/' },
    to: { path: ['^core/server/', '^plugins/$1/server/'] },
  },
  {
    name: 'plugin-below-host',
    comment: 'A plugin knows no host; take what it needs from ctx.',
    from: { path: '^plugins/' },
    to: { path: '^host/' },
  },
  {
    name: 'host-halves-apart',
    comment: 'host/server/ and host/web/ share only core/contract/.',
    from: { path: '^host/(server|web)/' },
    to: { path: '^(core|host|plugins/[^/]+)/(server|web)/', pathNot: '^(core|host|plugins/[^/]+)/$1/' },
  },
  {
    name: 'tests-above-all',
    comment: 'The product never imports tests, test kits or scripts.',
    from: { path: '^(core|plugins|host)/', pathNot: [TEST_FILES, TOOLS] },
    to: { path: [TEST_FILES, '^scripts/'] },
  },
  {
    name: 'tools-stand-alone',
    comment: 'host/plugin-tools/ is for authors of plugins: nothing of the product imports it.',
    from: { path: '^(core|plugins|host)/', pathNot: TOOLS },
    to: { path: TOOLS },
  },
  {
    name: 'faces-are-for-outside',
    comment: 'core/index.ts and its like are what plugins from outside import; here, import the file that declares it.',
    from: { path: '^(core|plugins|host)/', pathNot: [TOOLS, '^core/web/(outside|frame)/', '^host/web/frame/'] },
    to: { path: '^core/(index|contract/index|server/index|plugins/[^/]+)\\.ts$' },
  },
  {
    name: 'router-in-one-place',
    comment: 'The router library is used in core/web/router/ alone: import links, parameters and ROUTER from there.',
    from: { path: '^(core|plugins|host)/', pathNot: '^core/web/router/' },
    to: { path: '(^|/)node_modules/react-router(-dom)?/' },
  },
  {
    name: 'no-cycle',
    comment: 'Files that need each other, be it for a type, are one subject, or lack a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment: 'The import leads nowhere.',
    from: {},
    // The name of the author's plugin in a bundle of the tools.
    to: { couldNotResolve: true, pathNot: '^@author/' },
  },
  {
    name: 'packages-are-dependencies',
    comment: 'What the product imports stands under "dependencies" of package.json.',
    from: { path: '^(core|plugins|host)/', pathNot: [TEST_FILES, TOOLS] },
    to: {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only'],
    },
  },
];

/**
 * The rules for a tree: {@link LAYERS}, and those by which a plugin meets only `api.ts`, and its server half also
 * `server/api.ts`, of the plugins listed under `uses` in its manifest.
 * @param tree the folder that contains `plugins/`, with a trailing slash
 */
export async function layerRules(tree: URL): Promise<IForbiddenRuleType[]> {
  const plugins = new URL('plugins/', tree);
  const rules = [...LAYERS];
  const ids = existsSync(plugins) ? readdirSync(plugins).sort() : [];
  for (const id of ids) {
    const file = new URL(`${id}/plugin.ts`, plugins);
    if (!existsSync(file)) continue;
    const { uses } = manifestSchema.parse(await import(file.href)).default;
    const faces = (file: string) => uses.map((used) => `^plugins/${used}/${file}`);
    const meet = (from: IForbiddenRuleType['from'], allowed: string[]): IForbiddenRuleType => ({
      name: 'plugins-meet-in-api',
      comment: `Of other plugins, ${id} may import only api.ts, its server half also server/api.ts, and only of those in "uses" of plugins/${id}/plugin.ts.`,
      from,
      to: { path: '^plugins/', pathNot: [`^plugins/${id}/`, ...faces('api\\.ts$'), ...allowed] },
    });
    const server = `^plugins/${id}/server/`;
    rules.push(
      meet({ path: `^plugins/${id}/`, pathNot: server }, []),
      meet({ path: server }, faces('server/api\\.ts$')),
    );
  }
  return rules;
}
