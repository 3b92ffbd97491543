import type { TestScope } from './test-database.ts';

/**
 * A scope that cleans up in reverse order, as things made later use those made before; a test's own
 * context goes in the order of the calls.
 */
export function lastFirst(scope: TestScope): TestScope {
  const works: (() => Promise<void>)[] = [];
  scope.after(async () => {
    for (const work of works.reverse()) await work();
  });
  return {
    after(work) {
      works.push(work);
    },
  };
}
