import { grantKey } from '#core/contract/grants.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import { makeDeveloperKey, pushBuild } from '#plugins/extensions/calls.ts';

import { presentFinding } from '../inspect/inspect-routes.ts';
import { readUpload } from '../inspect/read-upload.ts';
import { makeKey, operatorOfKey } from './developer-keys.ts';

const KEY_HEADER = 'x-reelport-developer-key';

/** Handlers of what developers do from their own machine. */
export function developerRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(makeDeveloperKey, async ({ body }, { caller }) => {
    const { key, expiresAt } = await makeKey(ctx, caller.accountId, body.name);
    return { key, expiresAt: expiresAt.toISOString() };
  });

  calls.handle(pushBuild, async (_input, { request, ip, language }) => {
    const actor = await operatorOfKey(ctx, String(request.headers[KEY_HEADER] ?? ''), ip);
    const { packed } = await readUpload(request);
    const { package: description, findings } = await ctx.plugins.inspect(packed);
    const { id, grants } = description.manifest;
    const before = await ctx.plugins.find(id);
    const { source } = await ctx.plugins.install(packed, {
      ...{ actor, source: 'dev', dev: true },
      // What an operator chose for it stays as it is under the developer's hands.
      untrusted: before?.source?.untrusted ?? false,
      grants: grants.map(grantKey),
    });
    const problems = findings.map((finding) => presentFinding(finding, language).text);
    return { id, revision: source?.revision ?? '', problems };
  });
}
