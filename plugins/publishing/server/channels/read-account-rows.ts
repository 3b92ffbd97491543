import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { AgreedAccount, ChannelProvider } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import type { AccountField, AccountRow } from '#plugins/publishing/import-calls.ts';
import { hostNames, listHosts } from './channel-host.ts';
import type { ChannelRow } from './channel-tokens.ts';
import { listServices } from './own-channels.ts';
import { lower } from './write-channels.ts';

/** What is written of an account; null where the spreadsheet says nothing. */
export interface Notes {
  phone: string | null;
  group: string | null;
  hostId: string | null;
  remark: string | null;
}

/** A row that is right. */
export interface WantedAccount extends Notes {
  adapter: string;
  platform: string;
  name: string;
  /** The account that it is, told by its id; null for a row that tells it by its name. */
  id: string | null;
  /** Of one that nobody has to agree to; null where its owner has to. */
  agreed: AgreedAccount | null;
}

export interface RowFault {
  row: number;
  field: AccountField;
  code: MessageKey;
  params?: MessageParams;
}

const LONGEST = { name: 100, phone: 30, group: 40, remark: 200 } as const;

interface Reading {
  accountId: string;
  language: MessageLanguage;
  rows: readonly AccountRow[];
  /** The accounts that are there. */
  present: readonly ChannelRow[];
}

/** Reads rows as people write them, and finds what is wrong with each. */
export async function readAccounts(ctx: ServerContext, { accountId, language, rows, present }: Reading) {
  const [services, hosts] = [await servicesByName(ctx), await hostsByName(ctx, accountId)];
  const names = await hostNames(ctx, accountId);
  const titles = [...new Set([...services.values()].map(({ title }) => title[language]))];
  const offered = titles.join(language === 'zh' ? '、' : ', ');
  const accounts: { row: number; wanted: WantedAccount }[] = [];
  const faults: RowFault[] = [];
  const seen = new Map<string, number>();
  for (const { row, ...written } of rows) {
    const wrong = (field: AccountField, code: MessageKey, params?: MessageParams): void =>
      void faults.push({ row, field, code, ...(params && { params }) });
    const named = services.get(lower(written.platform));
    const before = present.find(({ id }) => id === lower(written.id));
    // Another platform makes it another account.
    const own = named === undefined || named.adapter === before?.adapter ? before : undefined;
    // One that is there need not be at a service that is in use now.
    const service = own ?? named;
    if (written.platform.trim() === '') wrong('platform', 'publishing:row.empty');
    else if (service === undefined) wrong('platform', 'publishing:row.platform', { offered });
    const name = written.name.replaceAll(/\s+/g, ' ').trim();
    if (name === '') wrong('name', 'publishing:row.empty');
    for (const [field, most] of Object.entries(LONGEST) as [keyof typeof LONGEST, number][]) {
      if (written[field].trim().length > most && !(field === 'name' && own !== undefined))
        wrong(field, 'publishing:row.long', { most });
    }
    const hostId = hostOf(written.host, own?.hostId ?? null);
    if (hostId === undefined) wrong('host', 'publishing:row.host');
    else if (hostId === 'several') wrong('host', 'publishing:row.host-several');
    if (service === undefined || name === '' || hostId === undefined || hostId === 'several') continue;
    const key = own?.id ?? `${service.adapter} ${lower(name)}`;
    const other = seen.get(key);
    seen.set(key, other ?? row);
    if (other !== undefined) {
      wrong('name', 'publishing:row.twice', { row: other });
      continue;
    }
    const agreed =
      own !== undefined || named === undefined ? null : await agreedAtOnce(named.provider, { name, accountId });
    if (agreed === 'refused') {
      wrong('name', 'publishing:row.name');
      continue;
    }
    const words = { phone: orNull(written.phone), group: orNull(written.group), remark: orNull(written.remark) };
    const { adapter, platform } = service;
    accounts.push({ row, wanted: { id: own?.id ?? null, adapter, platform, name, agreed, ...words, hostId } });
  }
  return { accounts, faults };

  /** The host of that name; the one that an account has already where several are called so, or it may not be chosen. */
  function hostOf(written: string, current: string | null): string | undefined | null {
    const wanted = lower(written);
    if (wanted === '') return null;
    if (current !== null && lower(names.get(current) ?? '') === wanted) return current;
    return hosts.get(wanted);
  }
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
