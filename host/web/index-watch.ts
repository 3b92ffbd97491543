import type { Plugins } from '#core/web/plugins/plugins.ts';

/** Keeps the index of plugins that of the session. */
export interface IndexWatch {
  /** Whether the index that is there was read with the present token. */
  isSettled(): boolean;
  /** Reads the index unless the one that is there was read with the present token. */
  settled(): Promise<void>;
}

/** Makes the {@link IndexWatch}; whoever asks at the same time shares one request. */
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
