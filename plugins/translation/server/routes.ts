import { fail } from '#core/contract/errors.ts';
import { plainText } from '#core/contract/timed-text/timed-cue.ts';
import { findLanguage } from '#core/server/ground/find-language.ts';
import { translateError } from '#core/server/ground/messages.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { TEXTS } from '#plugins/copywriting/server/api.ts';

import * as call from '../calls.ts';
import { batchRoutes } from './batch/routes.ts';
import { dubRoutes } from './dubbing/routes.ts';
import { drawSubtitle } from './export/draw-subtitle.ts';
import { startExport } from './export/start-export.ts';
import { exportSheet, importLanguage } from './files.ts';
import { knownPairs } from './known-pairs.ts';
import { acceptDrafts, readLines, saveLine } from './lines.ts';
import { changeProject, createProject, listProjects, readProject, removeProjects } from './projects.ts';
import { suggest } from './suggest.ts';
import { readGlossary, saveGlossary } from './terms.ts';
import { startTranslation } from './translate-job.ts';

/** Texts that are offered to be translated; who looks for another one, searches. */
const SOURCES = 50;

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  dubRoutes(calls, ctx);
  batchRoutes(calls, ctx);
  calls.handle(call.listProjects, ({ query }, { caller, language }) =>
    listProjects(ctx, caller.accountId, query, language),
  );
  calls.handle(call.listSources, async ({ query: { q = '' } }, { caller }) => ({
    items: [...((await ctx.use(TEXTS)?.list(caller.accountId, { q, limit: SOURCES })) ?? [])],
  }));
  calls.handle(call.findSource, async ({ params: { id } }, { caller }) => {
    const text = await ctx.use(TEXTS)?.find(caller.accountId, id);
    if (text === undefined) return fail('translation:missing', {}, { kind: 'not-found' });
    const { tag, isSure } = await findLanguage(plainText(text.cues));
    return { name: text.name, lines: text.cues.length, language: tag, isSure };
  });
  calls.handle(call.createProject, ({ body }, { caller, language }) =>
    createProject(ctx, caller.accountId, body, language),
  );
  calls.handle(call.readProject, ({ params: { id } }, { caller: { accountId }, language }) =>
    readProject(ctx, { accountId, id }, language),
  );
  calls.handle(call.changeProject, ({ params: { id }, body }, { caller: { accountId }, language }) =>
    changeProject(ctx, { accountId, id }, body, language),
  );
  calls.handle(call.removeProjects, async ({ body }, { caller }) => ({
    removed: await removeProjects(ctx, caller.accountId, body.ids),
  }));
  calls.handle(call.readLines, async ({ params }, { caller: { accountId }, language }) => ({
    lines: await readLines(ctx, { ...params, accountId }, language),
  }));
  calls.handle(call.startTranslation, ({ params: { id }, body }, { caller: { accountId }, language }) =>
    startTranslation(ctx, { accountId, id }, body.languages, language),
  );
  calls.handle(call.saveLine, ({ params, body }, { caller: { accountId }, language }) =>
    saveLine(ctx, { ...params, accountId }, body, language),
  );
  calls.handle(call.suggest, async ({ params, body }, { caller: { accountId } }) => ({
    items: await suggest(ctx, { ...params, accountId }, body),
  }));
  calls.handle(call.acceptDrafts, async ({ params }, { caller: { accountId } }) => ({
    accepted: await acceptDrafts(ctx, { ...params, accountId }),
  }));
  calls.handle(call.importLanguage, ({ params, body }, { caller: { accountId } }) =>
    importLanguage(ctx, { ...params, accountId }, body),
  );
  calls.handle(call.exportSheet, ({ params }, { caller: { accountId }, language }) =>
    exportSheet(ctx, { ...params, accountId }, language),
  );
  calls.handle(call.startExport, ({ params: { id }, body }, { caller: { accountId }, language }) =>
    startExport(ctx, { accountId, id }, body, language),
  );
  calls.handle(call.drawSubtitle, ({ params: { id }, body }, { caller: { accountId } }) =>
    drawSubtitle(ctx, { accountId, id }, body),
  );
  calls.handle(call.readGlossary, (_input, { caller }) => readGlossary(ctx.db, caller.accountId));
  calls.handle(call.saveGlossary, ({ body }, { caller }) => saveGlossary(ctx, caller.accountId, body));
  calls.handle(call.readEngine, async (_input, { language }) => {
    try {
      return { isConnected: true, why: null, pairs: await knownPairs(ctx) };
    } catch (error) {
      ctx.log.info({ err: error }, 'there is no translation service');
      return { isConnected: false, why: translateError(language, error, 'translation:engine.none'), pairs: [] };
    }
  });
}
