import { eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { channelsChanged } from '#plugins/publishing/events.ts';
import type { AccountRow, importChannels as importCall } from '#plugins/publishing/import-calls.ts';
import { publishingChannels } from '../tables.ts';
import { sharedChannels } from './channel-users.ts';
import { lower, mostChannels, writeChannel } from './write-channels.ts';
import type { ChannelRow } from './channel-tokens.ts';
import { readAccounts, type Notes, type WantedAccount } from './read-account-rows.ts';

interface Import {
  accountId: string;
  language: MessageLanguage;
  rows: readonly AccountRow[];
  /** Only says what would be done. */
  isTrial: boolean;
}

/**
 * Checks the rows of a spreadsheet of accounts and, when each of them is right, writes all of them together. The same
 * spreadsheet a second time changes nothing.
 * @throws expected `publishing:channel.import-limit` (403) when the membership level includes fewer
 */
export async function importChannels(
  ctx: ServerContext,
  { accountId, language, rows, isTrial }: Import,
): Promise<CallData<typeof importCall>> {
  const shared = new Set((await sharedChannels(ctx.db, accountId)).map(({ id }) => id));
  const own = rows.filter(({ id }) => !shared.has(lower(id)));
  const known = await ctx.db.scope(accountId).select(publishingChannels, {});
  const { accounts, faults } = await readAccounts(ctx, { accountId, language, rows: own, present: known });
  const most = await mostChannels(ctx, accountId);
  return await ctx.db.transaction(async (tx) => {
    await ctx.accounts.find(tx, accountId, { lock: true });
    const scope = tx.scope(accountId);
    const present = await scope.select(publishingChannels, {});
    const fresh: WantedAccount[] = [];
    const changes: { id: string; notes: Partial<Notes> }[] = [];
    // Those that belong to the main account are not changed here.
    let same = rows.length - own.length;
    for (const { row, wanted } of accounts) {
      const meant = present.filter((channel) => isOf(channel, wanted));
      const [only] = meant;
      if (meant.length > 1) faults.push({ row, field: 'name', code: 'publishing:row.ambiguous' });
      else if (only === undefined) fresh.push(wanted);
      else {
        const notes = differing(only, wanted);
        if (Object.keys(notes).length === 0) same += 1;
        else changes.push({ id: only.id, notes });
      }
    }
    if (most !== null && present.length + fresh.length > most) {
      const params = { most, present: present.length, count: fresh.length };
      fail('publishing:channel.import-limit', params, { kind: 'forbidden' });
    }
    if (faults.length === 0 && !isTrial) {
      for (const wanted of fresh) await addAccount(wanted);
      for (const { id, notes } of changes) await scope.update(publishingChannels, eq(publishingChannels.id, id), notes);
      const [first] = present;
      const id = changes[0]?.id ?? first?.id ?? uuid();
      await ctx.events.publish(tx, channelsChanged, { accountId, data: { id } });
    }
    return {
      faults: faults
        .sort((a, b) => a.row - b.row)
        .map(({ row, field, code, params }) => ({ row, field, text: translate(language, code, params) })),
      ...{ added: fresh.length, changed: changes.length, same },
      pending: fresh.filter(({ agreed }) => agreed === null).length,
    };

    async function addAccount({ id: _none, adapter, platform, name, agreed, ...notes }: WantedAccount): Promise<void> {
      const connected = { accountId, adapter, platform, most, pending: null };
      if (agreed !== null) {
        const { id } = await writeChannel(ctx, tx, connected, agreed);
        await scope.update(publishingChannels, eq(publishingChannels.id, id), { ...notes, importedAs: name });
        return;
      }
      const id = uuid();
      await scope.insert(publishingChannels, {
        ...{ id, adapter, platform, name, importedAs: name, ...notes, state: 'pending', tokens: '' },
        // The platform's own id comes with its owner.
        ...{ ownerId: `pending ${id}`, connectedAt: ctx.clock.now() },
      });
      await ctx.audit.record(tx, { actor: accountId, action: 'channel.imported', target: id, accountId });
    }
  });
}

/** Whether an account is the one of a row, also once its owner has agreed and the platform calls it otherwise. */
function isOf(channel: ChannelRow, { id, adapter, name, agreed }: WantedAccount): boolean {
  if (id !== null) return channel.id === id;
  if (channel.adapter !== adapter) return false;
  return agreed === null
    ? [channel.name, channel.importedAs].some((known) => known !== null && lower(known) === lower(name))
    : channel.ownerId === agreed.owner.id;
}

/** What a row says otherwise; empty cells say nothing. */
function differing(channel: ChannelRow, { phone, group, hostId, remark }: WantedAccount): Partial<Notes> {
  const said = Object.entries({ phone, group, hostId, remark }) as [keyof Notes, string | null][];
  return Object.fromEntries(said.filter(([name, value]) => value !== null && value !== channel[name]));
}
