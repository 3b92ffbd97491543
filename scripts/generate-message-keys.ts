import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}core/contract/message-keys.ts`;

type Texts = Record<string, string>;

function read(language: string, file: string): Texts {
  return JSON.parse(readFileSync(`${root}locales/${language}/${file}`, 'utf8')) as Texts;
}

function placeholders(text: string): string {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map((match) => match[1])
    .sort()
    .join(',');
}

const keys: string[] = [];
const faults: string[] = [];
for (const file of readdirSync(`${root}locales/zh`).sort()) {
  const namespace = file.replace(/\.json$/, '');
  const zh = read('zh', file);
  const en = read('en', file);
  for (const key of new Set([...Object.keys(zh), ...Object.keys(en)])) {
    const [inZh, inEn] = [zh[key], en[key]];
    if (inZh === undefined || inEn === undefined) {
      faults.push(`${namespace}:${key} is missing in ${inZh === undefined ? 'zh' : 'en'}`);
    } else if (placeholders(inZh) !== placeholders(inEn)) {
      faults.push(`${namespace}:${key} names other values in zh than in en`);
    }
    keys.push(`${namespace}:${key}`);
  }
}
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}

const source = `// Made from locales/ by scripts/generate-message-keys.ts; do not edit.
/* oxlint-disable max-lines, typescript/no-redundant-type-constituents */

declare global {
  /** Texts of plugins from outside; the tools of their authors add each one's keys. */
  interface ReelportTexts {}
}

/** Every text of the product and of the plugins around, as \`namespace:key\`. */
export type MessageKey =
  | (keyof ReelportTexts & string)
${keys
  .sort()
  .map((key) => `  | '${key}'`)
  .join('\n')};
`;
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== source) {
    console.error('core/contract/message-keys.ts is out of date: npm run generate');
    process.exit(1);
  }
} else {
  writeFileSync(target, source);
}
