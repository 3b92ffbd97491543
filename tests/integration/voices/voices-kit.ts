import assert from 'node:assert/strict';

import type { CallData } from '#core/contract/call.ts';
import type { TestScope } from '#core/server/testing/test-scope.ts';
import type { readService, Recording, Voice } from '#plugins/voices/calls.ts';
import { chanceOf, RATE, wavOf } from '#tests/fixtures/words/pcm.ts';
import { say } from '#tests/fixtures/words/spoken-sound.ts';
import { startToolKit } from '#tests/tools/tool-kit.ts';
import { until } from '#tests/until.ts';

export const ADDRESS = '/api/uploads/voices/recording';
export const SENTENCE = 'The old lighthouse keeper walked along the quay. Every morning he counted the boats.';

/** What somebody says, with a moment of silence around it. @param noise how loud the room is, 0 to 1 */
export function spoken(
  text = SENTENCE,
  { variant, noise = 0.0005, gain = 1 }: { variant?: string; noise?: number; gain?: number } = {},
): Float32Array {
  const said = say(text, { language: 'en-US', ...(variant === undefined ? {} : { variant }) });
  const samples = new Float32Array(said.length + RATE);
  samples.set(said, RATE / 2);
  const chance = chanceOf(7);
  return samples.map((sample) => Math.max(-1, Math.min(1, sample * gain + (chance() * 2 - 1) * noise)));
}

/** A server with a member who may have voices made. */
export async function startVoicesKit(scope: TestScope, options: { worker?: 'here' | 'own' } = {}) {
  const kit = await startToolKit(scope, { tool: 'crop.cut', ...options });
  const { server, ctx } = kit;
  const { token, accountId } = await server.signIn({ level: 'level2' });
  const operator = await server.signIn({ operator: true });
  const send = (method: string, path: string, body?: unknown) =>
    server.call(method, `/api/voices${path}`, { token, body, headers: { 'accept-language': 'en' } });
  const voices = {
    ...{ kit, ctx, server, token, accountId, send },
    /** Sends a recording, in one part. @param between what happens after it was announced */
    async upload(
      bytes: Buffer,
      name: string,
      fields: Record<string, string>,
      between: () => Promise<unknown> = async () => undefined,
    ) {
      const metadata = Object.entries({ filename: name, ...fields })
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(',');
      const tus = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', 'accept-language': 'en' };
      const opened = await fetch(server.address + ADDRESS, {
        method: 'POST',
        headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
      });
      if (opened.status !== 201) return { status: opened.status, data: (await opened.json()) as unknown };
      const place = new URL(opened.headers.get('location') ?? '', server.address);
      await between();
      const sent = await fetch(place, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
        body: new Uint8Array(bytes),
      });
      if (!sent.ok) return { status: sent.status, data: (await sent.json()) as unknown };
      const taken = await fetch(place, { headers: tus });
      return { status: taken.status, data: ((await taken.json()) as { data: unknown }).data };
    },
    /** Sends a recording, and waits until it was listened to. */
    async record(
      samples: Float32Array | Buffer,
      kind: Recording['kind'] = 'sample',
      { name = 'sample.wav', origin = 'uploaded' } = {},
    ): Promise<Recording> {
      const bytes = samples instanceof Float32Array ? wavOf(samples) : samples;
      const { status, data } = await voices.upload(bytes, name, { kind, origin });
      assert.equal(status, 200, JSON.stringify(data));
      let recording = data as Recording;
      const { id } = recording;
      await until(
        async () => {
          recording = (await send('GET', `/recordings/${id}`)).envelope.data as Recording;
          return recording.state !== 'checking';
        },
        'it is listened to',
        30,
      );
      return recording;
    },
    /** Has a voice made of a good sample, signed for. */
    async create(more: { consent?: object } = {}): Promise<Voice> {
      const sample = (await voices.record(spoken())).id;
      const sentence = await voices.sentence();
      const { consent = { kind: 'signed', name: 'Ada Quay', agreed: true }, ...others } = more;
      const { status, envelope } = await send('POST', '/clones', {
        ...{ name: 'Keeper', language: 'en-US', sample, consent: { sentence, ...consent } },
        ...others,
      });
      assert.equal(status, 200, JSON.stringify(envelope));
      return envelope.data as Voice;
    },
    /** The sentence in which people agree now. */
    async sentence(): Promise<string> {
      const { languages } = (await send('GET', '/service')).envelope.data as CallData<typeof readService>;
      return languages.find(({ tag }) => tag === 'en-US')?.sentence ?? assert.fail('it speaks English');
    },
    async list(): Promise<Voice[]> {
      return ((await send('GET', '/clones')).envelope.data as { voices: Voice[] }).voices;
    },
    async reach(id: string, right: (voice: Voice | undefined) => boolean, seconds = 30): Promise<Voice | undefined> {
      let voice: Voice | undefined;
      await until(
        async () => right((voice = (await voices.list()).find((each) => each.id === id))),
        'the voice gets there',
        seconds,
      ).catch((cause: unknown) => {
        throw new Error(`the voice is ${JSON.stringify(voice)}`, { cause });
      });
      return voice;
    },
    /** Chooses the service that makes voices, as operators do. */
    async choose(adapter: string, values?: object): Promise<void> {
      const put = async (path: string, body: object) => {
        const { status, envelope } = await server.call('PUT', `/api/services/voices${path}`, {
          ...{ token: operator.token, body },
        });
        assert.equal(status, 200, JSON.stringify(envelope));
      };
      if (values !== undefined) await put(`/${adapter}/settings`, { values });
      await put('', { adapters: [adapter], orEmbedded: false });
    },
    /** How many files and recordings the account has. */
    async kept(): Promise<{ files: number; recordings: number }> {
      const count = async (table: string) => {
        const { rows } = await ctx.db.pool.query<{ n: number }>(
          `select count(*)::int as n from ${table} where account_id = $1`,
          [accountId],
        );
        return rows[0]?.n ?? -1;
      };
      return { files: await count('core_files'), recordings: await count('voices_recordings') };
    },
  };
  return voices;
}
