import { observable, runInAction } from 'mobx';

import { token } from '#core/web/token.ts';

/** Whether the server has another build by now than this page runs. Observable. */
export interface Updates {
  readonly isOld: boolean;
  /** Takes note of the build that the server named. */
  saw(build: string): void;
}

/** The page's {@link Updates}. */
export const UPDATES = token<Updates>('updates', 1);

/** Makes the {@link Updates} of a page. @param build that the page was written for */
export function createUpdates(build: string): Updates {
  const old = observable.box(false);
  return {
    get isOld() {
      return old.get();
    },
    saw(current) {
      // A server without a build has nothing newer to offer.
      if (current !== '' && current !== build) runInAction(() => old.set(true));
    },
  };
}
