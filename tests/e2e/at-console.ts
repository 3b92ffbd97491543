import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const OPERATOR = fileURLToPath(import.meta.resolve('#host/server/operator.ts'));

/** `npm run operator -- plugin …`. @param answer what is typed */
export async function atConsole(env: Record<string, string>, words: string[], answer = ''): Promise<string> {
  const child = spawn(process.execPath, [OPERATOR, 'plugin', ...words], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'en_GB.UTF-8', LANG: 'en_GB.UTF-8', ...env },
    timeout: 60_000,
  });
  child.stdin.end(`${answer}\n`);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part));
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 0, output);
  return output;
}
