import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The operations of all nodes that a cache holds, each as often as it has one. */
export async function operationsIn(place: string): Promise<string[]> {
  const operations: string[] = [];
  for await (const record of glob('nodes/*/*/node.json', { cwd: place })) {
    operations.push((JSON.parse(await readFile(join(place, record), 'utf8')) as { operation: string }).operation);
  }
  return operations;
}

/** How many nodes of an operation a cache holds. */
export const nodesIn = async (place: string, operation: string): Promise<number> =>
  (await operationsIn(place)).filter((each) => each === operation).length;
