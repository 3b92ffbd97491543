import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test, type TestContext } from 'node:test';

import { Y4M_FRAME, y4mHeader } from '#core/server/services/media/cut/y4m.ts';
import { inpaintPictures } from '#core/server/services/providers/inpaint-pictures.ts';
import type { InpaintingRequest, InpaintingService } from '#core/server/services/providers/inpainting.ts';
import { openFillService } from '#plugins/removal/server/service/fill-service.ts';
import { startFillingService, type FillingService } from '#tests/fixtures/removal/filling-service.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';

const [WIDTH, HEIGHT, FRAMES] = [32, 16, 16];
const REFERENCE = 'ab'.repeat(32);

let folder: string;
let request: InpaintingRequest;
before(async () => {
  folder = await temporaryFolder();
  const path = join(folder, 'request.y4m');
  const block = Buffer.alloc(WIDTH * HEIGHT * 3, 128);
  block.fill(255, WIDTH * HEIGHT, WIDTH * (HEIGHT + 4));
  const frames = Array.from({ length: FRAMES }, () => [Y4M_FRAME, block]).flat();
  await writeFile(path, Buffer.concat([y4mHeader(WIDTH, 2 * HEIGHT), ...frames]));
  request = { path, width: WIDTH, height: HEIGHT, frames: FRAMES };
});

async function start(t: TestContext): Promise<FillingService> {
  const service = await startFillingService();
  t.after(() => service.close());
  return service;
}
async function open(address: string, key = 'secret', mostSeconds = 60): Promise<InpaintingService> {
  const opened = await openFillService({ address, key, mostSeconds });
  return opened.form === 'service' ? opened : assert.fail('it is no service');
}
const inpaint = (service: InpaintingService, signal?: AbortSignal) =>
  inpaintPictures(service, request, REFERENCE, { path: join(folder, 'filled.y4m'), signal });
const failure = (kind: string, how: RegExp) => ({ name: 'ProviderFailure', kind, message: how });

test('pictures are sent, asked after and fetched, all of them and in their size', async (t) => {
  const simulated = await start(t);
  const service = await open(simulated.address);
  assert.deepEqual([service.version, service.atOnce, service.mostFrames], [`${simulated.address} 3`, 2, 32]);
  simulated.slow = 2;
  await inpaint(service);
  assert.deepEqual(simulated.shots, [
    { reference: REFERENCE, width: WIDTH, height: HEIGHT, frames: FRAMES, isMasked: true },
  ]);
  const filled = await readFile(join(folder, 'filled.y4m'));
  assert.equal(filled.filter((level) => level === 130).length, FRAMES * WIDTH * 4);
  assert.deepEqual(simulated.cancelled, []);
});

test('what was begun under a reference is taken up and not sent again', async (t) => {
  const simulated = await start(t);
  const service = await open(simulated.address);
  await inpaint(service);
  await inpaint(service);
  assert.equal(simulated.shots.length, 1);
  // Sent by somebody else meanwhile.
  await service.start(request, REFERENCE);
  assert.equal(simulated.shots.length, 1);
});

test('a service that fails for a moment is asked again, and one that has lost a shot is sent it again', async (t) => {
  const simulated = await start(t);
  const service = await open(simulated.address);
  simulated.whims.send.push({ status: 500 });
  simulated.whims.check.push({ status: 404 }, { status: 410 });
  simulated.whims.pictures.push('truncated');
  await inpaint(service);
  assert.equal(simulated.shots.length, 1);
  assert.deepEqual(Object.values(simulated.whims).flat(), []);
});

test('what cannot be used is refused, and the service is told to forget it', async (t) => {
  const simulated = await start(t);
  const service = await open(simulated.address);
  for (const [whim, how] of [
    ['small', /30 × 16 pixels instead of 32 × 16/],
    ['doubled', /more than/],
    ['cut short', /ends within picture|instead of 16/],
    [{ says: 'RIFF' }, /no Y4M file/],
  ] as const) {
    simulated.whims.pictures.push(whim);
    await assert.rejects(inpaint(service), failure('refused', how));
  }
  assert.equal(simulated.cancelled.length, 4);
  simulated.whims.check.push({ says: '{"state":"failed","reason":"out of memory"}' });
  await assert.rejects(inpaint(service), failure('refused', /out of memory/));
  simulated.whims.send.push({ status: 413 });
  await assert.rejects(inpaint(service), failure('refused', /413/));
});

test('a service that never knows of what it was sent, or never gets ready, is given up', async (t) => {
  const simulated = await start(t);
  simulated.slow = Infinity;
  await assert.rejects(inpaint(await open(simulated.address, 'secret', 0.5)), failure('limited', /not ready after/));
  assert.deepEqual(simulated.cancelled, [REFERENCE]);
  simulated.whims.check.push(...Array.from({ length: 4 }, () => ({ status: 404 })));
  await assert.rejects(inpaint(await open(simulated.address)), failure('refused', /lost the pictures 3 times/));
});

test('one that is busy is asked again, unless that is too late', async (t) => {
  const simulated = await start(t);
  simulated.whims.send.push({ status: 429, headers: { 'retry-after': '1' } });
  await inpaint(await open(simulated.address));
  assert.equal(simulated.shots.length, 1);
  simulated.forget();
  simulated.whims.send.push({ status: 429, headers: { 'retry-after': '7200' } });
  await assert.rejects(inpaint(await open(simulated.address)), failure('limited', /429/));
});

test('a service that is set up wrongly says so', async (t) => {
  const simulated = await start(t);
  await assert.rejects(open(simulated.address, 'wrong'), failure('configuration', /401/));
  simulated.whims.about.push({ says: '<html>' });
  await assert.rejects(open(simulated.address), failure('configuration', /does not answer as/));
  simulated.whims.about.push({ says: '{"version":"1","mostFrames":1}' });
  await assert.rejects(open(simulated.address), failure('configuration', /does not answer as/));
  simulated.whims.about.push(...Array.from({ length: 3 }, () => ({ status: 302, headers: { location: '/' } })));
  await assert.rejects(open(simulated.address), failure('unavailable', /no whole answer/));
});

test('a request that is cancelled ends at once, and the service is told', async (t) => {
  const simulated = await start(t);
  simulated.slow = Infinity;
  const cancel = new AbortController();
  const filling = inpaint(await open(simulated.address), cancel.signal);
  setTimeout(() => cancel.abort(), 100);
  await assert.rejects(filling, { name: 'AbortError' });
  assert.deepEqual(simulated.cancelled, [REFERENCE]);
});
