import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Compiles what is written in AssemblyScript: `<name>/assembly/index.ts` of a plugin's server half to `<name>/<name>.wasm`.

const root = fileURLToPath(new URL('..', import.meta.url));
// As a program: its types would change those of JavaScript's library for everything that is read with them.
const compiler = join(root, 'node_modules/assemblyscript/bin/asc.js');

/** Without a collector of garbage: what is written in it frees its memory itself. */
const OPTIONS = [
  ...['--optimizeLevel', '3', '--shrinkLevel', '0', '--noAssert', '--uncheckedBehavior', 'always'],
  ...['--enable', 'simd', '--runtime', 'minimal', '--use', 'abort='],
];

const isCheck = process.argv.includes('--check');
for (const entry of globSync('plugins/*/server/**/assembly/index.ts', { cwd: root })) {
  const folder = dirname(dirname(entry));
  const path = join(folder, `${folder.split('/').at(-1) ?? ''}.wasm`);
  const made = compile(entry);
  if (!isCheck) writeFileSync(join(root, path), made);
  else if (!made.equals(readFileSync(join(root, path)))) {
    console.error(`${path} is not what ${dirname(entry)} says: run npm run generate`);
    process.exitCode = 1;
  }
}

function compile(entry: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'reelport-webassembly-'));
  try {
    const made = join(folder, 'made.wasm');
    execFileSync(process.execPath, [compiler, entry, '--outFile', made, ...OPTIONS], { cwd: root, stdio: 'inherit' });
    return readFileSync(made);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
