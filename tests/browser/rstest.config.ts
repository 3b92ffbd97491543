import { pluginReact } from '@rsbuild/plugin-react';
import { defineConfig } from '@rstest/core';

import { ClosingLine } from './closing-line.ts';

// Tests of the browser half, in happy-dom. They share one process a worker; tests/browser/set-up.ts resets what
// they share.
export default defineConfig({
  include: ['tests/browser/**/*.test.{ts,tsx}'],
  testEnvironment: 'happy-dom',
  isolate: false,
  testTimeout: 20_000,
  setupFiles: ['./tests/browser/set-up.ts'],
  plugins: [pluginReact()],
  // Semi imports style sheets, which Node.js cannot load. It loads all other packages itself, once a worker: bundled
  // into each file of tests they took half of the time.
  output: { bundleDependencies: [/^@douyinfe\//] },
  source: { decorators: { version: 'legacy' }, tsconfigPath: './core/web/tsconfig.json' },
  reporters: ['default', new ClosingLine()],
});
