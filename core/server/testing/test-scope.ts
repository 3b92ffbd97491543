/** What the kits of tests clean up with: a test's context, or node:test itself. */
export interface TestScope {
  after(work: () => Promise<void>): void;
}

const ordered = new WeakMap<TestScope, TestScope>();

/**
 * A scope that cleans up in reverse order, because later things use earlier ones; a test's own context cleans up in
 * call order. Every caller with the same scope gets the same one, so that what one kit made ends before what it uses of
 * another kit.
 */
export function lastFirst(scope: TestScope): TestScope {
  const known = ordered.get(scope);
  if (known !== undefined) return known;
  const works: (() => Promise<void>)[] = [];
  scope.after(async () => {
    for (const work of works.reverse()) await work();
  });
  const own: TestScope = {
    after(work) {
      works.push(work);
    },
  };
  ordered.set(scope, own);
  ordered.set(own, own);
  return own;
}
