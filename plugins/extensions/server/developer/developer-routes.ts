import { grantKey } from '#core/contract/grants.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { translate } from '#core/server/ground/messages.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import { makeDeveloperKey, pushBuild } from '#plugins/extensions/calls.ts';

import { presentFinding } from '../inspect/inspect-routes.ts';
import { readUpload } from '../inspect/read-upload.ts';
import { makeKey, operatorOfKey } from './developer-keys.ts';

const KEY_HEADER = 'x-reelport-developer-key';

/** Handlers of what developers do from their own machine. */
export function developerRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(makeDeveloperKey, async ({ body }, { caller }) => {
    const { key, expiresAt } = await makeKey(ctx, caller.accountId, body);
    return { key, expiresAt: expiresAt.toISOString() };
  });

  calls.handle(pushBuild, async (_input, { request, ip, language }) => {
    const { accountId, trusted } = await operatorOfKey(ctx, String(request.headers[KEY_HEADER] ?? ''), ip);
    const { packed } = await readUpload(request);
    const { package: description, findings } = await ctx.plugins.inspect(packed, accountId);
    const { id, grants } = description.manifest;
    const { source } = await ctx.plugins.push(packed, { owner: accountId, isolated: !trusted });
    const given = new Set(source?.grants.map(grantKey));
    const waiting = grants.map(grantKey).filter((key) => !given.has(key));
    const problems = findings.map((finding) => presentFinding(finding, language).text);
    if (waiting.length > 0) {
      problems.push(translate(language, 'extensions:developer.waiting', { grants: waiting.join(', '), plugin: id }));
    }
    return { id, revision: source?.revision ?? '', problems };
  });
}
