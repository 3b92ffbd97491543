import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import type { Call } from '#core/contract/call.ts';
import { KERNEL_CALLS } from '#core/server/http/routes/kernel-calls.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';
import { PublishingKit } from '#tests/integration/publishing/publishing-kit.ts';

import { comparable } from './comparable.ts';
import { furnishTools } from './furnish-tools.ts';
import { noTools, toolSamplesOf, type ToolIds, type ToolSample } from './tool-call-samples.ts';

// As foreign-rows.test.ts, for the kernel and all other plugins: what an owner has is to anybody else as if it were not
// there, and nothing of it changes. A new call is in it by itself, or stops it with a sentence that says what is missing.

const scope = lastFirst({ after });
/** Held to it there. */
const ELSEWHERE = ['publishing', 'showcase', 'hosts', 'poi', 'channels'];
/** Where the caller chooses the id of what it creates: one that is taken is refused, whoever has it. */
const CHOOSES_ID = new Set(['POST /api/mixing/projects']);
const plugins = await discoverPlugins();
const calls = [
  ...Object.values(KERNEL_CALLS),
  ...plugins.flatMap(({ manifest, calls: own }) => (ELSEWHERE.includes(manifest.id) ? [] : Object.values(own))),
].filter(({ access }) => access === 'member');

/** In every text of an owner. */
const MARK = 'rose-window';

interface Somebody {
  who: string;
  token: string;
  ids: ToolIds;
}
let kit: PublishingKit;
let owner: Somebody;
let others: readonly Somebody[];
/** Every row of some accounts, as one question. */
let question: string;

before(async () => {
  kit = await PublishingKit.start(scope);
  const { server, own: ctx } = kit;
  const { rows } = await ctx.db.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  // Who has called lately is kept of every call, also of the owner's own.
  const kept = (name: string, column: string) =>
    `select '${name} ' || (to_jsonb(t) - 'last_seen_at')::text as row from ${name} t
     where ${column}::text = any($1)`;
  question = [kept('core_accounts', 'id'), ...rows.map(({ name }) => kept(name, 'account_id'))].join(' union all ');
  const main = await server.signIn({ level: 'level4' });
  owner = { who: 'owner', token: main.token, ids: await furnishTools(kit, { ...main, isMain: true }, MARK) };
  const sub = await ctx.accounts.create(ctx.db, { name: 'plain', parentId: main.accountId });
  const { token } = await buildSession(ctx.db, { account: sub });
  const stranger = await server.signIn({ level: 'level4' });
  const operator = await server.signIn({ level: 'level4', operator: true });
  others = [
    {
      ...{ who: 'a member of another tenant', token: stranger.token },
      ids: await furnishTools(kit, { ...stranger, isMain: true }, 'stranger'),
    },
    {
      ...{ who: 'an operator', token: operator.token },
      ids: await furnishTools(kit, { ...operator, isMain: true }, 'operator'),
    },
    {
      ...{ who: 'a sub-account', token },
      ids: await furnishTools(kit, { token, accountId: sub.id, isMain: false }, 'plain'),
    },
  ];
});

async function ask({ method, path, body, upload }: ToolSample, token: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.4 '], { type: 'application/pdf' }), 'other.pdf');
  const answer = await fetch(`${kit.server.address}${path}`, {
    ...{ method, redirect: 'manual' },
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(upload ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return `${answer.status} ${await answer.text()}`;
}

/** All that the database has of somebody and of the sub-account that they have. */
async function rowsOf({ ids }: Somebody): Promise<Set<string>> {
  const { rows } = await kit.own.db.pool.query<{ row: string }>(question, [[ids.account, ids.sub]]);
  return new Set(rows.map(({ row }) => row));
}

/** Rows that one has and the other has not. */
const changes = (before: ReadonlySet<string>, since: ReadonlySet<string>) => [...before.symmetricDifference(since)];

describe('what an owner has is to anybody else as if it were not there', () => {
  for (const declared of calls) {
    const name = `${declared.method} ${declared.path}`;
    test(name, async () => {
      const before = await rowsOf(owner);
      for (const { who, token, ids } of others) {
        const absents = toolSamplesOf(declared, noTools(), ids);
        for (const [index, sample] of toolSamplesOf(declared, owner.ids, ids).entries()) {
          const absent = absents[index] ?? assert.fail('both are made alike');
          const what = `${who}: ${sample.path} ${JSON.stringify(sample.body)}`;
          const answer = await ask(sample, token);
          assert.ok(!answer.includes(MARK), `${what} tells ${answer}`);
          assert.doesNotMatch(answer, /^500 /, what);
          if (CHOOSES_ID.has(name)) assert.match(answer, /^409 /, what);
          else if (sample.namesRow) assert.equal(comparable(answer), comparable(await ask(absent, token)), what);
        }
      }
      assert.deepEqual(changes(before, await rowsOf(owner)), [], 'something of the owner has changed');
    });
  }
});

describe('the same requests reach what the owner has', () => {
  // What takes something away comes last.
  const order = ({ method, path }: Call) =>
    method === 'DELETE' || /removals|purges|moves|cancel|disable|stops/.test(path) ? 1 : 0;
  for (const declared of calls.toSorted((a, b) => order(a) - order(b))) {
    test(`${declared.method} ${declared.path}`, async () => {
      const absents = toolSamplesOf(declared, noTools(), owner.ids);
      for (const [index, sample] of toolSamplesOf(declared, owner.ids, owner.ids).entries()) {
        if (!sample.namesRow) continue;
        const absent = absents[index] ?? assert.fail('both are made alike');
        const before = await rowsOf(owner);
        const answer = await ask(sample, owner.token);
        const isOther = comparable(answer) !== comparable(await ask(absent, owner.token));
        const what = `${sample.path} ${JSON.stringify(sample.body)} ${answer}`;
        assert.ok(isOther || changes(before, await rowsOf(owner)).length > 0, what);
      }
    });
  }
});
