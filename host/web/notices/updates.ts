import { observable, runInAction } from 'mobx';

import { token } from '#core/web/token.ts';

/** Whether the server runs another build than this page. Observable. */
export interface Updates {
  readonly isOld: boolean;
  /** Records the build that the server reported. */
  saw(build: string): void;
}

/** The page's {@link Updates}. */
export const UPDATES = token<Updates>('updates', 1);

/** Creates the {@link Updates} of a page. @param build the build that the page belongs to */
export function createUpdates(build: string): Updates {
  const old = observable.box(false);
  return {
    get isOld() {
      return old.get();
    },
    saw(current) {
      // A server that reports no build has nothing newer to offer.
      if (current !== '' && current !== build) runInAction(() => old.set(true));
    },
  };
}
