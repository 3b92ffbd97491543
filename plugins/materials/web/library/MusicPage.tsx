import { LibraryPage } from './LibraryPage.tsx';

/** The music of the account. */
export default function MusicPage() {
  return <LibraryPage kind="music" />;
}
