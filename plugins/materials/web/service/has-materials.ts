import type { Http } from '#core/web/http/http.ts';

import { KINDS, listMaterials } from '#plugins/materials/calls.ts';

/** Whether the account has any material. */
export async function hasMaterials(http: Http, signal: AbortSignal): Promise<boolean> {
  for (const kind of KINDS) {
    const query = { kind, limit: 1 };
    if ((await http.call(listMaterials, { query }, { signal, handlesErrors: true })).total > 0) return true;
  }
  return false;
}
