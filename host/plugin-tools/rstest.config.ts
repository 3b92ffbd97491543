import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';

import { pluginReact } from '@rsbuild/plugin-react';
import { defineConfig, defineInlineProject } from '@rstest/core';

import { FACES } from '../../scripts/sdk-faces.ts';
import { shippedIds, WORKBENCH } from './workbench.ts';
import { testedPlugin } from './tested-plugin.ts';

// Runs the tests of a plugin from outside: those of its browser half in happy-dom, those of its server half in Node.
// `reelport plugin test` says which plugin.

const { root, id, texts, server } = testedPlugin();
const SERVER_TESTS = 'tests/server/**/*.test.ts';
const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const web = defineInlineProject({
  name: 'web',
  root,
  include: ['tests/**/*.test.{ts,tsx}'],
  exclude: [SERVER_TESTS],
  testEnvironment: 'happy-dom',
  testTimeout: 20_000,
  setupFiles: [own('browser/set-up.ts')],
  plugins: [pluginReact()],
  source: {
    decorators: { version: 'legacy' },
    define: { REELPORT_PLUGIN: JSON.stringify({ id, texts, shipped: shippedIds() }) },
  },
});

/** Modules of the checkout run as they are, in one copy with those that the server imports. */
const serverTests = defineInlineProject({
  name: 'server',
  root,
  include: [SERVER_TESTS],
  testEnvironment: 'node',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  setupFiles: [own('server-tests/set-up.ts')],
  output: {
    externals: [
      ({ request = '' }, callback) => {
        const file = FACES[request] ?? /^#((?:core|host)\/.+)$/.exec(request)?.[1];
        if (file === undefined) return callback();
        return callback(undefined, `module-import ${pathToFileURL(join(WORKBENCH, file)).href}`);
      },
    ],
  },
});

export default defineConfig({ root, projects: server === null ? [web] : [web, serverTests] });
