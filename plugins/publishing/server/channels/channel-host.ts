import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { throughRoute } from '#core/server/services/outbound/egress.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { HOST_ROUTES } from '#plugins/hosts/server/api.ts';
import type { publishingChannels } from '../tables.ts';

type RoutedChannel = Pick<typeof publishingChannels.$inferSelect, 'accountId' | 'hostId'>;

/** The hosts that an account can be led through; none while the plugin with them is off. */
export async function listHosts(ctx: ServerContext, accountId: string) {
  const hosts = (await ctx.use(HOST_ROUTES)?.list(accountId)) ?? [];
  return { hosts: hosts.map(({ id, name, isUp }) => ({ id, name, isUp })) };
}

/** @throws expected `publishing:host-missing` (422) for a host that its owner does not have */
export async function refuseStrangeHost(ctx: ServerContext, accountId: string, hostId: string | null): Promise<void> {
  if (hostId === null || (await ctx.use(HOST_ROUTES)?.route(accountId, hostId)) !== undefined) return;
  fail('publishing:host-missing', {}, { kind: 'invalid' });
}

/** The host that an account is to leave through was deleted: only its owner can say what is to become of it. */
export class HostGone extends ProviderFailure {
  constructor() {
    super('unavailable', 'the host of the account was deleted');
  }
}

/** What the hosts of an owner are called, by their ids; one that is not there was deleted, or its plugin is off. */
export async function hostNames(ctx: ServerContext, accountId: string): Promise<ReadonlyMap<string, string>> {
  return (await ctx.use(HOST_ROUTES)?.names(accountId)) ?? new Map();
}

/**
 * Works for a connected account by way of its host. Without that host nothing is asked: a platform must not see the
 * account from elsewhere.
 * @throws {@link HostGone}, and what `work` throws
 */
export async function throughHost<T>(ctx: ServerContext, channel: RoutedChannel, work: () => Promise<T>): Promise<T> {
  const { accountId, hostId } = channel;
  if (hostId === null) return await work();
  const route = await ctx.use(HOST_ROUTES)?.route(accountId, hostId);
  if (route === undefined) throw new HostGone();
  return await throughRoute(route, work);
}
