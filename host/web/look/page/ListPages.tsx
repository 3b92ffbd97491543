import { useState } from 'react';

import { createScope } from '#core/web/create-scope.ts';
import { Button } from '#core/web/components/Button.tsx';
import { HttpFailure } from '#core/web/http/http.ts';
import { choiceFilter, daysFilter, orderFilter, periodFilter, wordsFilter } from '#core/web/live/Filter.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { Link } from '#core/web/router/links.ts';
import { Selection } from '#core/web/selection/Selection.ts';
import { BulkBar } from '#core/web/ui/list/BulkBar.tsx';
import type { BulkAction, ListColumn } from '#core/web/ui/list/list-parts.ts';
import { ListDetailsPanel } from '#core/web/ui/list/ListDetailsPanel.tsx';
import { ChoiceFilter, DaysFilter, PeriodFilter, SearchFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListPage } from '#core/web/ui/list/ListPage.tsx';

import { Section, State } from './Section.tsx';

interface Post {
  id: string;
  name: string;
  channel: 'douyin' | 'kuaishou';
  plays: number;
}

const POSTS: Post[] = [
  { id: 'a', name: '海港日出', channel: 'douyin', plays: 128_000 },
  { id: 'b', name: '新品上架的第一天，三分钟看完全部颜色', channel: 'kuaishou', plays: 9_400 },
  { id: 'c', name: '采访：船长', channel: 'douyin', plays: 310 },
];
const CHANNELS = { douyin: '抖音', kuaishou: '快手' } as const;
const COLUMNS: ListColumn<Post>[] = [
  { key: 'name', title: '标题', sortable: true, opens: true, render: ({ name }) => name, plain: ({ name }) => name },
  { key: 'channel', title: '平台', width: 120, render: ({ channel }) => CHANNELS[channel] },
  { key: 'plays', title: '播放', width: 120, align: 'end', sortable: true, render: ({ plays }) => plays },
];
const ACTIONS: BulkAction<Post>[] = [
  { text: '加标签', icon: 'plus', run: () => undefined },
  { text: '删除 2 条', icon: 'trash', danger: true, run: () => undefined },
];
const DETAILS = { title: ({ name }: Post) => name, draw: ({ plays }: Post) => <p>{`${plays} 次播放`}</p> };
const NOTHING = {
  title: '还没有发布过视频',
  text: '发布之后，每条视频的数据都在这里。',
  icon: 'send',
  action: <Button icon="send">去发布</Button>,
} as const;

function listOf(items: Post[] | Error): LiveList<Post> {
  return new LiveList(createScope('look'), () =>
    items instanceof Error ? Promise.reject(items) : Promise.resolve({ items, nextCursor: null, total: items.length }),
  );
}

/** A page that is a list, and its parts. */
export function ListPages() {
  return (
    <>
      <Section title="List page" stacked>
        <Rows />
        <State name="cards">
          <Cards />
        </State>
        <State name="nothing yet">
          <Bare items={[]} />
        </State>
        <State name="failed">
          <Bare items={new HttpFailure('no connection', { kind: 'network' })} />
        </State>
      </Section>
      <Section title="List page: details">
        <Details />
      </Section>
      <Section title="List page: what can be done with what is chosen">
        <Bulk />
      </Section>
    </>
  );
}

function Rows() {
  const [store] = useState(() => {
    const words = wordsFilter();
    const channel = choiceFilter('channel', ['douyin', 'kuaishou']);
    const days = daysFilter('days');
    const period = periodFilter('period');
    const order = orderFilter(['name', 'plays'], { by: 'plays', descending: true });
    return { words, channel, days, period, order, list: listOf(POSTS), filters: new ListFilters([words], order) };
  });
  const { words, channel, days, period, order, list, filters } = store;
  return (
    <ListPage
      title="发布记录"
      about="发布到各个平台的视频和它们的数据。"
      list={list}
      nameOf={({ name }) => name}
      countText={(count) => `${count} 条`}
      filters={filters}
      order={order}
      exportAs="发布记录"
      filterBar={
        <>
          <SearchFilter filter={words} label="搜索标题" />
          <ChoiceFilter
            filter={channel}
            label="平台"
            choices={[
              { value: 'douyin', text: '抖音' },
              { value: 'kuaishou', text: '快手' },
            ]}
          />
          <DaysFilter filter={days} label="发布时间" />
          <PeriodFilter filter={period} label="统计时间" />
        </>
      }
      columns={COLUMNS}
      bulk={ACTIONS}
      details={DETAILS}
      nothing={NOTHING}
    />
  );
}

function Cards() {
  const [list] = useState(() => listOf(POSTS));
  return (
    <ListPage
      title="作品"
      list={list}
      nameOf={({ name }) => name}
      card={{
        ...{ width: 200, height: 80 },
        draw: ({ name }, opens) => (
          <div className="look-card">
            <Link to={opens ?? '/'}>{name}</Link>
          </div>
        ),
      }}
      bulk={ACTIONS}
      details={DETAILS}
      nothing={NOTHING}
    />
  );
}

function Bare({ items }: { items: Post[] | Error }) {
  const [list] = useState(() => listOf(items));
  return <ListPage title="发布记录" list={list} nameOf={({ name }) => name} columns={COLUMNS} nothing={NOTHING} />;
}

function Details() {
  const [list] = useState(() => {
    const made = listOf(POSTS);
    void made.load();
    return made;
  });
  return <ListDetailsPanel list={list} id="b" details={DETAILS} open={() => undefined} />;
}

function Bulk() {
  const [{ list, selection }] = useState(() => {
    const made = { list: listOf(POSTS), selection: new Selection() };
    made.selection.replace(['a', 'b']);
    void made.list.load();
    return made;
  });
  return <BulkBar list={list} selection={selection} actions={ACTIONS} />;
}
