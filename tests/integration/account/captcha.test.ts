import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';

import sharp from 'sharp';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { looksHuman } from '#plugins/account/server/captcha/judge-trail.ts';
import { drawPuzzle } from '#plugins/account/server/captcha/draw-puzzle.ts';
import { sweep } from '#plugins/account/server/sweep.ts';

import { holeOf, startAccountServer, type AccountServer, type Browser } from './account-kit.ts';
import { humanDrag } from '#tests/fixtures/captcha/human-drag.ts';
import { findHole, smoothTrail } from '#tests/fixtures/captcha/template-solver.ts';

import { handTrail } from './hand-trail.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed * 7919 + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const scope = lastFirst({ after });
let server: AccountServer;
before(async () => {
  server = await startAccountServer(scope);
});
beforeEach(() => server.forgetLimits());

async function puzzle(browser: Browser): Promise<{ token: string; x: number }> {
  const { body } = await browser.call('GET', '/nodeapi/captcha');
  const x = await holeOf(server, body.token);
  await server.age('captchas', 3);
  return { token: body.token, x };
}

const verify = (browser: Browser, body: unknown, options = {}) =>
  browser.call('POST', '/nodeapi/captcha/verify', { body, ...options });

test('a puzzle is two pictures and a token, without an envelope and without the answer', async () => {
  const answer = await server.browser().call('GET', '/nodeapi/captcha');
  assert.deepEqual(Object.keys(answer.body).sort(), ['bg', 'front', 'token']);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const sizes = [];
  for (const address of [answer.body.bg, answer.body.front]) {
    const { width, height } = await sharp(Buffer.from(address.split(',')[1] ?? '', 'base64')).metadata();
    sizes.push([width, height]);
  }
  assert.deepEqual(sizes, [
    [320, 180],
    [63, 180],
  ]);
});

test('the piece is cut out of the picture where the hole is', async () => {
  const { bg, front, x } = await drawPuzzle();
  const read = async (address: string) => {
    const picture = sharp(Buffer.from(address.split(',')[1] ?? '', 'base64')).ensureAlpha();
    return await picture.raw().toBuffer({ resolveWithObject: true });
  };
  const [scene, piece] = [await read(bg), await read(front)];
  /** How bright the piece's own place is on average: strokes and grain lie over single pixels of it. */
  const brightness = ({ data, info }: typeof scene, left: number) => {
    let [sum, count] = [0, 0];
    for (let row = 0; row < info.height; row += 1) {
      for (let column = 0; column < 63; column += 1) {
        if ((piece.data[(row * 63 + column) * 4 + 3] ?? 0) < 250) continue;
        sum += data[(row * info.width + left + column) * 4] ?? 0;
        count += 1;
      }
    }
    assert.ok(count > 900, `the piece has ${count} pixels`);
    return sum / count;
  };
  const [hole, lifted] = [brightness(scene, x), brightness(piece, 0)];
  assert.ok(hole < lifted * 0.8, `the hole's ${hole} is hardly darker than the piece's ${lifted}`);
});

test('the right place and a hand solve it, five pixels off still, six not', async () => {
  const browser = server.browser();
  for (const [off, success] of [
    [0, true],
    [5, true],
    [-5, true],
    [6, false],
    [-6, false],
  ] as const) {
    const { token, x } = await puzzle(browser);
    const answer = await verify(browser, { positionX: x + off, trail: handTrail(x + off), token });
    assert.equal(answer.body.success, success, String(off));
    assert.equal('validate' in answer.body, success);
  }
});

test('a machine’s trail fails although the place is right', async () => {
  const browser = server.browser();
  const { token, x } = await puzzle(browser);
  const trail = Array.from({ length: 40 }, (_, index) => ({ x: (x * index) / 39, y: 0, t: index * 20 }));
  assert.deepEqual((await verify(browser, { positionX: x, trail, token })).body, { success: false });
});

test('a trail that took longer than the puzzle is old fails', async () => {
  const browser = server.browser();
  const { body } = await browser.call('GET', '/nodeapi/captcha');
  const x = await holeOf(server, body.token);
  const trail = handTrail(x).map((point) => ({ ...point, t: point.t * 10 }));
  assert.equal((await verify(browser, { positionX: x, trail, token: body.token })).body.success, false);
});

test('a puzzle is good for one answer and for two minutes', async () => {
  const browser = server.browser();
  const first = await puzzle(browser);
  await verify(browser, { positionX: 0, trail: handTrail(first.x), token: first.token });
  const right = { positionX: first.x, trail: handTrail(first.x), token: first.token };
  assert.equal((await verify(browser, right)).body.success, false);
  const old = await puzzle(browser);
  await server.age('captchas', 120);
  const late = { positionX: old.x, trail: handTrail(old.x), token: old.token };
  assert.equal((await verify(browser, late)).body.success, false);
});

test('answers at the same time give one proof', async () => {
  const browser = server.browser();
  const { token, x } = await puzzle(browser);
  const body = { positionX: x, trail: handTrail(x), token };
  const answers = await Promise.all(Array.from({ length: 5 }, () => verify(browser, body)));
  assert.equal(answers.filter((answer) => answer.body.success === true).length, 1);
});

test('a proof is good once, for the address that has it, for three minutes', async () => {
  const browser = server.browser();
  const ask = (asking: Browser, validate: string, fdMobile: string) =>
    asking.call('POST', '/sendMobileCode', { body: { fdMobile, validate } });
  const proof = await browser.solveCaptcha();
  const stolen = await ask(server.browser(), proof, '13700000001');
  assert.deepEqual([stolen.status, stolen.error], [200, 'account:refused.captcha']);
  assert.equal((await ask(browser, proof, '13700000001')).code, 1);
  assert.equal((await ask(browser, proof, '13700000002')).error, 'account:refused.captcha');
  const late = await browser.solveCaptcha();
  await server.age('proofs', 181);
  assert.equal((await ask(browser, late, '13700000003')).error, 'account:refused.captcha');
  assert.equal((await ask(browser, 'nonsense', '13700000003')).error, 'account:refused.captcha');
});

test('a proof is good for the number that the puzzle was solved for, and for no other', async () => {
  const browser = server.browser();
  const { token, x } = await puzzle(browser);
  const answer = await verify(browser, { positionX: x, trail: handTrail(x), token, fdMobile: '13700000011' });
  const ask = (fdMobile: string) =>
    browser.call('POST', '/sendMobileCode', { body: { fdMobile, validate: answer.body.validate } });
  assert.equal((await ask('13700000012')).error, 'account:refused.captcha');
  assert.equal((await ask('13700000011')).code, 1);
});

test('drags of people pass 99 of 100 times, a program that matches templates and smooths its trail fails 95 of 100', async () => {
  let [people, programs] = [0, 0];
  for (let drag = 0; drag < 1_000; drag += 1) {
    const x = 83 + (drag % 166);
    if (looksHuman(humanDrag(x, sequence(drag)), x)) people += 1;
    if (looksHuman(smoothTrail(x, sequence(drag)), x)) programs += 1;
  }
  assert.ok(people >= 990, `${people} of 1000 drags pass`);
  assert.ok(programs <= 50, `${programs} of 1000 smoothed trails pass`);

  const many = { count: 1_000, seconds: 60 };
  await server.setLimits({ captchaMissesPerAddress: many, captchaPerAddress: many });
  const browser = server.browser();
  let solved = 0;
  for (let round = 0; round < 60; round += 1) {
    const { body } = await browser.call('GET', '/nodeapi/captcha');
    const x = await findHole(body);
    await server.age('captchas', 3);
    const answer = await verify(browser, { positionX: x, trail: smoothTrail(x, sequence(round)), token: body.token });
    if (answer.body.success) solved += 1;
  }
  await server.setLimits({});
  assert.ok(solved <= 3, `the program solved ${solved} of 60 puzzles`);
});

test('twenty misses within ten minutes end the tries of an address', async () => {
  const browser = server.browser();
  const miss = () => verify(browser, { positionX: 5, trail: [], token: 'x' });
  for (let index = 0; index < 20; index += 1) assert.equal((await miss()).status, 200);
  assert.equal((await miss()).status, 429);
});

test('an address that keeps missing gets no more tries', async () => {
  await server.setLimits({ captchaMissesPerAddress: { count: 2, seconds: 600 } });
  const browser = server.browser();
  const miss = { positionX: 5, trail: [], token: 'x' };
  assert.equal((await verify(browser, miss)).status, 200);
  assert.equal((await verify(browser, miss)).status, 200);
  assert.equal((await verify(browser, miss)).status, 429);
  assert.equal((await verify(server.browser(), miss)).status, 200);
  await server.setLimits({});
});

test('an address gets so many puzzles a minute', async () => {
  await server.setLimits({ captchaPerAddress: { count: 2, seconds: 60 } });
  const browser = server.browser();
  const statuses = [];
  for (let index = 0; index < 3; index += 1) statuses.push((await browser.call('GET', '/nodeapi/captcha')).status);
  assert.deepEqual(statuses, [200, 200, 429]);
  await server.setLimits({});
});

test('each bad field is refused', async () => {
  const good = { positionX: 100, trail: handTrail(100), token: 'x' };
  for (const change of [
    { positionX: '100' },
    { positionX: undefined },
    { trail: 'x' },
    { trail: [{ x: 1, y: 1 }] },
    { trail: Array.from({ length: 2001 }, () => ({ x: 1, y: 1, t: 1 })) },
    { token: '' },
    { token: 'x'.repeat(201) },
  ]) {
    assert.equal(
      (await verify(server.browser(), { ...good, ...change })).status,
      422,
      JSON.stringify(change).slice(0, 60),
    );
  }
});

test('what has expired is swept away', async () => {
  await server.browser().solveCaptcha();
  for (const table of ['captchas', 'proofs', 'codes', 'scenes', 'outbox']) await server.age(table, 2 * 86_400);
  await sweep(server.composed.ctx);
  const { rows } = await server.composed.ctx.db.pool.query(
    'select (select count(*)::int from account_captchas) + (select count(*)::int from account_proofs) + (select count(*)::int from account_codes) as left',
  );
  assert.deepEqual(rows, [{ left: 0 }]);
});
