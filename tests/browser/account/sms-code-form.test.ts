import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import { FakeI18n } from '#core/web/testing/index.ts';
import {
  getMobileCode,
  proveCaptcha,
  readCaptcha,
  readLoginMethods,
  verifyCaptcha,
  type LoginMethods,
} from '#plugins/account/calls.ts';
import { normaliseMobile } from '#plugins/account/web/login/login-rules.ts';
import { SmsCodeForm } from '#plugins/account/web/login/SmsCodeForm.ts';

import { WAYS } from './account-plugin.ts';
import { ChangingServer, refused } from './changing-server.ts';

beforeEach(() => void rs.useFakeTimers());
afterEach(() => void rs.useRealTimers());

function build() {
  const server = new ChangingServer(readCaptcha, verifyCaptcha, getMobileCode, readLoginMethods, proveCaptcha)
    .on(readCaptcha, () => ({ bg: 'data:,b', front: 'data:,f', token: 'puzzle' }))
    .on(verifyCaptcha, () => ({ success: true, validate: 'proof' }))
    .on(getMobileCode, () => null)
    .on(readLoginMethods, () => ({ ...WAYS, codeKey: 'harbour' }));
  const form = new SmsCodeForm(server.http, new FakeI18n(), { show: async () => undefined });
  return { server, form };
}

async function solve(form: SmsCodeForm): Promise<void> {
  await form.captcha.open();
  // It may have been under way already.
  await rs.advanceTimersByTimeAsync(0);
  form.captcha.grab(0, 0, 0);
  form.captcha.drag(120, 1, 400);
  await form.captcha.release(5_000);
}

test.each(['', '   '])('a number of "%s" is missing', async (typed) => {
  const { form } = build();
  form.setMobile(typed);
  await form.requestCode();
  expect(form.faults.mobile).toBe('account:mobile.required');
  expect(form.focus).toBe('mobile');
});

test.each(['1380013800', '138001380000', '23800138000', '12800138000', '1380013800a'])(
  'the number %s is malformed',
  async (typed) => {
    const { form, server } = build();
    form.setMobile(typed);
    await form.requestCode();
    expect(form.faults.mobile).toBe('account:mobile.malformed');
    expect(server.http.made).toEqual([]);
  },
);

test('pasted numbers lose spaces, dashes and the prefix of the country', () => {
  expect(normaliseMobile('+86 138-0013-8000')).toBe('13800138000');
  expect(normaliseMobile('0086 (138) 0013 8000')).toBe('13800138000');
  expect(normaliseMobile('8613800138')).toBe('8613800138');
});

test('a fault goes away as soon as the field is changed', async () => {
  const { form } = build();
  await form.requestCode();
  form.setMobile('1');
  expect(form.faults.mobile).toBeUndefined();
});

test('an empty code is refused before the server is asked', async () => {
  const { form } = build();
  form.setMobile('13800138000');
  const attempt = rs.fn(async () => undefined);
  await form.submit(attempt);
  expect(form.faults.code).toBe('account:sms-code.required');
  expect(form.focus).toBe('code');
  expect(attempt).not.toHaveBeenCalled();
});

test('asking for a code opens the puzzle and asks for it, without calling that a fault', async () => {
  const { form, server } = build();
  form.setMobile('13800138000');
  await form.requestCode();
  expect([form.captchaOpen, form.promptsForCaptcha, form.faults.captcha]).toEqual([true, true, undefined]);
  expect(server.count(getMobileCode)).toBe(0);
  form.pause();
  // Who puts the whole form away finds no fault in it later.
  expect([form.captchaOpen, form.promptsForCaptcha, form.faults.captcha]).toEqual([false, false, undefined]);
});

test.each([
  ['closes the puzzle unsolved', async (form: SmsCodeForm) => form.closeCaptcha()],
  ['asks again beside the open puzzle', async (form: SmsCodeForm) => await form.requestCode()],
])('whoever %s is told that it is needed, until it is solved', async (_what, passOver) => {
  const { form } = build();
  form.setMobile('13800138000');
  await form.requestCode();
  await passOver(form);
  expect([form.faults.captcha, form.promptsForCaptcha]).toEqual(['account:captcha.required', false]);
  form.openCaptcha();
  await solve(form);
  expect(form.faults.captcha).toBeUndefined();
  form.pause();
});

test('a puzzle that was looked at without asking for a code may be closed', async () => {
  const { form } = build();
  form.openCaptcha();
  form.closeCaptcha();
  expect(form.faults.captcha).toBeUndefined();
});

test('solving a puzzle that was opened by asking for a code sends the code', async () => {
  const { form, server } = build();
  form.setMobile('13800138000');
  await form.requestCode();
  await solve(form);
  await rs.advanceTimersByTimeAsync(0);
  expect(server.last(getMobileCode).body).toEqual({ fdMobile: '13800138000', type: 6, validate: 'proof' });
  // The key that this installation wants goes along.
  expect(server.last(getMobileCode).headers).toEqual({ key: 'harbour' });
  expect(form.captchaOpen).toBe(false);
  form.pause();
});

test('solving a puzzle that was opened by itself sends the code too', async () => {
  const { form, server } = build();
  form.setMobile('13800138000');
  form.openCaptcha();
  await solve(form);
  await rs.advanceTimersByTimeAsync(0);
  expect(server.last(getMobileCode).body).toEqual({ fdMobile: '13800138000', type: 6, validate: 'proof' });
  form.pause();
});

test('a puzzle that is solved before there is a number asks for the number, and stays solved', async () => {
  const { form, server } = build();
  form.openCaptcha();
  await solve(form);
  await rs.advanceTimersByTimeAsync(0);
  expect(form.faults.mobile).toBe('account:mobile.required');
  expect([form.focus, form.captcha.state, server.count(getMobileCode)]).toEqual(['mobile', 'success', 0]);
  form.setMobile('13800138000');
  await form.requestCode();
  expect(server.count(getMobileCode)).toBe(1);
  form.pause();
});

test('after a code was sent the next one has to wait 120 seconds and needs another proof', async () => {
  const { form, server } = build();
  form.setMobile('13800138000');
  await solve(form);
  await rs.advanceTimersByTimeAsync(0);
  expect(form.countdown.left).toBe(120);
  expect(form.captcha.proof).toBeNull();
  await rs.advanceTimersByTimeAsync(119_000);
  expect(form.countdown.left).toBe(1);
  await form.requestCode();
  expect(server.count(getMobileCode)).toBe(1);
  await rs.advanceTimersByTimeAsync(1_000);
  expect(form.countdown.left).toBe(0);
  expect(rs.getTimerCount()).toBe(0);
});

test('a puzzle stays solved while no other code can be asked for, and a code that comes is missing no more', async () => {
  const { form } = build();
  form.setMobile('13800138000');
  await form.submit(async () => undefined);
  expect(form.faults.code).toBe('account:sms-code.required');
  expect(form.isVerified).toBe(false);
  await solve(form);
  await rs.advanceTimersByTimeAsync(0);
  expect(form.faults.code).toBeUndefined();
  expect(form.isVerified).toBe(true);
  form.openCaptcha();
  expect(form.captchaOpen).toBe(false);
  await rs.advanceTimersByTimeAsync(120_000);
  expect(form.isVerified).toBe(false);
});

test('the wait goes on while the form is put away, without a timer', async () => {
  const { form } = build();
  form.countdown.start(120);
  form.pause();
  expect(rs.getTimerCount()).toBe(0);
  await rs.advanceTimersByTimeAsync(30_000);
  form.resume();
  expect(form.countdown.left).toBe(90);
  form.pause();
});

test('a refused request shows what the server said as a warning and needs another proof', async () => {
  const { form, server } = build();
  server.on(getMobileCode, () => refused('请求过于频繁', null, 429));
  form.setMobile('13800138000');
  await solve(form);
  await rs.advanceTimersByTimeAsync(0);
  expect(form.refusal).toEqual({ kind: 'warning', text: '请求过于频繁' });
  expect(form.countdown.left).toBe(0);
  expect(form.captcha.proof).toBeNull();
});

test('a second press while an attempt is under way does nothing', async () => {
  const { form } = build();
  form.setMobile('13800138000');
  form.setCode('123 456');
  expect(form.code).toBe('123456');
  const attempt = rs.fn(() => new Promise<void>((resolve) => setTimeout(resolve, 10)));
  const both = Promise.all([form.submit(attempt), form.submit(attempt)]);
  await rs.advanceTimersByTimeAsync(10);
  await both;
  expect(attempt).toHaveBeenCalledTimes(1);
});

/** Where a captcha service was configured, with a widget of it that answers so. */
function withWidget(answer: { ret: number; ticket?: string | null; randstr?: string }) {
  const shown: string[] = [];
  const methods: LoginMethods = {
    ...{ wechat: false, codeKey: null },
    captcha: { provider: 'tencent', script: 'https://captcha.example/widget.js', appId: '42' },
  };
  Reflect.set(
    globalThis,
    'TencentCaptcha',
    class {
      constructor(
        private readonly app: string,
        private readonly done: (said: typeof answer) => void,
      ) {}
      show(): void {
        shown.push(this.app);
        this.done(answer);
      }
    },
  );
  const built = build();
  built.server.on(proveCaptcha, () => ({ validate: 'proof' }));
  built.form.setMethods(methods);
  return { ...built, shown };
}
afterEach(() => void Reflect.deleteProperty(globalThis, 'TencentCaptcha'));

test('the widget of a captcha service takes the slider’s place, and its ticket sends the code', async () => {
  const { form, server, shown } = withWidget({ ret: 0, ticket: 'tr1', randstr: '@r' });
  await form.requestCode();
  // It proves something for one number.
  expect([form.focus, shown]).toEqual(['mobile', []]);
  form.setMobile('13800138000');
  await form.requestCode();
  await rs.advanceTimersByTimeAsync(0);
  expect([shown, form.captchaOpen, server.count(readCaptcha)]).toEqual([['42'], false, 0]);
  expect(server.last(proveCaptcha).body).toEqual({ ticket: 'tr1', randstr: '@r', fdMobile: '13800138000' });
  expect(server.last(getMobileCode).body).toEqual({ fdMobile: '13800138000', type: 6, validate: 'proof' });
  form.pause();
});

test('who closes the widget sends nothing, and can open it again', async () => {
  const { form, server, shown } = withWidget({ ret: 2, ticket: null });
  form.setMobile('13800138000');
  await form.requestCode();
  await rs.advanceTimersByTimeAsync(0);
  expect([server.count(proveCaptcha), server.count(getMobileCode), form.refusal]).toEqual([0, 0, null]);
  expect(form.faults.captcha).toBe('account:captcha.required');
  form.openCaptcha();
  await rs.advanceTimersByTimeAsync(0);
  expect(shown).toEqual(['42', '42']);
  form.pause();
});

test('a service that cannot be reached is told, in words', async () => {
  const { form, server } = withWidget({ ret: 0 });
  Reflect.deleteProperty(globalThis, 'TencentCaptcha');
  form.setMobile('13800138000');
  form.openCaptcha();
  document.head.querySelector('script[src="https://captcha.example/widget.js"]')?.dispatchEvent(new Event('error'));
  await rs.advanceTimersByTimeAsync(0);
  expect(form.refusal?.text).toMatch(/没有加载|加载失败|account:captcha.unreachable/);
  expect(server.count(proveCaptcha)).toBe(0);
  form.pause();
});
