import type { Plugins } from '#core/web/plugins/plugins.ts';

/** Ensures that the plugin index belongs to the current session. */
export interface IndexWatch {
  /** Whether the current index was read with the current token. */
  isSettled(): boolean;
  /** Reads the index unless the current one was read with the current token. */
  settled(): Promise<void>;
}

/** Creates the {@link IndexWatch}; concurrent requests are shared. */
export function createIndexWatch(options: { plugins(): Pick<Plugins, 'load'>; token(): string | null }): IndexWatch {
  let readFor: string | null | undefined;
  let reading: { token: string | null; done: Promise<void> } | undefined;

  return {
    isSettled: () => readFor === options.token(),
    async settled() {
      const token = options.token();
      if (readFor === token) return;
      if (reading?.token !== token) {
        const done = options.plugins().load();
        reading = { token, done };
        done
          .then(
            () => {
              readFor = token;
            },
            () => undefined,
          )
          .finally(() => {
            if (reading?.done === done) reading = undefined;
          });
      }
      await reading?.done;
    },
  };
}
