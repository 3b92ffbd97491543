import { LibraryPage } from './LibraryPage.tsx';

/** The pictures of the account. */
export default function PhotosPage() {
  return <LibraryPage kind="image" />;
}
