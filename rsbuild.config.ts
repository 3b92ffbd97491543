import { fileURLToPath } from 'node:url';

import { defineConfig, rspack } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Browsers that the bundle is made for; `host/web/static/browser-check.js` turns older ones away. */
const BROWSERS = ['chrome >= 119', 'edge >= 119', 'firefox >= 124', 'safari >= 17.4', 'ios_saf >= 17.4'];

/** The browser half, built by `scripts/build-web.ts`; the server writes the page around it, so none is made here. */
export default defineConfig({
  root,
  plugins: [pluginReact({ splitChunks: false })],
  source: {
    entry: { main: './host/web/main.tsx', frame: './host/web/frame/main.tsx' },
    tsconfigPath: './core/web/tsconfig.json',
    decorators: { version: 'legacy' },
  },
  resolve: {
    alias: {
      // Its package offers browsers no other build than the one with warnings for developers.
      'react-router$': `${root}node_modules/react-router/dist/production/index.mjs`,
      'react-router/dom$': `${root}node_modules/react-router/dist/production/dom-export.mjs`,
    },
  },
  output: {
    target: 'web',
    overrideBrowserslist: BROWSERS,
    distPath: {
      root: 'dist/web',
      js: 'assets',
      jsAsync: 'assets',
      css: 'assets',
      cssAsync: 'assets',
      font: 'assets',
      image: 'assets',
      svg: 'assets',
      media: 'assets',
      assets: 'assets',
    },
    filename: { js: '[name].[contenthash:6].js', css: '[name].[contenthash:6].css' },
    assetPrefix: '/',
    // Beside the code, for whoever debugs the server's machine; nothing points to them and the server does not serve them.
    sourceMap: { js: 'hidden-source-map', css: false },
    legalComments: 'none',
    dataUriLimit: 0,
    cleanDistPath: true,
    // A third pass takes half a kilobyte off the start, zipped.
    minify: { jsOptions: { minimizerOptions: { compress: { passes: 3 } } } },
  },
  splitChunks: {
    preset: 'none',
    cacheGroups: {
      default: false,
      defaultVendors: false,
      // What several lazy chunks need of a package is a file of its own; what one needs comes with it.
      shared: { test: /[\\/]node_modules[\\/]/, chunks: 'async', minChunks: 2, minSize: 10_000 },
      // `initial`: what only lazy chunks need stays out of it.
      // What speaks with frames is none of the start's.
      vendor: { test: /[\\/]node_modules[\\/](?!comlink[\\/])/, name: 'vendor', chunks: 'initial', enforce: true },
    },
  },
  performance: { printFileSize: false },
  tools: {
    htmlPlugin: false,
    rspack(config) {
      config.output ??= {};
      config.output.chunkLoadTimeout = 120_000;
      // A module that throws while it is loaded throws again when it is asked for again.
      config.output.strictModuleErrorHandling = true;
      config.module ??= {};
      config.module.rules ??= [];
      config.module.rules.push({
        test: /[\\/]plugins[\\/][^\\/]+[\\/]web[\\/].*\.tsx?$/,
        enforce: 'pre',
        loader: `${root}scripts/name-plugin-chunks.mjs`,
      });
      // Semi lists its barrel among its side effects: one import of it anywhere would pull every lazy part into the start.
      config.module.rules.push({
        test: /@douyinfe[\\/]semi-ui-19[\\/]lib[\\/]es[\\/]index\.js$/,
        sideEffects: false,
      });
      // Plugins from outside have a zod of their own: of the product's only what it uses is kept.
      config.module.rules.push({ test: /[\\/]core[\\/]web[\\/]outside[\\/]shared-zod\.ts$/, layer: 'outside' });
      // All its languages would come with it.
      config.plugins?.push(
        new rspack.NormalModuleReplacementPlugin(/^\.\.\/locales\/index\.js$/, (request) => {
          if (/[\\/]zod[\\/]/.test(request.context)) request.request = '../locales/en.js';
        }),
      );
    },
  },
});
