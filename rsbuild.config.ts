import { fileURLToPath } from 'node:url';

import { defineConfig, rspack } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

import { SUPPORTED_BROWSERS } from './core/contract/supported-browsers.ts';
import { SpreadChunkTable } from './scripts/spread-chunk-table.ts';
import { SHARED_DATA } from './scripts/without-schemas.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** `host/web/static/browser-check.js` turns older ones away. */
const BROWSERS = [
  ...Object.entries(SUPPORTED_BROWSERS).map(([name, version]) => `${name.toLowerCase()} >= ${version}`),
  `ios_saf >= ${SUPPORTED_BROWSERS.Safari}`,
];

/** The browser half, built by `scripts/build-web.ts`. The server writes the HTML page, so none is built here. */
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
      // For browsers the package's `exports` offer only the development build, with its warnings.
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
    // Written next to the code for debugging on the server; the bundles do not link to them, and they are not served.
    sourceMap: { js: 'hidden-source-map', css: false },
    legalComments: 'none',
    dataUriLimit: 0,
    cleanDistPath: true,
    // A third pass saves half a kilobyte of compressed start-up code.
    minify: { jsOptions: { minimizerOptions: { compress: { passes: 3 } } } },
  },
  splitChunks: {
    preset: 'none',
    cacheGroups: {
      default: false,
      defaultVendors: false,
      // A package that several lazy chunks use gets a file of its own; one used by a single chunk is part of that
      // chunk.
      shared: { test: /[\\/]node_modules[\\/]/, chunks: 'async', minChunks: 2, minSize: 10_000 },
      // Each file is read in one go, so that a slow phone answers nobody meanwhile: what draws is half of all packages.
      // `initial` keeps out what only lazy chunks use.
      vendor: {
        test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler|inversify|@inversifyjs)[\\/]/,
        name: 'vendor',
        chunks: 'initial',
        enforce: true,
      },
    },
  },
  performance: { printFileSize: false },
  tools: {
    htmlPlugin: false,
    // Only code is told by its name whose it is, and every page loads the table of the names.
    cssExtract: { pluginOptions: { chunkFilename: 'assets/[id].[contenthash:6].css' } },
    rspack(config) {
      config.output ??= {};
      config.output.chunkLoadTimeout = 120_000;
      // A module that throws while loading throws again when it is imported again.
      config.output.strictModuleErrorHandling = true;
      config.module ??= {};
      config.module.rules ??= [];
      config.module.rules.push({
        test: /[\\/]plugins[\\/][^\\/]+[\\/]web[\\/].*\.tsx?$/,
        enforce: 'pre',
        loader: `${root}scripts/name-plugin-chunks.mjs`,
      });
      config.module.rules.push({
        test: SHARED_DATA,
        enforce: 'pre',
        loader: `${root}scripts/without-schemas.mjs`,
      });
      config.module.rules.push({
        test: /@inversifyjs[\\/]core[\\/]lib[\\/]planning[\\/]models[\\/]\w+BindingNodeImplementation\.js$/,
        loader: `${root}scripts/without-jit.mjs`,
      });
      config.module.rules.push({
        test: /[\\/]i18next[\\/]dist[\\/]esm[\\/]i18next\.js$/,
        loader: `${root}scripts/without-advice.mjs`,
      });
      // Semi's package.json lists its barrel file as having side effects, so a single import would pull in every
      // component.
      config.module.rules.push({
        test: /@douyinfe[\\/]semi-ui-19[\\/]lib[\\/]es[\\/]index\.js$/,
        sideEffects: false,
      });
      config.plugins ??= [];
      config.plugins.push(new SpreadChunkTable());
      // External plugins bundle their own zod, so the product's copy is tree-shaken.
      config.module.rules.push({ test: /[\\/]core[\\/]web[\\/]outside[\\/]shared-zod\.ts$/, layer: 'outside' });
      // It would come with all its locales.
      config.plugins?.push(
        new rspack.NormalModuleReplacementPlugin(/^\.\.\/locales\/index\.js$/, (request) => {
          if (/[\\/]zod[\\/]/.test(request.context)) request.request = '../locales/en.js';
        }),
      );
    },
  },
});
