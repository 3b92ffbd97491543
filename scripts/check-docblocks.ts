import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Checks that every export of core/ and of each plugin's api.ts has a doc comment. The formatter puts each export at
// the start of a line with its comment directly above. Three kinds are exempt, because they are described elsewhere:
// options (by their function and their fields), a type derived from the constant directly above it, and a token (by the
// service that it names).

const root = fileURLToPath(new URL('..', import.meta.url));
const DECLARATION =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) ([\w$]+)/;

const files = globSync(['core/**/*.{ts,tsx}', 'plugins/*/api.ts'], { cwd: root, exclude: ['**/migrations/**'] });
const faults: string[] = [];
let exports = 0;
for (const file of files.sort()) {
  const lines = readFileSync(`${root}${file}`, 'utf8').split('\n');
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const name = DECLARATION.exec(line)?.[1];
    if (name === undefined || seen.has(name)) continue;
    seen.add(name);
    exports += 1;
    if (/^export interface \w+(Options|Dependencies|Props|Properties)\b/.test(line)) continue;
    if (/^export type .*typeof /.test(line) || /^export const \w+ = token</.test(line)) continue;
    if (!lines[index - 1]?.endsWith('*/')) faults.push(`${file}:${index + 1} export ${name} has no doc comment`);
  }
}
if (exports === 0) faults.push('no export was found in core/');
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(`${exports} exports have doc comments.`);
