import { LibraryPage } from './LibraryPage.tsx';

// All in one file: the start names each file that is fetched later.

/** The videos of the account. */
export function Videos() {
  return <LibraryPage kind="video" />;
}

/** The music of the account. */
export function Music() {
  return <LibraryPage kind="music" />;
}

/** The pictures of the account. */
export function Photos() {
  return <LibraryPage kind="image" />;
}
