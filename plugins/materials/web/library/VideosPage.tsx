import { LibraryPage } from './LibraryPage.tsx';

/** The videos of the account. */
export default function VideosPage() {
  return <LibraryPage kind="video" />;
}
