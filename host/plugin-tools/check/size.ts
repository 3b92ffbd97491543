import { gzipSync } from 'node:zlib';

import type { BuiltPlugin } from '../build-plugin.ts';
import type { Finding } from '../finding.ts';

/** Whether the browser half stays within the size that its manifest allows. */
export function checkSize({ description, files }: BuiltPlugin): Finding[] {
  const { web, styles, manifest } = description;
  const bytes = [web, styles].reduce(
    (sum, file) => sum + (file === null ? 0 : gzipSync(files.get(file.path) ?? '', { level: 9 }).length),
    0,
  );
  const kilobytes = Math.round(bytes / 100) / 10;
  if (kilobytes <= manifest.budget) return [];
  const params = { kilobytes, budget: manifest.budget };
  return [{ level: 'error', file: 'plugin.ts', text: 'host:plugin-tools.size', params }];
}
