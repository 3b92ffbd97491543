import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Checks that a topic is written only where its event is declared, and imported everywhere else. As with the layers,
// the check also has to find planted violations, so that it cannot pass by finding nothing.

const root = fileURLToPath(new URL('..', import.meta.url));
const planted = `${root}tests/fixtures/events/`;

const SOURCES = ['core/**/*.{ts,tsx}', 'host/**/*.{ts,tsx}', '{,examples/}plugins/**/*.{ts,tsx}'];
const KERNEL = /^core\/contract\/(kernel|tool-run)-events\.ts$/;
const PLUGIN = /^(?:examples\/)?plugins\/([^/]+)\/events\.ts$/;
/** Defines how events are declared, and re-exports declarations. */
const DEFINITION = 'core/contract/event.ts';
const TOPIC = /\btopic: (['"`])([^'"`]+)\1/g;
/** Places where a topic may be named: what a manifest subscriptions, constants, subscriptions and publications. */
const NAMING = /(?:topics?|subscriptions|\bevents?\.(?:on|publish|hint))\b[^'"`\n]*((?:(['"`])[\w.-]+\2[\s,]*)+)/gi;

/** One line per fault: the file, what is wrong and how to fix it. */
function faultsIn(folder: string): string[] {
  const files = globSync(SOURCES, { cwd: folder, exclude: ['**/node_modules/**', '**/migrations/**'] }).sort();
  const sources = new Map(files.map((file) => [file, withoutComments(readFileSync(`${folder}${file}`, 'utf8'))]));
  const declared = new Map<string, string>();
  const faults: string[] = [];
  for (const [file, source] of sources) {
    const plugin = PLUGIN.exec(file)?.[1];
    if (plugin === undefined && !KERNEL.test(file)) {
      if (/\bdefineEvent\(/.test(source) && file !== DEFINITION)
        faults.push(`${file} declares an event: move it to events.ts`);
      continue;
    }
    for (const [, , topic = ''] of source.matchAll(TOPIC)) {
      const other = declared.get(topic);
      if (other !== undefined) faults.push(`${file} declares "${topic}", as ${other} does`);
      if (plugin !== undefined && !topic.startsWith(`${plugin}.`)) {
        faults.push(`${file} declares "${topic}": the topics of plugin "${plugin}" begin with "${plugin}."`);
      }
      declared.set(topic, file);
    }
  }
  for (const [file, source] of sources) {
    // Notifications between server processes have topics of their own.
    if (KERNEL.test(file) || file === DEFINITION || PLUGIN.test(file) || file.startsWith('core/server/')) continue;
    for (const [, list = ''] of source.matchAll(NAMING)) {
      for (const [, topic = ''] of list.matchAll(/['"`]([\w.-]+)['"`]/g)) {
        const where = declared.get(topic);
        if (where !== undefined) faults.push(`${file} types "${topic}": import the event from ${where}`);
      }
    }
  }
  return faults;
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

const expected = globSync('**/*.ts', { cwd: planted })
  .flatMap((file) => {
    const breaks = [...readFileSync(`${planted}${file}`, 'utf8').matchAll(/^\/\/ breaks: (.+)$/gm)];
    return breaks.map(([, what]) => `${file} ${what}`);
  })
  .sort();
assert(expected.length > 0, 'no planted violation was read');
assert.deepEqual(faultsIn(planted).sort(), expected, 'the planted violations are not exactly those that were found');

const faults = faultsIn(root);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log(`Events are declared once; ${expected.length} planted violations were found.`);
