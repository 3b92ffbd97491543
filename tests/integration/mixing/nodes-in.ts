import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How many nodes of an operation a cache holds. */
export async function nodesIn(place: string, operation: string): Promise<number> {
  const records = glob('nodes/*/*/node.json', { cwd: place });
  let count = 0;
  for await (const record of records) {
    const made = JSON.parse(await readFile(join(place, record), 'utf8')) as { operation: string };
    count += made.operation === operation ? 1 : 0;
  }
  return count;
}
