import { eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import type { CallData } from '#core/contract/call.ts';
import { fail, type MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { AgreedAccount, ChannelProvider } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { channelsChanged } from '#plugins/publishing/events.ts';
import type { AccountField, AccountRow, importChannels as importCall } from '#plugins/publishing/import-calls.ts';
import { publishingChannels } from '../tables.ts';
import { listHosts } from './channel-host.ts';
import { writeChannel, mostChannels } from './connect-channel.ts';
import type { ChannelRow } from './channel-tokens.ts';
import { listServices } from './own-channels.ts';

interface Import {
  accountId: string;
  language: MessageLanguage;
  rows: readonly AccountRow[];
  /** Only says what would be done. */
  isTrial: boolean;
}

/** What is written of an account; null where the spreadsheet says nothing. */
interface Notes {
  phone: string | null;
  group: string | null;
  hostId: string | null;
  remark: string | null;
}

/** A row that is right. */
interface WantedAccount extends Notes {
  adapter: string;
  platform: string;
  name: string;
  /** Of one that nobody has to agree to; null where its owner has to. */
  agreed: AgreedAccount | null;
}

interface RowFault {
  row: number;
  field: AccountField;
  code: MessageKey;
  params?: MessageParams;
}

const LONGEST = { name: 100, phone: 30, group: 40, remark: 200 } as const;

/**
 * Checks the rows of a spreadsheet of accounts and, when each of them is right, writes all of them together. The same
 * spreadsheet a second time changes nothing.
 * @throws expected `publishing:channel.import-limit` (403) when the membership level includes fewer
 */
export async function importChannels(
  ctx: ServerContext,
  { accountId, language, rows, isTrial }: Import,
): Promise<CallData<typeof importCall>> {
  const { accounts, faults } = await readAccounts(ctx, { accountId, language, rows });
  const most = await mostChannels(ctx, accountId);
  return await ctx.db.transaction(async (tx) => {
    await ctx.accounts.find(tx, accountId, { lock: true });
    const scope = tx.scope(accountId);
    const present = await scope.select(publishingChannels, {});
    const fresh: WantedAccount[] = [];
    const changes: { id: string; notes: Partial<Notes> }[] = [];
    let same = 0;
    for (const { row, wanted } of accounts) {
      const known = present.filter((channel) => isOf(channel, wanted));
      const [only] = known;
      if (known.length > 1) faults.push({ row, field: 'name', code: 'publishing:row.ambiguous' });
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

    async function addAccount({ adapter, platform, name, agreed, ...notes }: WantedAccount): Promise<void> {
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

const lower = (text: string): string => text.trim().toLowerCase();

/** Whether an account is the one of a row, also once its owner has agreed and the platform calls it otherwise. */
function isOf(channel: ChannelRow, { adapter, name, agreed }: WantedAccount): boolean {
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

/** Reads rows as people write them, and finds what is wrong with each. */
async function readAccounts(ctx: ServerContext, { accountId, language, rows }: Omit<Import, 'isTrial'>) {
  const [services, hosts] = [await servicesByName(ctx), await hostsByName(ctx, accountId)];
  const titles = [...new Set([...services.values()].map(({ title }) => title[language]))];
  const offered = titles.join(language === 'zh' ? '、' : ', ');
  const accounts: { row: number; wanted: WantedAccount }[] = [];
  const faults: RowFault[] = [];
  const seen = new Map<string, number>();
  for (const { row, ...written } of rows) {
    const wrong = (field: AccountField, code: MessageKey, params?: MessageParams): void =>
      void faults.push({ row, field, code, ...(params && { params }) });
    const service = services.get(lower(written.platform));
    if (written.platform.trim() === '') wrong('platform', 'publishing:row.empty');
    else if (service === undefined) wrong('platform', 'publishing:row.platform', { offered });
    const name = written.name.replaceAll(/\s+/g, ' ').trim();
    if (name === '') wrong('name', 'publishing:row.empty');
    for (const [field, most] of Object.entries(LONGEST) as [keyof typeof LONGEST, number][]) {
      if (written[field].trim().length > most) wrong(field, 'publishing:row.long', { most });
    }
    const named = written.host.trim() === '' ? null : hosts.get(lower(written.host));
    if (named === undefined) wrong('host', 'publishing:row.host');
    else if (named === 'several') wrong('host', 'publishing:row.host-several');
    if (service === undefined || name === '' || named === undefined || named === 'several') continue;
    const key = `${service.adapter} ${lower(name)}`;
    const other = seen.get(key);
    seen.set(key, other ?? row);
    if (other !== undefined) {
      wrong('name', 'publishing:row.twice', { row: other });
      continue;
    }
    const agreed = await agreedAtOnce(service.provider, { name, accountId });
    if (agreed === 'refused') {
      wrong('name', 'publishing:row.name');
      continue;
    }
    const words = { phone: orNull(written.phone), group: orNull(written.group), remark: orNull(written.remark) };
    const { adapter, platform } = service;
    accounts.push({ row, wanted: { adapter, platform, name, agreed, ...words, hostId: named } });
  }
  return { accounts, faults };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Accounts that people post to by hand are known by their names alone. */
async function agreedAtOnce(
  provider: ChannelProvider,
  { name, accountId }: { name: string; accountId: string },
): Promise<AgreedAccount | 'refused' | null> {
  const [ask, ...more] = provider.asks ?? [];
  if (provider.handover === undefined || ask?.kind !== 'text' || more.length > 0) return null;
  const redirect = '';
  try {
    const begun = await provider.authorise({ state: '', redirect, answers: { [ask.name]: name }, account: accountId });
    return begun.url === null ? await provider.exchange({}, { redirect, keep: begun.keep }) : null;
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'refused') return 'refused';
    throw error;
  }
}

interface NamedService {
  adapter: string;
  platform: string;
  title: Record<MessageLanguage, string>;
  provider: ChannelProvider;
}

/** The services in use, by whatever people call their platforms. */
async function servicesByName(ctx: ServerContext): Promise<ReadonlyMap<string, NamedService>> {
  const [zh, en] = [await listServices(ctx, 'zh'), await listServices(ctx, 'en')];
  const providers = new Map((await ctx.providers.every('channels')).map(({ id, provider }) => [id, provider]));
  const found = new Map<string, NamedService>();
  for (const [index, { id, platform, title }] of zh.entries()) {
    const provider = providers.get(id);
    if (provider === undefined) continue;
    const english = en[index]?.title ?? title;
    const titles = [title, english];
    // What is posted by hand is called by its platform, too: “抖音”, not “抖音（手机发布）” alone.
    const names = [...titles, ...titles.map((each) => each.replace(/\s*[（(].*[）)]$/u, '')), platform, id];
    for (const name of names) {
      if (!found.has(lower(name)))
        found.set(lower(name), { adapter: id, platform, title: { zh: title, en: english }, provider });
    }
  }
  return found;
}

/** Hosts that accounts can go out through, by their names. */
async function hostsByName(ctx: ServerContext, accountId: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { id, name } of (await listHosts(ctx, accountId)).hosts) {
    found.set(lower(name), found.has(lower(name)) ? 'several' : id);
  }
  return found;
}
