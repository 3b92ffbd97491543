import { isIPv6 } from 'node:net';

import { permissionsOf } from '#core/contract/tiers.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallContext, CallRegistry } from '#core/server/http/calls/call-registry.ts';

import * as call from '../calls.ts';
import { bindMobile } from './accounts/bind-mobile.ts';
import { changeMobile } from './accounts/change-mobile.ts';
import { claimGift, readGift } from './accounts/gift.ts';
import {
  listSubAccounts,
  readAccount,
  readBalances,
  readBindStatus,
  readDuration,
  readFileCapacity,
  readMemberDays,
} from './accounts/read-account.ts';
import { listPlatforms } from './accounts/list-platforms.ts';
import { updateProfile } from './accounts/update-profile.ts';
import { makeCaptcha } from './captcha/make-captcha.ts';
import { verifyCaptcha } from './captcha/verify-captcha.ts';
import { checkCodeKey } from './codes/check-code-key.ts';
import { sendCode } from './codes/send-code.ts';
import { validateCode } from './codes/check-code.ts';
import { proveCaptcha } from './captcha/prove-captcha.ts';
import { readLoginMethods } from './login/read-login-methods.ts';
import { loginByMobile } from './login/login-by-mobile.ts';
import { loginByPassword } from './login/login-by-password.ts';
import { loginByPartnerCode, loginByTicket, makePartnerCode } from './partners/login-by-partner.ts';
import { checkQrLogin } from './qr/check-qr-login.ts';
import { confirmQrScene, readQrScene } from './qr/confirm-qr-scene.ts';
import { refreshQrLogin } from './qr/refresh-qr-login.ts';
import { registerAndLogin } from './qr/register-and-login.ts';
import { registerByQr } from './qr/register-by-qr.ts';
import { settleConflict } from './qr/settle-conflict.ts';
import { startQrLogin } from './qr/start-qr-login.ts';
import { receiveQrEvent } from './qr/receive-qr-event.ts';
import { endSession } from './sessions/end-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { changeAllotment } from './sub-accounts/change-allotment.ts';
import { createSubAccount } from './sub-accounts/create-sub-account.ts';
import { findSubAccounts } from './sub-accounts/find-sub-accounts.ts';
import { listAllotmentChanges } from './sub-accounts/list-allotment-changes.ts';
import { disableSubAccount, enableSubAccount } from './sub-accounts/switch-sub-account.ts';
import { updateSubAccount } from './sub-accounts/update-sub-account.ts';
import { listOutbox } from './sms/list-outbox.ts';
import { deviceOf, markedVisitor, personOfPhone, visitorOf } from './visitor.ts';

/** The plugin's calls. */
export function routes(calls: CallRegistry, ctx: ServerContext): void {
  const from = (context: CallContext<Caller | null>) => visitorOf(ctx, context);
  const marked = (context: CallContext<Caller | null>) => markedVisitor(ctx, context);

  calls.handle(call.readCaptcha, (_input, context) => makeCaptcha(ctx, from(context)));
  calls.handle(call.verifyCaptcha, ({ body }, context) => verifyCaptcha(ctx, from(context), body));

  calls.handle(call.getMobileCode, async ({ body }, context) => {
    await checkCodeKey(ctx, context.request.headers['key']);
    return await sendCode(ctx, from(context), { mobile: body.fdMobile, proof: body.validate });
  });
  calls.handle(call.sendMobileCode, ({ body }, context) =>
    sendCode(ctx, from(context), { mobile: body.fdMobile, proof: body.validate }),
  );
  calls.handle(call.validateMobileCode, ({ body }, context) =>
    validateCode(ctx, marked(context), { mobile: body.fdMobile, code: body.mobileCode }),
  );
  calls.handle(call.loginByMobile, ({ body }, context) =>
    loginByMobile(ctx, from(context), { mobile: body.fdMobile, code: body.mobileCode, deviceId: body.id }),
  );
  calls.handle(call.loginByPassword, ({ body }, context) => loginByPassword(ctx, from(context), body));

  calls.handle(call.readLoginMethods, () => readLoginMethods(ctx));
  calls.handle(call.proveCaptcha, ({ body: { fdMobile: mobile, ...ticket } }, context) =>
    proveCaptcha(ctx, from(context), { ...ticket, mobile }),
  );
  calls.handle(call.startQrLogin, (_input, context) =>
    startQrLogin(ctx, marked(context), { origin: originOf(context) }),
  );
  calls.handle(call.refreshQrLogin, ({ params }, context) =>
    refreshQrLogin(ctx, marked(context), { ...params, origin: originOf(context) }),
  );
  calls.handle(call.checkQrLogin, ({ params }, context) =>
    checkQrLogin(ctx, from(context), { ...params, deviceId: deviceOf(context) }),
  );
  calls.handle(call.registerByQr, ({ params }, context) => registerByQr(ctx, from(context), params));
  calls.handle(call.registerAndLogin, async ({ query }, context) => {
    const { fdMobile: mobile, sceneId } = query;
    const result = await registerAndLogin(ctx, from(context), { mobile, sceneId, deviceId: deviceOf(context) });
    if ('token' in result) return result.token;
    context.answerConflict();
    return result.conflict;
  });
  calls.handle(call.deleteConflictingUser, ({ body }, context) => settleConflict(ctx, from(context), body));
  calls.handle(call.readQrScene, ({ params }) => readQrScene(ctx, params));
  calls.handle(call.confirmQrScene, ({ params }, context) => {
    const { caller } = context;
    const by = caller === null ? { person: personOfPhone(ctx, context) } : { accountId: caller.accountId };
    return confirmQrScene(ctx, from(context), { ...params, by });
  });
  for (const asked of [call.echoWechat, call.answerQrPlatform]) {
    calls.stream(asked, ({ query }, context) => answerPlatform(ctx, context, 'GET', query, ''));
  }
  for (const event of [call.receiveWechatEvent, call.receiveQrEvent]) {
    calls.stream(event, ({ query, body }, context) => answerPlatform(ctx, context, 'POST', query, body));
  }

  calls.handle(call.loginBySign, ({ body }, context) => loginByTicket(ctx, from(context), body.data));
  calls.handle(call.makePartnerCode, ({ body }, context) => makePartnerCode(ctx, from(context), body.data));
  calls.handle(call.loginByPartner, ({ body }, context) =>
    body.type === 1
      ? loginByTicket(ctx, from(context), body.value)
      : loginByPartnerCode(ctx, from(context), body.value),
  );

  calls.handle(call.readAccount, (_input, { caller }) => readAccount(ctx, caller));
  calls.handle(call.listPermissions, async (_input, { caller }) =>
    permissionsOf({ ...caller, roleCode: caller.roleCode ?? -1 }),
  );
  calls.handle(call.readMemberDays, (_input, { caller }) => readMemberDays(ctx, caller));
  calls.handle(call.readDuration, (_input, { caller }) => readDuration(ctx, caller));
  calls.handle(call.readFileCapacity, (_input, { caller }) => readFileCapacity(ctx, caller));
  calls.handle(call.readBindStatus, (_input, { caller }) => readBindStatus(ctx, caller));
  calls.handle(call.listSubAccounts, (_input, { caller }) => listSubAccounts(ctx, caller));
  calls.handle(call.readBalances, (_input, { caller }) => readBalances(ctx, caller));
  calls.handle(call.findSubAccounts, ({ query }, { caller }) => findSubAccounts(ctx, caller, query));
  calls.handle(call.createSubAccount, ({ body: { fdMobile: mobile, mobileCode: code, ...facts } }, context) =>
    createSubAccount(ctx, from(context), context.caller, { ...facts, mobile, code }),
  );
  calls.handle(call.updateSubAccount, ({ params, body }, context) =>
    updateSubAccount(ctx, from(context), context.caller, { ...params, ...body }),
  );
  calls.handle(call.disableSubAccount, ({ params }, context) =>
    disableSubAccount(ctx, from(context), context.caller, params.id),
  );
  calls.handle(call.enableSubAccount, ({ params, body: { fdMobile: mobile, mobileCode: code } }, context) =>
    enableSubAccount(ctx, from(context), context.caller, { ...params, mobile, code }),
  );
  calls.handle(call.changeAllotment, ({ params, body }, context) =>
    changeAllotment(ctx, from(context), context.caller, { ...params, ...body }),
  );
  calls.handle(call.listAllotmentChanges, ({ params, query }, { caller }) =>
    listAllotmentChanges(ctx, caller, { ...params, ...query }),
  );
  calls.handle(call.listPlatforms, (_input, { language }) => listPlatforms(ctx, language));
  calls.handle(call.readGift, (_input, { caller }) => readGift(ctx, caller));
  calls.handle(call.claimGift, (_input, context) => claimGift(ctx, from(context), context.caller));
  calls.handle(call.updateProfile, ({ body }, { caller }) => updateProfile(ctx, caller, body));
  calls.handle(call.bindMobile, ({ body }, context) =>
    bindMobile(ctx, from(context), { caller: context.caller, mobile: body.fdMobile, code: body.mobileCode }),
  );
  calls.handle(call.changeMobile, ({ body }, context) =>
    changeMobile(ctx, marked(context), { caller: context.caller, mobile: body.fdMobile, code: body.mobileCode }),
  );
  calls.handle(call.listSessions, (_input, { caller }) => listSessions(ctx, caller));
  calls.handle(call.endSession, ({ params }, context) =>
    endSession(ctx, from(context), { caller: context.caller, id: params.id }),
  );
  calls.handle(call.logOut, (_input, context) =>
    endSession(ctx, from(context), {
      ...{ caller: context.caller, id: context.caller.sessionId },
      reason: 'logged-out',
    }),
  );
  calls.handle(call.listOutbox, ({ query }) => listOutbox(ctx, query));
}

async function answerPlatform(
  ctx: ServerContext,
  { request, reply }: CallContext<Caller | null>,
  method: 'GET' | 'POST',
  query: Readonly<Record<string, unknown>>,
  body: string,
): Promise<void> {
  const given = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
  const asked = { method, query: given(query), headers: given(request.headers), body: Buffer.from(body) };
  const { status = 200, type = 'text/plain', body: text } = await receiveQrEvent(ctx, asked);
  reply.status(status).type(type).send(text);
}

/**
 * Scheme and address at which the asking browser reached this server. Not what its `Host` header says: a page that
 * leads browsers here by a name of its own would get codes that open its own address on phones.
 */
function originOf({ request }: CallContext<Caller | null>): string {
  const { localAddress = '', localPort } = request.raw.socket;
  const address = localAddress.startsWith('::ffff:') ? localAddress.slice(7) : localAddress;
  const isLoopback = address === '::1' || address.startsWith('127.');
  const host =
    isLoopback && request.hostname === 'localhost' ? 'localhost' : isIPv6(address) ? `[${address}]` : address;
  return `${request.protocol}://${host}:${localPort}`;
}
