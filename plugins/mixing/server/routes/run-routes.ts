import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';

import * as call from '#plugins/mixing/calls.ts';
import { certificatePage } from '../certificate/run-certificate-page.ts';
import { exportedCertificate, shownCertificate } from '../certificate/run-certificate.ts';
import {
  archiveMixRun,
  cancelMixRun,
  loosenMixRun,
  pauseMixRun,
  resumeMixRun,
  retryMixOutputs,
} from '../runs/control-mix-run.ts';
import { createMixRun } from '../runs/create-mix-run.ts';
import { findMixRun } from '../runs/find-mix-run.ts';
import { keepMixOutputs } from '../runs/keep-mix-outputs.ts';
import { listMixOutputs } from '../runs/list-mix-outputs.ts';
import { listMixRuns } from '../runs/list-mix-runs.ts';
import { fitName } from '../runs/output-names.ts';
import { presentMixRun } from '../runs/present-mix-run.ts';
import { renameMixOutputs } from '../runs/rename-mix-outputs.ts';

/** Calls that make videos, tell of them and give them out. */
export function runRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.createMixRun, ({ params, body }, { caller, language }) =>
    createMixRun(ctx, caller, params.id, body, language),
  );
  calls.handle(call.listMixRuns, ({ params, query }, { caller, language }) =>
    listMixRuns(ctx, caller.accountId, params.id, { ...query, language }),
  );
  calls.handle(call.readMixRun, ({ params }, { caller, language }) =>
    presentMixRun(ctx, { id: params.id, accountId: caller.accountId }, language),
  );
  calls.handle(call.listMixOutputs, ({ params, query }, { caller, language }) =>
    listMixOutputs(ctx, caller.accountId, params.id, { ...query, language }),
  );
  calls.handle(call.cancelMixRun, ({ params: { id } }, { caller: { accountId }, language }) =>
    cancelMixRun(ctx, { accountId, id, language }),
  );
  calls.handle(call.pauseMixRun, ({ params: { id } }, { caller: { accountId }, language }) =>
    pauseMixRun(ctx, { accountId, id, language }),
  );
  calls.handle(call.resumeMixRun, ({ params: { id } }, { caller: { accountId }, language }) =>
    resumeMixRun(ctx, { accountId, id, language }),
  );
  calls.handle(call.retryMixOutputs, ({ params: { id }, body }, { caller: { accountId }, language }) =>
    retryMixOutputs(ctx, { accountId, id, language }, body),
  );
  calls.handle(call.loosenMixRun, ({ params: { id }, body }, { caller: { accountId }, language }) =>
    loosenMixRun(ctx, { accountId, id, language }, body),
  );
  calls.handle(call.renameMixOutputs, ({ params, body }, { caller }) =>
    renameMixOutputs(ctx, caller.accountId, params.id, body),
  );
  calls.handle(call.keepMixOutputs, ({ params, body }, { caller }) =>
    keepMixOutputs(ctx, caller.accountId, params.id, body),
  );

  calls.handle(call.archiveMixRun, ({ params: { id }, body }, { caller: { accountId }, language }) =>
    archiveMixRun(ctx, { accountId, id, language }, body),
  );
  calls.handle(call.readMixCertificate, async ({ params }, { caller, language }) => {
    const { run, certificate } = await certified(ctx, caller.accountId, params.id);
    return shownCertificate(ctx, run, certificate, language);
  });
  calls.handle(call.readMixCertificatePage, async ({ params }, { caller, language }) => {
    const { run, certificate } = await certified(ctx, caller.accountId, params.id);
    return {
      html: certificatePage(await exportedCertificate(ctx, run, certificate, language), language),
      name: `${fitName(run.document.name)}-certificate.html`,
    };
  });
}

/** @throws expected `mixing:run-missing` and `mixing:run-unfinished` (404) */
async function certified(ctx: ServerContext, accountId: string, id: string) {
  const run = await findMixRun(ctx.db.scope(accountId), id);
  const { certificate } = run;
  return certificate === null ? fail('mixing:run-unfinished', {}, { kind: 'not-found' }) : { run, certificate };
}
