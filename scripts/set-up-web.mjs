import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { translate } from './launcher-texts.mjs';
import { SetUpError } from './set-up-error.mjs';
import { webIsBuilt } from './web-stamp.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const LOG = `${root}.cache/build-web.log`;

/**
 * Builds the browser half unless the existing build is up to date.
 * @param {string} node the Node.js 24 to build on
 */
export async function ensureWeb(node) {
  if (webIsBuilt()) return;
  console.log(translate('host:set-up.web'));
  const began = Date.now();
  const { code, output } = await run(node);
  if (code !== 0) {
    mkdirSync(`${root}.cache`, { recursive: true });
    writeFileSync(LOG, output);
    throw new SetUpError(translate('host:set-up.web-failed', { log: LOG }));
  }
  console.log(translate('host:set-up.web-done', { seconds: Math.max(1, Math.round((Date.now() - began) / 1000)) }));
}

/**
 * @param {string} node
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function run(node) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, ['scripts/build-web.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
