/** How long code of a half may work without a word: longer than anything real takes between two reports. */
export const HANG_MILLISECONDS = 2 * 60 * 60_000;

/** What watched work is given. */
export interface Watched {
  /** Also aborted when the work is given up. */
  signal: AbortSignal;
  /** The work goes on: it has reported progress. */
  alive(): void;
}

/**
 * Waits for work of a half, and gives it up when it neither ends nor reports anything: whoever waits for it goes on.
 * @param what names the work, such as `the tool "crop.cut"`
 * @throws Error that names the work, when it is given up; whatever the work throws
 */
export async function watchHang<T>(
  what: string,
  { milliseconds, signal }: { milliseconds: number; signal?: AbortSignal },
  work: (watched: Watched) => T | Promise<T>,
): Promise<T> {
  const given = new AbortController();
  const hung = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, milliseconds);
    timer.unref();
  };
  function giveUp(): void {
    const error = new Error(`${what} has neither ended nor reported progress within ${milliseconds / 1000} s`);
    hung.reject(error);
    given.abort(error);
  }
  const either = signal === undefined ? given.signal : AbortSignal.any([signal, given.signal]);
  alive();
  try {
    return await Promise.race([Promise.resolve(work({ signal: either, alive })), hung.promise]);
  } finally {
    clearTimeout(timer);
  }
}
