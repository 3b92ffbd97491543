const ACTIVATION_MILLISECONDS = 10_000;

/** `activate` has not ended in time: trying it once more would only let the reader wait again. */
export class LateActivation extends Error {
  constructor(id: string) {
    super(`activate() of "${id}" did not end within ${ACTIVATION_MILLISECONDS / 1000} s`);
    this.name = 'LateActivation';
  }
}

/** Runs a plugin's `activate`. @throws LateActivation when it does not end in time */
export async function inTime(id: string, run: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LateActivation(id)), ACTIVATION_MILLISECONDS);
  });
  try {
    await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
}
