import { fileURLToPath } from 'node:url';

import { createRsbuild, loadConfig } from '@rsbuild/core';

// Builds `tests/browser/studio/page/` into a folder, as a process of its own: the builder changes the environment.

const root = fileURLToPath(new URL('../../', import.meta.url));
const { content: config } = await loadConfig({ cwd: root, path: `${root}rsbuild.config.ts` });
config.source = { ...config.source, entry: { studio: './tests/browser/studio/page/main.tsx' } };
config.output = {
  ...config.output,
  distPath: {
    root: process.argv[2] ?? '',
    js: '',
    jsAsync: '',
    css: '',
    cssAsync: '',
    font: '',
    image: '',
    assets: '',
  },
  filename: { js: '[name].js', css: '[name].css' },
  sourceMap: false,
  dataUriLimit: Number.MAX_SAFE_INTEGER,
  minify: false,
};
config.splitChunks = false;
const rsbuild = await createRsbuild({ cwd: root, config: { ...config, logLevel: 'error' } });
await rsbuild.build();
