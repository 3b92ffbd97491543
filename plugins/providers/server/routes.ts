import { fail } from '#core/contract/errors.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { TryOutAnswer } from '#core/server/services/providers/provider-admin.ts';
import { InvalidRequest } from '#core/server/ground/field-faults.ts';

import * as call from '../calls.ts';
import { presentServices } from './present-services.ts';
import { problemText } from './problem-text.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  const { admin } = ctx.providers;
  const list = async (language: MessageLanguage) => ({ services: await presentServices(ctx, language) });

  calls.handle(call.listServices, (_input, { language }) => list(language));
  calls.handle(call.chooseService, async ({ params, body }, { caller, language }) => {
    await admin.choose(params.kind, body, caller.accountId);
    return await list(language);
  });
  calls.handle(call.readServiceSettings, async ({ params: { kind, id } }) => ({
    values: await admin.readSettings(kind, id),
  }));
  calls.handle(call.writeServiceSettings, async ({ params: { kind, id }, body }, { caller }) => {
    await admin.writeSettings(kind, id, body.values, caller.accountId);
    return { values: await admin.readSettings(kind, id) };
  });
  calls.handle(call.checkService, async ({ params: { kind, id } }, { language }) => {
    const { probed, problem, languages, granted, milliseconds } = await admin.check(kind, id);
    return {
      healthy: problem === null,
      problem: problem === null ? null : problemText(problem.error, language),
      ...{ probed, languages: languages === null ? null : [...languages], granted, milliseconds },
    };
  });
  calls.handle(call.readTryOut, async ({ params: { kind, id } }, { language }) => {
    const shape = await admin.tryOutShape(kind, id, language);
    return { shape: shape ?? fail('core:provider.unknown', { provider: id }, { kind: 'not-found' }) };
  });
  calls.handle(call.tryService, async ({ params: { kind, id }, body }, { caller, language }) => {
    await ctx.db.transaction((tx) =>
      ctx.audit.record(tx, { actor: caller.accountId, action: 'provider.try', target: `${kind} ${id}` }),
    );
    try {
      const answer = await admin.tryOut(kind, id, body.values);
      return presentTried(answer);
    } catch (error) {
      if (error instanceof InvalidRequest) throw error;
      ctx.log.warn({ err: error, kind, provider: id }, 'a service failed when an operator tried it');
      return { kind: 'failed' as const, problem: problemText(error, language) };
    }
  });
}

function presentTried(answer: TryOutAnswer): call.TryOutResult {
  if (answer.kind === 'sound') return { kind: 'sound', base64: answer.bytes.toString('base64') };
  if (answer.kind === 'picture') return { kind: 'picture', base64: answer.bytes.toString('base64') };
  if (answer.kind !== 'picture-text') return answer;
  const lines = answer.lines.map((line) => ({
    ...line,
    corners: line.corners.map(([x, y]): [number, number] => [x, y]),
  }));
  return { ...answer, lines };
}
