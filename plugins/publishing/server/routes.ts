import { ExpectedError } from '#core/contract/errors.ts';
import type { CallContext, CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import * as call from '../calls.ts';
import type { Channel } from '../channel-calls.ts';
import { listHosts } from './channels/channel-host.ts';
import { beginConnection, connectByCode, finishConnection } from './channels/connect-channel.ts';
import { importChannels } from './channels/import-channels.ts';
import { choose, dropChoice, presentChoice } from './channels/open-choices.ts';
import { listUsers, writeUsers } from './channels/channel-users.ts';
import {
  changeChannel,
  listChannels,
  listServices,
  ownChannel,
  presentChannel,
  readChannel,
  readFile,
  removeChannel,
} from './channels/own-channels.ts';
import { listTargets } from './list-targets.ts';
import { receiveNews } from './news/receive-news.ts';
import { phoneRoutes } from './phone/phone-routes.ts';
import { accountFigures } from './posts/account-figures.ts';
import { noteCopies } from './posts/copies.ts';
import { listDayQuotas } from './posts/day-quotas.ts';
import { listMadeRuns } from './posts/list-made-runs.ts';
import { listPosts, listTasks, presentPosts, readTask } from './posts/list-posts.ts';
import { listPlaces } from './posts/post-place.ts';
import { planPosts } from './posts/plan-posts.ts';
import { publishPosts } from './posts/publish-posts.ts';
import { answerOverdue, movePost, retryCause, steerPost, steerTask } from './posts/steer-posts.ts';
import { listTaskCauses } from './posts/task-causes.ts';
import { recordSearch, resolveProduct, searchProducts } from './products/own-products.ts';
import { startSends } from './start-sends.ts';
import { readWish, writeWish } from './wishes.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.listTargets, (_input, { language }) => listTargets(ctx, language));
  calls.handle(call.readWish, ({ params }, { caller, language }) =>
    readWish(ctx, { accountId: caller.accountId, runId: params.id, language }),
  );
  calls.handle(call.writeWish, ({ params, body }, { caller, language }) =>
    writeWish(ctx, { accountId: caller.accountId, runId: params.id, language }, body.target),
  );
  calls.handle(call.sendFiles, ({ body }, { caller }) => startSends(ctx, caller.accountId, body));
  channelRoutes(calls, ctx);
  newsRoutes(calls, ctx);
  postRoutes(calls, ctx);
  phoneRoutes(calls, ctx);
  productRoutes(calls, ctx);
}

function productRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.searchProducts, ({ body }, { caller: { accountId }, signal }) =>
    searchProducts(ctx, { accountId, signal }, body.keyword),
  );
  calls.handle(call.resolveProduct, ({ body }, { caller: { accountId }, signal }) =>
    resolveProduct(ctx, { accountId, signal }, body.url),
  );
  calls.handle(call.recordProductSearch, async ({ body }, { caller: { accountId } }) => {
    await recordSearch(ctx, accountId, body.keyword);
    return {};
  });
}

/** Where owners come back to the list of accounts. */
const LIST = '/monitor/authorizationList';
/** Holds what comes back with an owner, so that nobody ends a connection that another browser has begun. */
const COOKIE = 'rp-connection';
const COOKIE_PATH = '/api/publishing/connections';

/** Scheme and host at which this installation is reached. */
const originOf = ({ publicUrl }: ServerContext, { protocol, host }: CallContext['request']): string =>
  publicUrl ?? `${protocol}://${host}`;

function channelRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.listChannelServices, async (_input, { language }) => ({
    services: await listServices(ctx, language),
  }));
  calls.handle(call.listChannels, (_input, { caller, language }) => listChannels(ctx, caller.accountId, language));
  calls.handle(call.connectChannel, async ({ body }, { caller, language, request, reply }) => {
    const origin = originOf(ctx, request);
    const { url, channel, choice } = await beginConnection(ctx, { accountId: caller.accountId, origin, ...body });
    if (url !== null) {
      const state = new URL(url).searchParams.get('state') ?? '';
      const secure = origin.startsWith('https:') ? '; Secure' : '';
      const rest = `Path=${COOKIE_PATH}; Max-Age=1800; HttpOnly; SameSite=Lax${secure}`;
      void reply.header('set-cookie', `${COOKIE}=${encodeURIComponent(state)}; ${rest}`);
    }
    return { url, choice, channel: channel === null ? null : await presentChannel(ctx, language, channel) };
  });
  calls.stream(call.finishConnection, async ({ query }, { request, reply }) => {
    const cookies = (request.headers.cookie ?? '').split(/; */);
    const isSame = cookies.includes(`${COOKIE}=${encodeURIComponent(query['state'] ?? '')}`);
    const answer = async (): Promise<string> => {
      if (!isSame) return 'failed=publishing:channel.gone';
      try {
        const { channel, choice } = await finishConnection(ctx, query);
        return channel === null ? `choose=${choice}` : `connected=${channel.id}`;
      } catch (error) {
        if (!(error instanceof ExpectedError)) throw error;
        return `failed=${error.code}`;
      }
    };
    await reply
      .header('set-cookie', `${COOKIE}=; Path=${COOKIE_PATH}; Max-Age=0`)
      .redirect(`${LIST}?${await answer()}`, 303);
  });
  calls.handle(call.readChannelChoice, ({ params }, { caller: { accountId }, language }) =>
    presentChoice(ctx, { accountId, id: params.id }, language),
  );
  calls.handle(call.chooseChannels, async ({ params, body }, { caller: { accountId }, language }) => {
    const rows = await choose(ctx, { accountId, id: params.id }, body.owners);
    return { channels: await Promise.all(rows.map((row) => presentChannel(ctx, language, row))) };
  });
  calls.handle(call.dropChannelChoice, async ({ params }, { caller: { accountId } }) => {
    await dropChoice(ctx, { accountId, id: params.id });
    return {};
  });
  const byCode = async (code: string, { caller, language, request }: CallContext): Promise<Channel> => {
    const wished = { accountId: caller.accountId, platform: 'douyin', code, origin: originOf(ctx, request) };
    return await presentChannel(ctx, language, await connectByCode(ctx, wished));
  };
  calls.handle(call.bindDouyin, ({ query }, context) => byCode(query.code, context));
  calls.handle(call.authoriseDouyin, ({ query }, context) => byCode(query.code, context));
  calls.handle(call.listChannelHosts, (_input, { caller }) => listHosts(ctx, caller.accountId));
  calls.handle(call.importChannels, ({ body }, { caller: { accountId }, language }) =>
    importChannels(ctx, { accountId, language, ...body }),
  );
  calls.handle(call.changeChannel, async ({ params, body }, { caller: { accountId }, language }) =>
    presentChannel(ctx, language, await changeChannel(ctx, { accountId, id: params.id }, body)),
  );
  calls.handle(call.refreshChannel, async ({ params }, { caller: { accountId }, language }) =>
    presentChannel(ctx, language, await readChannel(ctx, { accountId, id: params.id })),
  );
  calls.handle(call.readChannelFile, ({ params }, { caller: { accountId } }) =>
    readFile(ctx, { accountId, id: params.id }),
  );
  calls.handle(call.writeChannelUsers, async ({ params, body }, { caller: { accountId } }) => {
    const row = await ownChannel(ctx.db, accountId, params.id);
    await writeUsers(ctx, row, body.users);
    return { users: await listUsers(ctx, row) };
  });
  calls.handle(call.removeChannel, ({ params }, { caller: { accountId } }) =>
    removeChannel(ctx, { accountId, id: params.id }),
  );
}

function newsRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.stream(call.answerChannelService, ({ params, query }, context) =>
    answerPlatform(ctx, params.service, { method: 'GET', query, body: '' }, context),
  );
  calls.stream(call.receiveChannelNews, ({ params, query, body }, context) =>
    answerPlatform(ctx, params.service, { method: 'POST', query, body }, context),
  );
}

async function answerPlatform(
  ctx: ServerContext,
  service: string,
  asked: { method: 'GET' | 'POST'; query: Readonly<Record<string, unknown>>; body: string },
  { request, reply, ip }: Pick<CallContext<Caller | null>, 'request' | 'reply' | 'ip'>,
): Promise<void> {
  const texts = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
  const { method, query, body } = asked;
  const call = { method, query: texts(query), headers: texts(request.headers), body: Buffer.from(body) };
  const { status = 200, type = 'text/plain', body: text } = await receiveNews(ctx, { service, call, ip });
  await reply.status(status).type(type).send(text);
}

function postRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.planPosts, ({ body }, { caller, language }) => planPosts(ctx, caller, body, language));
  calls.handle(call.publishPosts, async ({ body }, { caller }) =>
    readTask(ctx, caller.accountId, await publishPosts(ctx, caller, body)),
  );
  calls.handle(call.noteCopies, async ({ body }, { caller: { accountId }, language }) => {
    await noteCopies(ctx, { accountId, language }, body);
    return {};
  });
  calls.handle(call.listPostPlaces, async (_input, { caller }) => ({
    places: await listPlaces(ctx, caller.accountId),
  }));
  calls.handle(call.listMadeRuns, (_input, { caller }) => listMadeRuns(ctx.db, caller.accountId));
  calls.handle(call.listPublishTasks, ({ query }, { caller }) => listTasks(ctx, caller.accountId, query));
  calls.handle(call.readPublishTask, ({ params }, { caller }) => readTask(ctx, caller.accountId, params.id));
  calls.handle(call.listPosts, ({ query }, { caller, language }) => listPosts(ctx, caller.accountId, language, query));
  calls.handle(call.listDayQuotas, ({ query }, { caller }) => listDayQuotas(ctx, caller.accountId, query));
  calls.handle(call.readAccountFigures, ({ query }, { caller: { accountId }, language }) =>
    accountFigures(ctx, { accountId, ...query }, language),
  );
  calls.handle(call.steerTask, async ({ params: { id, step } }, { caller: { accountId } }) => {
    await steerTask(ctx, { accountId, id }, step);
    return await readTask(ctx, accountId, id);
  });
  calls.handle(call.listTaskCauses, ({ params: { id } }, { caller: { accountId }, language }) =>
    listTaskCauses(ctx, { accountId, id }, language),
  );
  calls.handle(call.retryCause, async ({ params: { id }, body }, { caller: { accountId } }) => {
    await retryCause(ctx, { accountId, id }, body);
    return await readTask(ctx, accountId, id);
  });
  calls.handle(call.answerOverdue, async ({ params: { id }, body }, { caller: { accountId } }) => {
    await answerOverdue(ctx, { accountId, id }, body.answer);
    return await readTask(ctx, accountId, id);
  });
  calls.handle(call.steerPost, async ({ params: { id, step } }, { caller: { accountId }, language }) =>
    first(await presentPosts(ctx, [await steerPost(ctx, { accountId, id }, step)], language)),
  );
  calls.handle(call.movePost, async ({ params, body }, { caller: { accountId }, language }) =>
    first(await presentPosts(ctx, [await movePost(ctx, { accountId, id: params.id }, new Date(body.at))], language)),
  );
}

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('what was changed is there');
  return one;
}
