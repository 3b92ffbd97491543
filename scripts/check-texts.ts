import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { isKeyForOne, keyForAny } from '#core/contract/key-for-one.ts';

// Checks that every text exists in both languages with the same placeholders, and that `MessageKey` covers its file: no
// key of an undeclared file compiles, and any key would for a file declared under a wrong path. English may have a text
// for exactly one beside that for any number. What a button is called where its label alone does not say of what
// (`open-named`) holds that label (`open`), so that whoever speaks to the page says what they see.

const root = fileURLToPath(new URL('..', import.meta.url));

function read(language: string, namespace: string): Record<string, string> {
  // For invalid JSON the parser's message is enough.
  return JSON.parse(readFileSync(`${root}locales/${language}/${namespace}.json`, 'utf8')) as Record<string, string>;
}

function namespacesOf(language: string): string[] {
  return readdirSync(`${root}locales/${language}`).map((file) => file.replace(/\.json$/, ''));
}

function valuesIn(text: string): string {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map((match) => match[1])
    .sort()
    .join(',');
}

function faultsIn(namespace: string): string[] {
  const [zh, en] = [read('zh', namespace), read('en', namespace)];
  return [...new Set([...Object.keys(zh), ...Object.keys(en)])].flatMap((key) => {
    const [inZh, inEn] = [zh[key], en[key]];
    if (inZh === undefined && isKeyForOne(key) && en[keyForAny(key)] !== undefined) return [];
    if (inZh === undefined || inEn === undefined) {
      return [`${namespace}:${key} is missing in ${inZh === undefined ? 'zh' : 'en'}`];
    }
    return valuesIn(inZh) === valuesIn(inEn) ? [] : [`${namespace}:${key} names other values in zh than in en`];
  });
}

function misnamedIn(language: string, namespace: string): string[] {
  const texts = read(language, namespace);
  return Object.entries(texts).flatMap(([key, named]) => {
    const label = key.endsWith('-named') ? texts[key.slice(0, -'-named'.length)] : undefined;
    if (label === undefined || named.toLowerCase().includes(label.toLowerCase())) return [];
    return [`locales/${language}/${namespace}.json: ${key} does not hold “${label}”, which is what is seen`];
  });
}

function isDeclared(namespace: string): boolean {
  const places = ['core/contract/message-keys.ts', 'host/texts.d.ts', `plugins/${namespace}/texts.d.ts`];
  const sources = places.filter((file) => existsSync(root + file)).map((file) => readFileSync(root + file, 'utf8'));
  return sources.some((source) => {
    const name = new RegExp(
      `^import type (\\w+) from '(?:#|\\.\\./\\.\\./)locales/zh/${namespace}\\.json';$`,
      'm',
    ).exec(source)?.[1];
    return name !== undefined && source.includes(`TextsOf<'${namespace}', typeof ${name}>`);
  });
}

const [zh, en] = [namespacesOf('zh'), namespacesOf('en')];
const faults = [
  ...zh.filter((name) => !en.includes(name)).map((name) => `locales/en/${name}.json is missing`),
  ...en.filter((name) => !zh.includes(name)).map((name) => `locales/zh/${name}.json is missing`),
  ...zh.filter((name) => en.includes(name)).flatMap(faultsIn),
  ...zh.flatMap((name) => misnamedIn('zh', name)),
  ...en.flatMap((name) => misnamedIn('en', name)),
  ...zh
    .filter((name) => !isDeclared(name))
    .map((name) => `declare locales/zh/${name}.json in plugins/${name}/texts.d.ts, as other plugins do theirs`),
];
if (zh.length === 0) faults.push('no texts were found in locales/zh');
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log(`The texts of ${zh.length} namespaces stand in both languages.`);
