import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The name of a temporary file whose process has ended. */
export async function deadTemporaryName(): Promise<string> {
  const module = new URL('../../../core/server/services/files/temporary-names.ts', import.meta.url);
  const script = `import { temporaryName } from ${JSON.stringify(module.href)}; process.stdout.write(temporaryName());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return stdout;
}
