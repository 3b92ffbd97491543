import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { ownsName } from '#core/server/services/plugin-registry/package/reserved-ids.ts';
import { assertOwnNames } from '#host/server/outside-plugins/migration-names.ts';

const isOwn = (name: string) => ownsName('brand', name, ['brand', 'brand-kit', 'mixing']);
const check = (sql: string) => assertOwnNames(sql, { file: '0000.sql', isOwn });

const ALLOWED = [
  'create table brand_a (id int)',
  'CREATE TABLE IF NOT EXISTS "public"."brand_a" ("id" int, "update" text);',
  'create unlogged table brand_a (id int); create unique index concurrently if not exists brand_a_i on only brand_a (id)',
  `-- create table core_x ();\n/* /* drop table core_x */ */ insert into brand_a values ('; drop table core_x', E'\\'; drop table core_x', $$; drop table core_x$$)`,
  'alter table only "brand_a" add constraint f foreign key (b) references "public"."brand_b" ("id") on delete cascade on update no action',
  'alter table brand_a rename column x to core_y; alter table brand_a rename to brand_c',
  'drop table if exists brand_a, public.brand_b cascade',
  'update brand_a set x = 1; delete from only brand_a; truncate table brand_a, brand_b',
  'insert into brand_a select * from core_accounts on conflict do update set x = 1',
  'with gone as (delete from brand_a returning *) insert into brand_b select * from gone for update',
  `create type brand_kind as enum ('a'); create sequence brand_n; create or replace view brand_v as select 1`,
];

const REFUSED = [
  'create table core_a (id int)',
  'create table brand_kit_a (id int)',
  'create table brandish (id int)',
  'create table "Brand_a" (id int)',
  'create table other.brand_a (id int)',
  'create table brand_a (id int references core_accounts (id))',
  'create table brand_a (id int); drop table core_a',
  'create table brand_a () inherits (core_a)',
  'create table brand_a partition of core_a for values in (1)',
  'create index on brand_a (id)',
  'create index core_i on brand_a (id)',
  'create index brand_i on core_a (id)',
  'alter table core_accounts add column x int',
  'alter table brand_a rename to core_a',
  'alter table brand_a set schema other',
  'alter table brand_a owner to somebody',
  'drop table brand_a, core_a',
  'drop index core_i',
  'truncate brand_a, core_a',
  'insert into core_accounts values (1)',
  'update core_accounts set operator = true',
  'delete from core_accounts',
  'with x as (update core_accounts set operator = true returning *) insert into brand_a select * from x',
  'create function brand_f() returns int language sql as $$ select 1 $$',
  'create trigger brand_t before insert on brand_a execute function f()',
  'create extension pg_trgm',
  'do $$ begin drop table core_a; end $$',
  'select pg_sleep(1)',
  'grant all on brand_a to somebody',
  "create table brand_a (id text default 'never ends)",
  'create table U&"brand\\005f" (id int)',
];

for (const sql of ALLOWED) test(`taken: ${sql}`, () => check(sql));
for (const sql of REFUSED) {
  test(`refused: ${sql}`, () => assert.throws(() => check(sql), TypeError));
}

test('the refusal names file, statement and name', () => {
  assert.throws(
    () => check('ALTER TABLE "core_accounts" ADD COLUMN "x" int'),
    new TypeError(
      '0000.sql: alter table "core_accounts" add column "x": "core_accounts" does not belong to this plugin',
    ),
  );
});

test('what drizzle-kit wrote for the product’s own plugins is understood', () => {
  for (const plugin of ['account', 'mixing']) {
    const folder = new URL(`../../../../plugins/${plugin}/server/migrations/`, import.meta.url);
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.sql'))) {
      const sql = readFileSync(new URL(file, folder), 'utf8');
      // Some move rows into the kernel's tables, which only those of the product may do.
      assertOwnNames(sql, { file, isOwn: (name) => name.startsWith('core_') || ownsName(plugin, name, []) });
    }
  }
});
