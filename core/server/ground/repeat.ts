/** Work that a process does again and again. */
export interface Repeated {
  start(): void;
  /** Does it no more, and waits for what is under way. */
  stop(): Promise<void>;
}

/**
 * Does something that long after it was started, and again that long after each time it has ended.
 * @param failed hears why it failed, which ends nothing
 */
export function repeat(milliseconds: number, work: () => Promise<unknown>, failed: (error: unknown) => void): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<unknown> = Promise.resolve();
  function start(): void {
    timer = setTimeout(() => {
      working = work()
        .catch(failed)
        .finally(() => timer !== undefined && start());
    }, milliseconds);
  }
  return {
    start,
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await working;
    },
  };
}
