import type { WebPlugin } from '../define-web.ts';

const ACTIVATION_MILLISECONDS = 10_000;

/** `activate` has not ended in time: trying it once more would only let the reader wait again. */
export class LateActivation extends Error {
  constructor(id: string) {
    super(`activate() of "${id}" did not end within ${ACTIVATION_MILLISECONDS / 1000} s`);
    this.name = 'LateActivation';
  }
}

/** What a browser half default-exports. @throws TypeError when that is no browser half */
export function checkCode(id: string, code: { default?: WebPlugin } | undefined): WebPlugin {
  const web = code?.default;
  if (typeof web !== 'object' || web === null) {
    throw new TypeError(`plugins/${id}/web/index.ts must default-export defineWeb({ … })`);
  }
  return web;
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
