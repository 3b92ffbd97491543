import type { CallData } from '#core/contract/call.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { PACKAGE_BYTES } from '#core/contract/plugin-package.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import { fetchGuarded } from '#core/server/services/outbound/fetch-guarded.ts';
import type { Inspection } from '#core/server/services/plugin-registry/package/inspection.ts';
import { inspectAddress, inspectUpload, installExtension } from '#plugins/extensions/calls.ts';

import { presentExtension } from '../present-extension.ts';
import { ALLOW_PRIVATE_ADDRESSES } from '../settings.ts';
import { readUpload } from './read-upload.ts';
import { endTicket, keepTicket, readTicket } from './tickets.ts';

/** Handlers of the way from a packed plugin to an installed one. */
export function inspectRoutes(calls: CallRegistry, ctx: ServerContext): void {
  async function inspect(
    packed: Buffer,
    { source, accountId, language }: { source: string; accountId: string; language: MessageLanguage },
  ): Promise<CallData<typeof inspectUpload>> {
    const inspection = await ctx.plugins.inspect(packed);
    const ticket = await keepTicket(ctx, { accountId, source, packed });
    return { ...inspection, ticket, findings: inspection.findings.map((finding) => presentFinding(finding, language)) };
  }

  calls.handle(inspectUpload, async (_input, { caller, language, request }) => {
    const { packed, name } = await readUpload(request);
    return await inspect(packed, { source: name, accountId: caller.accountId, language });
  });

  calls.handle(inspectAddress, async ({ body }, { caller, language, signal }) => {
    const allowsPrivate = await ctx.settings.get(ALLOW_PRIVATE_ADDRESSES);
    const allows = allowsPrivate ? () => true : undefined;
    const { bytes, url } = await fetchGuarded(new URL(body.url), { maxBytes: PACKAGE_BYTES, signal, allows });
    // The part after the path may contain an access key.
    const source = `${url.origin}${url.pathname}`;
    return await inspect(bytes, { source, accountId: caller.accountId, language });
  });

  calls.handle(installExtension, async ({ body }, { caller, language }) => {
    const { packed, source } = await readTicket(ctx, body.ticket, caller.accountId);
    const { untrusted, grants } = body;
    const installed = await ctx.plugins.install(packed, { actor: caller.accountId, source, untrusted, grants });
    await endTicket(ctx, body.ticket);
    return await presentExtension(ctx, installed, { language, viewer: caller.accountId });
  });
}

/** A finding as a sentence. */
export function presentFinding({ level, code, params }: Inspection['findings'][number], language: MessageLanguage) {
  // An inspection makes its findings of keys of the messages.
  return { level, text: translate(language, code as MessageKey, params) };
}
