import { AsyncLocalStorage } from 'node:async_hooks';
import type * as AsyncHooks from 'node:async_hooks';
import { createRequire } from 'node:module';

// node:test asks which test it is in: where one is declared, where a hook is added, and where an error is thrown that
// nothing handles. It has every promise of the process followed for that, by which asynchronous code takes twenty times
// as long. Here it is told the same by what Node.js itself carries along, which costs nothing.

type Hooks = Pick<typeof AsyncHooks, 'AsyncResource' | 'createHook' | 'executionAsyncId'>;

// The object from which node:test takes these when it is first loaded, which nothing must have done before.
const hooks = createRequire(import.meta.url)('node:async_hooks') as Hooks;
const { AsyncResource, createHook, executionAsyncId } = hooks;

/** The id of the test that is running. */
const running = new AsyncLocalStorage<number>();
/** How node:test takes note of a test, which is an `AsyncResource`. */
let note: Parameters<typeof createHook>[0]['init'];

hooks.createHook = ({ init }) => {
  note = init;
  const none: ReturnType<typeof createHook> = { enable: () => none, disable: () => none };
  return none;
};
hooks.executionAsyncId = () => running.getStore() ?? executionAsyncId();
hooks.AsyncResource = class extends AsyncResource {
  constructor(...[type, options]: ConstructorParameters<typeof AsyncResource>) {
    super(type, options);
    note?.(this.asyncId(), type, running.getStore() ?? 0, this);
  }

  override runInAsyncScope<This, Result>(
    work: (this: This, ...args: unknown[]) => Result,
    self?: This,
    ...args: unknown[]
  ): Result {
    const within = (...own: unknown[]) => running.run(this.asyncId(), () => Reflect.apply(work, self, own) as Result);
    return super.runInAsyncScope(within, undefined, ...args);
  }
};

export const { mock, run, suite } = await import('node:test');

Object.assign(hooks, { AsyncResource, createHook, executionAsyncId });
