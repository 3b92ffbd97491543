import { lockOfPlugin, type AccessLock } from '#core/web/lock.ts';
import type { Plugins } from '#core/web/plugins/plugins.ts';

/** Whether clips can be seen and added: the library is a plugin of its own, which a tier may lock or not have. */
export type LibraryAccess =
  | { state: 'open' }
  /** With what would open it. */
  | { state: 'locked'; lock: AccessLock }
  /** Not for this account, or not in this installation. */
  | { state: 'off' }
  /** It went wrong, and can be tried again. */
  | { state: 'failed' };

/** Whether the library can be used. Observable. */
export function libraryAccess(plugins: Pick<Plugins, 'find'>): LibraryAccess {
  const record = plugins.find('materials');
  switch (record?.state.name) {
    case 'locked': {
      const lock = lockOfPlugin(record.entry);
      return lock === null ? { state: 'off' } : { state: 'locked', lock };
    }
    case undefined:
    case 'hidden':
    case 'blocked':
      return { state: 'off' };
    case 'failed':
      return { state: 'failed' };
    default:
      return { state: 'open' };
  }
}
