import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import { fitName } from '#core/server/services/tool-runs/item-names.ts';

import * as call from '#plugins/mixing/calls.ts';
import { certificatePage } from '../certificate/run-certificate-page.ts';
import { exportedCertificate, shownCertificate } from '../certificate/run-certificate.ts';
import { createMixRun } from '../runs/create-mix-run.ts';
import { findMixRun } from '../runs/find-mix-run.ts';
import { loosenMixRun } from '../runs/loosen-mix-run.ts';

/** Calls for what a run of a project has beside a run of any tool. */
export function runRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.createMixRun, async ({ params, body }, { caller, language }) =>
    ctx.toolRuns.read(caller.accountId, await createMixRun(ctx, caller, params.id, body, language), language),
  );
  calls.handle(call.loosenMixRun, async ({ params: { id }, body }, { caller: { accountId }, language }) => {
    await loosenMixRun(ctx, accountId, id, body);
    return await ctx.toolRuns.read(accountId, id, language);
  });
  calls.handle(call.readMixCertificate, async ({ params }, { caller, language }) => {
    const { run, certificate } = await certified(ctx, caller.accountId, params.id);
    return shownCertificate(ctx, run, certificate, language);
  });
  calls.handle(call.readMixCertificatePage, async ({ params }, { caller, language }) => {
    const { run, certificate } = await certified(ctx, caller.accountId, params.id);
    return {
      html: certificatePage(await exportedCertificate(ctx, run, certificate, language), language),
      name: `${fitName(run.document.name, 'video')}-certificate.html`,
    };
  });
}

/** @throws expected `mixing:run-missing` and `mixing:run-unfinished` (404) */
async function certified(ctx: ServerContext, accountId: string, id: string) {
  const run = await findMixRun(ctx.db.scope(accountId), id);
  const { certificate } = run;
  return certificate === null ? fail('mixing:run-unfinished', {}, { kind: 'not-found' }) : { run, certificate };
}
