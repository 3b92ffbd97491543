import { fileURLToPath } from 'node:url';

import { pluginReact } from '@rsbuild/plugin-react';
import { defineConfig } from '@rstest/core';

import { TESTED, type TestedFolder } from './test-plugin.ts';

// Runs the tests of an external plugin in happy-dom. `reelport plugin test` says which plugin.

// Set by the command that started this.
const { root, id, texts } = JSON.parse(process.env[TESTED] ?? '{}') as TestedFolder;

export default defineConfig({
  root,
  include: ['tests/**/*.test.{ts,tsx}'],
  testEnvironment: 'happy-dom',
  testTimeout: 20_000,
  setupFiles: [fileURLToPath(new URL('browser/set-up.ts', import.meta.url))],
  plugins: [pluginReact()],
  source: {
    decorators: { version: 'legacy' },
    define: { REELPORT_PLUGIN: JSON.stringify({ id, texts }) },
  },
});
