import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/**
 * What an error of a server half says, and where in the author's files it happened; of the stack only these places are
 * left.
 * @param half.id the plugin's
 * @param half.map the file that tells where its code comes from
 */
export function inSources(stack: string, { id, map }: { id: string; map: string }): string {
  const [message = ''] = stack.split(/\n {4}at /, 1);
  const places = stack.matchAll(new RegExp(`/plugins/${id}/server/server\\.mjs[^:\\n]*:(\\d+):(\\d+)`, 'g'));
  const sources = readMap(map);
  const found = Array.from(places, ([, line, column]) => sources?.findEntry(Number(line) - 1, Number(column) - 1));
  const lines = found.flatMap((entry) =>
    entry !== undefined && 'originalSource' in entry
      ? [`    at ${entry.originalSource.replace(/^\.\//, '')}:${entry.originalLine + 1}`]
      : [],
  );
  return [message, ...lines].join('\n');
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload);
  } catch {
    // Without it at least the message is told.
    return undefined;
  }
}
