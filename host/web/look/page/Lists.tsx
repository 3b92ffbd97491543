import { useState } from 'react';

import { Empty } from '#core/web/ui/Empty.tsx';
import { Pagination } from '#core/web/ui/Pagination.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { Steps } from '#core/web/ui/Steps.tsx';
import { Table, type TableColumn, type TableSort } from '#core/web/ui/Table.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';
import { Tree } from '#core/web/ui/Tree.tsx';

import { Section, State } from './Section.tsx';

interface Clip {
  id: string;
  name: string;
  seconds: number;
  state: 'ready' | 'failed';
}

const CLIPS: Clip[] = [
  { id: 'a', name: '开场 航拍海港.mp4', seconds: 12.4, state: 'ready' },
  { id: 'b', name: '产品特写 03.mov', seconds: 8.1, state: 'ready' },
  { id: 'c', name: '采访.mp4', seconds: 93.7, state: 'failed' },
];

const COLUMNS: TableColumn<Clip>[] = [
  { key: 'name', title: '名称', sortable: true, render: ({ name }) => name },
  { key: 'seconds', title: '时长', width: 120, align: 'end', sortable: true, render: ({ seconds }) => `${seconds} 秒` },
  {
    key: 'state',
    title: '状态',
    width: 140,
    render: ({ state }) => (
      <Tag tone={state === 'ready' ? 'good' : 'alarm'}>{state === 'ready' ? '可用' : '未能解析'}</Tag>
    ),
  },
];

const STEPS = [{ title: '选择素材', text: '至少两组' }, { title: '设置', text: '画面、字幕、配音' }, { title: '生成' }];

/** Lists and navigation. */
export function Lists() {
  return (
    <>
      <Section title="Table" stacked>
        <LiveTable />
        <State name="loading">
          <Table
            label="素材"
            columns={COLUMNS}
            rows={[]}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            busy
            empty=""
          />
        </State>
        <State name="empty">
          <Table
            label="素材"
            columns={COLUMNS}
            rows={[]}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            empty={<Empty title="没有符合的素材" text="换一个筛选条件试试。" icon="filter" />}
          />
        </State>
      </Section>
      <Section title="Pagination">
        <LivePages pages={12} />
        <State name="few">
          <Pagination label="项目" page={1} pages={3} onChange={() => undefined} />
        </State>
        <State name="disabled">
          <Pagination label="视频" page={2} pages={3} disabled onChange={() => undefined} />
        </State>
      </Section>
      <Section title="Tree">
        <State name="folders">
          <LiveTree />
        </State>
      </Section>
      <Section title="Steps" stacked>
        <Steps label="新建混剪" steps={STEPS} current={1} />
        <Steps label="新建混剪" steps={STEPS} current={2} failed />
      </Section>
      <Section title="Tags">
        <Tag>草稿</Tag>
        <Tag tone="good" icon="check">
          已完成
        </Tag>
        <Tag tone="caution">排队中</Tag>
        <Tag tone="alarm">失败</Tag>
        <Tag tone="info">生成中</Tag>
        <Tag onRemove={() => undefined}>海边</Tag>
      </Section>
      <Section title="Skeleton" stacked>
        <Skeleton shape="text" soon />
        <Skeleton shape="cards" count={5} soon />
      </Section>
    </>
  );
}

function LiveTable() {
  const [sort, setSort] = useState<TableSort>({ by: 'name', descending: false });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['b']));
  return (
    <Table
      label="素材"
      columns={COLUMNS}
      rows={CLIPS}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      sort={sort}
      onSort={setSort}
      chosen={chosen}
      onChoose={(ids) => setChosen(new Set(ids))}
      empty=""
    />
  );
}

function LivePages({ pages }: { pages: number }) {
  const [page, setPage] = useState(6);
  return (
    <State name="many">
      <Pagination label="素材" page={page} pages={pages} onChange={setPage} />
    </State>
  );
}

function LiveTree() {
  const [folder, setFolder] = useState('spring');
  return (
    <Tree
      label="文件夹"
      value={folder}
      onChange={setFolder}
      nodes={[
        { id: 'all', text: '全部素材', icon: 'folder', aside: 128 },
        {
          id: 'brand',
          text: '品牌',
          icon: 'folder',
          children: [
            { id: 'spring', text: '春季新品', icon: 'folder', aside: 24 },
            { id: 'old', text: '归档', icon: 'folder', disabled: true },
          ],
        },
      ]}
    />
  );
}
