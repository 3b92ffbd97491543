import { observable, runInAction } from 'mobx';

import type { Http } from '../http/http.ts';
import type { UserPermissions } from './permissions.ts';

/** {@link UserPermissions} that can be cleared with the session. */
export interface PermissionsService extends UserPermissions {
  clear(): void;
}

/** Creates the list of the current user's permissions; it is empty until it is loaded. */
export function createPermissions({ http }: { http(): Pick<Http, 'send'> }): PermissionsService {
  const state = observable({ list: [] as readonly string[] }, {}, { deep: false });
  /** Counts sessions, so that a late response for an earlier one is dropped. */
  let epoch = 0;
  let loading: Promise<void> | null = null;

  const set = (list: readonly string[]) =>
    runInAction(() => {
      state.list = list;
    });

  async function fetchList(mine: number): Promise<void> {
    const request = { method: 'GET', path: '/api/permission/currentUser/list', handlesErrors: true } as const;
    try {
      const list = await http().send<readonly string[]>(request);
      if (mine === epoch) set(list);
    } finally {
      if (mine === epoch) loading = null;
    }
  }

  return {
    get list() {
      return state.list;
    },
    has: (permission) => state.list.includes(permission),
    load() {
      loading ??= fetchList(epoch);
      return loading;
    },
    clear() {
      epoch += 1;
      loading = null;
      set([]);
    },
  };
}
