import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';

import * as call from '../calls.ts';
import { createFolder } from './folders/create-folder.ts';
import { countItems, listFolders, presentFolder } from './folders/list-folders.ts';
import { moveMaterials } from './folders/move-materials.ts';
import { renameFolder } from './folders/rename-folder.ts';
import { findItem } from './items/find-item.ts';
import { findMaterials } from './items/find-materials.ts';
import { listMaterials } from './items/list-materials.ts';
import { presentMaterial } from './items/present-material.ts';
import { renameMaterial } from './items/rename-material.ts';
import { keepToolOutputs } from './keep/keep-tool-outputs.ts';
import { listOrigins } from './keep/list-origins.ts';
import { prepareAgain } from './prepare/prepare-again.ts';
import { listRecords, listUses } from './records/list-records.ts';
import { tidyLine } from './tidy-line.ts';
import { emptyTrash, purgeMaterials } from './trash/purge-materials.ts';
import { restoreMaterials, restoreRemoval } from './trash/restore-materials.ts';
import { trashMaterials } from './trash/trash-materials.ts';
import { offerFiles } from './upload/offer-files.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.listMaterials, ({ query }, { caller, language }) =>
    listMaterials(ctx, caller.accountId, query, language),
  );
  calls.handle(call.findMaterials, ({ body }, { caller, language }) =>
    findMaterials(ctx, caller.accountId, body.ids, language),
  );
  calls.handle(call.readMaterial, async ({ params }, { caller, language }) =>
    presentMaterial(ctx, await findItem(ctx.db, caller.accountId, params.id), language),
  );
  calls.handle(call.offerFiles, ({ body }, { caller, language }) => offerFiles(ctx, caller.accountId, body, language));
  calls.handle(call.renameMaterial, async ({ params, body }, { caller, language }) =>
    presentMaterial(ctx, await renameMaterial(ctx, caller.accountId, params.id, tidyLine(body.name)), language),
  );
  calls.handle(call.prepareMaterial, async ({ params }, { caller, language }) =>
    presentMaterial(ctx, await prepareAgain(ctx, caller.accountId, params.id), language),
  );

  calls.handle(call.moveMaterials, ({ body }, { caller }) => moveMaterials(ctx, caller.accountId, body));
  calls.handle(call.trashMaterials, ({ body }, { caller }) => trashMaterials(ctx, caller.accountId, body));
  calls.handle(call.restoreMaterials, ({ body }, { caller }) =>
    'removal' in body
      ? restoreRemoval(ctx, caller.accountId, body.removal)
      : restoreMaterials(ctx, caller.accountId, body.ids),
  );
  calls.handle(call.purgeMaterials, ({ body }, { caller }) =>
    'all' in body ? emptyTrash(ctx, caller.accountId) : purgeMaterials(ctx, caller.accountId, body.ids),
  );

  calls.handle(call.listFolders, (_input, { caller }) => listFolders(ctx, caller.accountId));
  calls.handle(call.createFolder, async ({ body }, { caller }) =>
    presentFolder(await createFolder(ctx, caller.accountId, { ...body, name: tidyLine(body.name) })),
  );
  calls.handle(call.renameFolder, async ({ params, body }, { caller }) => {
    const renamed = await renameFolder(ctx, caller.accountId, params.id, tidyLine(body.name));
    return presentFolder(renamed, (await countItems(ctx, caller.accountId, params.id)).get(params.id));
  });

  calls.handle(call.keepToolOutputs, ({ body }, { caller }) => keepToolOutputs(ctx, caller.accountId, body));
  calls.handle(call.listMaterialOrigins, ({ params }, { caller, language }) =>
    listOrigins(ctx, caller.accountId, params.id, language),
  );
  calls.handle(call.listMaterialUses, ({ params, query }, { caller }) =>
    listUses(ctx, caller.accountId, params.id, query),
  );
  calls.handle(call.listMaterialRecords, ({ query }, { caller }) => listRecords(ctx, caller.accountId, query));
}
