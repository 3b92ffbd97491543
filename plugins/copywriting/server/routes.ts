import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import * as call from '../calls.ts';
import { exportSheet } from './export-sheet.ts';
import { startExtraction } from './extract/start-extraction.ts';
import { listTexts } from './list-texts.ts';
import { openMoments } from './moments/moments.ts';
import { createText, describeText, readText, removeTexts, saveCues } from './own-texts.ts';
import { readEngines } from './read-engines.ts';
import { openTiming } from './timing/timing.ts';
import { stopWork } from './stop-work.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.listTexts, ({ query }, { caller, language }) => listTexts(ctx, caller.accountId, query, language));
  calls.handle(call.readText, ({ params: { id } }, { caller: { accountId }, language }) =>
    readText(ctx, { accountId, id }, language),
  );
  calls.handle(call.createText, ({ body }, { caller, language }) => createText(ctx, caller.accountId, body, language));
  calls.handle(call.saveCues, ({ params: { id }, body }, { caller: { accountId } }) =>
    saveCues(ctx, { accountId, id }, body),
  );
  calls.handle(call.describeText, ({ params: { id }, body }, { caller: { accountId }, language }) =>
    describeText(ctx, { accountId, id }, body, language),
  );
  calls.handle(call.removeTexts, async ({ body }, { caller }) => ({
    removed: await removeTexts(ctx, caller.accountId, body.ids),
  }));
  calls.handle(call.exportSheet, ({ params: { id } }, { caller: { accountId }, language }) =>
    exportSheet(ctx, { accountId, id }, language),
  );
  calls.handle(call.readEngines, () => readEngines(ctx));
  calls.handle(call.openMoments, ({ body }, { caller, language }) =>
    openMoments(ctx, caller.accountId, body, language),
  );
  calls.handle(call.openTiming, ({ body }, { caller, language }) => openTiming(ctx, caller.accountId, body, language));
  calls.handle(call.stopWork, ({ body }, { caller }) => stopWork(ctx, caller.accountId, body.subjectId));
  calls.handle(call.startExtraction, ({ body }, { caller, language }) =>
    startExtraction(ctx, caller.accountId, body, language),
  );
}
