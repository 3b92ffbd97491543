#!/usr/bin/env node
// `reelport plugin …`, from any folder: the tools of the checkout that this file stands in.

// Relative paths on the command line refer to this folder.
process.env['INIT_CWD'] = process.cwd();
process.argv.splice(2, 0, '--no-tools', '--in-caller-folder', 'host/plugin-tools/main.ts');
await import(new URL('../../scripts/run.mjs', import.meta.url).href);
