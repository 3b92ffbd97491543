import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
  debianPostgresql,
  findChromium,
  findFirefox,
  findSshd,
  findWebKitDriver,
  HEADLESS,
  onPath,
  UNPACKED,
} from './find-tools.mjs';
import { translate } from './launcher-texts.mjs';
import { SetUpError } from './set-up-error.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const LOG = `${root}.cache/apt-get.log`;
const C_LOCALE = { ...process.env, LC_ALL: 'C.UTF-8' };

const FONT_FOLDERS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.fonts'),
  join(homedir(), '.local/share/fonts'),
  '/System/Library/Fonts',
  '/Library/Fonts',
];
const CJK_FONT =
  /noto-?(sans|serif)(mono)?-?(cjk|sc|tc|hk|jp|kr)|source-?han|wqy|wenquanyi|droidsansfallback|uming|ukai|pingfang|hiragino/i;

/**
 * A tool that npm does not provide: how to detect it, and the Debian packages that contain it, with a space between
 * them. An optional one is installed where that is possible, and missed nowhere; one whose installation would change
 * more than its files is only unpacked, in a folder of the checkout's.
 * @typedef {{ name: string, debian: string, present: () => boolean, optional?: true, unpacked?: true }} Tool
 */

/** @type {Record<'ffmpeg' | 'ffprobe' | 'speech' | 'font' | 'browser' | 'headless' | 'firefox' | 'webkit' | 'screen' | 'reader' | 'postgresql' | 'sshd', Tool>} */
const TOOLS = {
  ffmpeg: { name: 'ffmpeg', debian: 'ffmpeg', present: () => onPath('FFMPEG_PATH', 'ffmpeg') },
  ffprobe: { name: 'ffprobe', debian: 'ffmpeg', present: () => onPath('FFPROBE_PATH', 'ffprobe') },
  speech: { name: 'espeak-ng', debian: 'espeak-ng', present: () => onPath('ESPEAK_PATH', 'espeak-ng') },
  font: { name: 'Noto Sans CJK', debian: 'fonts-noto-cjk', present: () => FONT_FOLDERS.some((at) => holdsCjkFont(at)) },
  browser: {
    name: 'Chromium',
    debian: 'chromium',
    present: () => findChromium() !== undefined,
  },
  headless: {
    name: 'Chromium (headless shell)',
    debian: HEADLESS,
    optional: true,
    present: () => onPath('CHROMIUM_PATH', HEADLESS) || !isPackaged(HEADLESS),
  },
  firefox: { name: 'Firefox', debian: 'firefox-esr', present: () => findFirefox() !== undefined },
  webkit: {
    name: 'WebKitGTK (WebKitWebDriver)',
    debian: 'webkit2gtk-driver',
    present: () => findWebKitDriver() !== undefined,
  },
  screen: { name: 'Xvfb', debian: 'xvfb', present: () => onPath('', 'Xvfb') },
  reader: {
    name: 'Tesseract (French)',
    debian: 'tesseract-ocr tesseract-ocr-fra',
    present: () =>
      onPath('TESSERACT_PATH', 'tesseract') && existsSync('/usr/share/tesseract-ocr/5/tessdata/fra.traineddata'),
  },
  postgresql: { name: 'PostgreSQL', debian: 'postgresql', present: () => debianPostgresql() !== undefined },
  sshd: {
    name: 'OpenSSH (sshd)',
    debian: 'openssh-server libwrap0',
    optional: true,
    // Debian makes a user for it, and starts it for whoever reaches the machine.
    unpacked: true,
    present: () => findSshd() !== undefined || !isPackaged('openssh-server'),
  },
};

/**
 * What the server and the command line need.
 * @type {(keyof typeof TOOLS)[]}
 */
export const SERVER_TOOLS = ['ffmpeg', 'ffprobe', 'speech', 'font'];
/**
 * What the tests need.
 * @type {(keyof typeof TOOLS)[]}
 */
export const TEST_TOOLS = [...SERVER_TOOLS, 'browser', 'headless', 'firefox', 'reader', 'postgresql', 'sshd'];
/**
 * What the tests need in addition to run in every browser: WebKitGTK draws on a screen only.
 * @type {(keyof typeof TOOLS)[]}
 */
export const ALL_BROWSERS_TOOLS = ['webkit', 'screen'];

/**
 * Ensures that tools are installed: as root on a Debian-like system it installs the missing ones, elsewhere it fails
 * with the command to run.
 * @param {(keyof typeof TOOLS)[]} wanted
 */
export async function ensureTools(wanted) {
  const debian = existsSync('/etc/debian_version') && onPath('', 'apt-get');
  await ensureNeeded(wanted, debian);
  if (!debian || process.getuid?.() !== 0) return;
  const extra = wanted.map((tool) => TOOLS[tool]).filter((tool) => tool.optional && !tool.present());
  for (const tool of extra) {
    console.log(translate('host:set-up.tools', { tools: tool.name }));
    await aptGet(['update']);
    if (tool.unpacked) await unpack(packagesOf(tool));
    else await aptGet(['install', '-y', '--no-install-recommends', ...packagesOf(tool)]);
  }
}

/** @param {string[]} packages */
async function unpack(packages) {
  rmSync(UNPACKED, { recursive: true, force: true });
  mkdirSync(UNPACKED, { recursive: true });
  await aptGet(['download', ...packages], UNPACKED);
  for (const file of readdirSync(UNPACKED).filter((name) => name.endsWith('.deb'))) {
    spawnSync('dpkg-deb', ['-x', join(UNPACKED, file), UNPACKED]);
  }
}

/** @param {Tool} tool */
function packagesOf({ debian }) {
  return debian.split(' ');
}

/**
 * @param {(keyof typeof TOOLS)[]} wanted
 * @param {boolean} debian whether this is a Debian-like system
 */
async function ensureNeeded(wanted, debian) {
  const missing = wanted.map((tool) => TOOLS[tool]).filter((tool) => !tool.optional && !tool.present());
  if (missing.length === 0) return;
  const tools = [...new Set(missing.map((tool) => tool.name))].join(', ');
  const install = ['install', '-y', '--no-install-recommends', ...new Set(missing.flatMap(packagesOf))];
  if (!debian) throw new SetUpError(translate('host:set-up.tools-other', { tools }));
  if (process.getuid?.() !== 0) {
    const all = `apt-get update && apt-get ${install.join(' ')}`;
    // Debian does not install sudo when root has a password.
    const command = onPath('', 'sudo') ? all.replaceAll('apt-get', 'sudo apt-get') : `su - -c '${all}'`;
    throw new SetUpError(translate('host:set-up.tools-missing', { tools, command }));
  }

  console.log(translate('host:set-up.tools', { tools }));
  const update = await aptGet(['update']);
  const installed = update.code === 0 ? await aptGet(install) : update;
  if (installed.code === 0 && missing.every((tool) => tool.present())) return;
  mkdirSync(`${root}.cache`, { recursive: true });
  writeFileSync(LOG, installed.output);
  const command = `apt-get update && apt-get ${install.join(' ')}`;
  throw new SetUpError(translate('host:set-up.tools-failed', { tools, command, log: LOG }));
}

/**
 * Whether this system's package lists name a package.
 * @param {string} name
 */
function isPackaged(name) {
  return /Candidate: \d/.test(
    spawnSync('apt-cache', ['policy', name], { encoding: 'utf8', env: C_LOCALE }).stdout ?? '',
  );
}

/**
 * @param {string} folder
 * @returns {boolean}
 */
function holdsCjkFont(folder, depth = 0) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return false;
  }
  return (
    entries.some((entry) => /\.(ttf|ttc|otf|otc)$/i.test(entry.name) && CJK_FONT.test(entry.name)) ||
    (depth < 5 && entries.some((entry) => entry.isDirectory() && holdsCjkFont(join(folder, entry.name), depth + 1)))
  );
}

/**
 * @param {string[]} args
 * @param {string} [cwd]
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function aptGet(args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...C_LOCALE, DEBIAN_FRONTEND: 'noninteractive' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
