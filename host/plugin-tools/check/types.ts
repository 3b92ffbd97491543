import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { AuthorFolder } from '../author-folder.ts';
import type { Finding } from '../finding.ts';
import { programOf } from '../workbench.ts';

const FAULT = /^(?!\.\.|\/|[A-Za-z]:)(\S[^(]*)\((\d+),\d+\): error (TS\d+: .*)$/;

/** Type errors in the author's own files. */
export async function checkTypes({ root, cache }: AuthorFolder): Promise<Finding[]> {
  if (!existsSync(join(root, 'tsconfig.json'))) return [];
  // The second check reads only what has changed since the first.
  const kept = ['--incremental', '--tsBuildInfoFile', join(cache, 'types.tsbuildinfo')];
  // Every further checker would read the workbench's types again, which outweighs a plugin's own files.
  const alone = ['--checkers', '1'];
  const child = spawn(
    process.execPath,
    [programOf('typescript', 'bin/tsc'), '-p', root, '--noEmit', ...kept, ...alone, '--pretty', 'false'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
  await once(child, 'close');
  return output.split('\n').flatMap((line): Finding[] => {
    const [, file, number, reason] = FAULT.exec(line) ?? [];
    // An author could not fix type errors in the workbench's own sources.
    if (file === undefined || reason === undefined || file.startsWith('node_modules/')) return [];
    return [{ level: 'error', file, line: Number(number), text: 'host:plugin-tools.types', params: { reason } }];
  });
}
