import { translate } from './launcher-texts.mjs';
import { SetUpError } from './set-up-error.mjs';
import { ensurePackages, node24 } from './set-up-packages.mjs';
import { ensureTools } from './set-up-tools.mjs';
import { ensureWeb } from './set-up-web.mjs';

const MIN_NODE = [20, 19];

/**
 * Makes a checkout ready to run: checks that the running Node.js is new enough, installs the locked packages, and
 * ensures that the tools are installed. If it cannot, it prints one line and exits with code 1.
 * @param {Parameters<typeof ensureTools>[0]} tools
 * @param {{ web?: boolean }} [options] `web`: also build the browser half
 * @returns {Promise<string>} the Node.js 24 to run on
 */
export async function setUp(tools, options = {}) {
  try {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const [leastMajor = 0, leastMinor = 0] = MIN_NODE;
    if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
      throw new SetUpError(
        translate('host:set-up.node-old', { found: process.versions.node, least: MIN_NODE.join('.') }),
      );
    }
    await ensurePackages();
    const node = node24();
    await ensureTools(tools);
    if (options.web === true) await ensureWeb(node);
    return node;
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
