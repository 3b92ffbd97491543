import type { Undo } from '../scope.ts';
import { explain, proveIntegrity, settled, type CheckedFile } from './import-checked.ts';

/**
 * Puts a plugin's styles into the page, checked against their hash.
 * @returns takes them out again
 * @throws LoadFailure when they are not what was installed, or did not come
 */
export async function attachStyles(styles: CheckedFile): Promise<Undo> {
  proveIntegrity(styles);
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: styles.url, integrity: styles.integrity, crossOrigin: 'anonymous' });
  try {
    await settled(link);
  } catch (error) {
    throw await explain(styles, error);
  }
  return () => link.remove();
}
