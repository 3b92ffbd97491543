import assert from 'node:assert/strict';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { LIBRARY, type MaterialLibrary } from '#plugins/materials/server/api.ts';

/** The material library of a server that has one. */
export function libraryOf(ctx: Pick<ServerContext, 'use'>): MaterialLibrary {
  return ctx.use(LIBRARY) ?? assert.fail('this server has no material library');
}
