import { expect, rs, test } from '@rstest/core';
import { useState } from 'react';

import { DropZone } from '#core/web/ui/DropZone.tsx';
import { Pagination } from '#core/web/ui/Pagination.tsx';
import { Steps } from '#core/web/ui/Steps.tsx';
import { Table, type TableSort } from '#core/web/ui/Table.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';
import { Tree } from '#core/web/ui/Tree.tsx';

import { drawPart } from './draw-part.tsx';

interface Row {
  id: string;
  name: string;
}

const ROWS: Row[] = [
  { id: 'a', name: 'Harbour' },
  { id: 'b', name: 'Crane' },
];

test('a table is named, sorted by its headings, and its rows are chosen by their names', async () => {
  const sorts: TableSort[] = [];
  function Rows() {
    const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
    return (
      <>
        <Table
          label="Clips"
          columns={[{ key: 'name', title: 'Name', sortable: true, render: ({ name }) => name }]}
          rows={ROWS}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          sort={{ by: 'name', descending: false }}
          onSort={(sort) => sorts.push(sort)}
          chosen={chosen}
          onChoose={(ids) => setChosen(new Set(ids))}
          empty="nothing"
        />
        <output>{[...chosen].join()}</output>
      </>
    );
  }
  const bench = await drawPart(<Rows />);
  const table = bench.byRole('table', 'Clips');
  expect(table.querySelector('[aria-sort]')?.getAttribute('aria-sort')).toBe('ascending');
  await bench.click(bench.byRole('button', 'Name'));
  expect(sorts).toEqual([{ by: 'name', descending: true }]);
  const chosen = () => bench.element.querySelector('output')?.textContent;
  await bench.click(bench.byRole('checkbox', 'Select “Crane”'));
  expect(chosen()).toBe('b');
  await bench.click(bench.byRole('checkbox', 'Select all'));
  expect(chosen()).toBe('a,b');
  await bench.click(bench.byRole('checkbox', 'Select all'));
  expect(chosen()).toBe('');
});

test('a cell of a table that shows nothing says so, and is marked for the cards of a phone to leave it out', async () => {
  const bench = await drawPart(
    <Table
      label="Clips"
      columns={[
        { key: 'name', title: 'Name', render: ({ name }) => name },
        { key: 'group', title: 'Group', render: ({ id }) => (id === 'a' ? 'South' : '—') },
      ]}
      rows={ROWS}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty="nothing"
    />,
  );
  const cells = [...bench.element.querySelectorAll('tbody [data-title="Group"]')];
  expect(cells.map(({ textContent }) => textContent)).toEqual(['South', '—']);
  expect(cells.map((cell) => cell.querySelector('.rp-table__none') !== null)).toEqual([false, true]);
});

test('a column that needs room is left out of the table of a narrow page, and comes back with the room', async () => {
  const query = Object.assign(new EventTarget(), { matches: true });
  // Of what a query has, a table uses this alone.
  rs.spyOn(window, 'matchMedia').mockReturnValue(query as MediaQueryList);
  const bench = await drawPart(
    <Table
      label="Clips"
      columns={[
        { key: 'name', title: 'Name', render: ({ name }) => name },
        { key: 'region', title: 'Region', needsRoom: true, render: () => 'South' },
      ]}
      rows={ROWS}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty="nothing"
    />,
  );
  const heads = () => bench.allByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads()).toEqual(['Name']);
  query.matches = false;
  await bench.doing(() => query.dispatchEvent(new Event('change')));
  expect(heads()).toEqual(['Name', 'Region']);
});

test('a table without rows shows what stands for them', async () => {
  const bench = await drawPart(
    <Table label="Clips" columns={[]} rows={[]} idOf={() => ''} nameOf={() => ''} empty={<p>No clips yet</p>} />,
  );
  expect(bench.text).toBe('No clips yet');
});

test('pages are buttons with names; gaps stand for two pages and more', async () => {
  const heard: number[] = [];
  const bench = await drawPart(<Pagination label="Clips" page={5} pages={9} onChange={(page) => heard.push(page)} />);
  expect(bench.byRole('navigation', 'Clips').textContent).toBe('1…456…9');
  expect(bench.byRole('button', 'Page 5').getAttribute('aria-current')).toBe('page');
  await bench.click(bench.byRole('button', 'Page 5'));
  await bench.click(bench.byRole('button', 'Next page'));
  await bench.click(bench.byRole('button', 'Page 9'));
  expect(heard).toEqual([6, 9]);
  await bench.draw(null);
  const short = await drawPart(<Pagination label="Few" page={3} pages={4} onChange={() => undefined} />);
  expect(short.byRole('navigation', 'Few').textContent).toBe('1234');
});

test('the arrow keys walk through a tree, open and close it, and Enter chooses', async () => {
  function Folders() {
    const [folder, setFolder] = useState<string | null>('inner');
    return (
      <>
        <Tree
          label="Folders"
          value={folder}
          onChange={setFolder}
          nodes={[
            { id: 'outer', text: 'Outer', children: [{ id: 'inner', text: 'Inner' }] },
            { id: 'locked', text: 'Locked', disabled: true },
          ]}
        />
        <output>{folder}</output>
      </>
    );
  }
  const bench = await drawPart(<Folders />);
  const chosen = () => bench.element.querySelector('output')?.textContent;
  const press = (key: string) => bench.press(document.activeElement as HTMLElement, key);
  const focused = () => document.activeElement?.textContent;
  await bench.doing(() => bench.byRole('treeitem', 'Inner').focus());
  await press('ArrowLeft');
  expect(focused()).toBe('Outer');
  await press('ArrowLeft');
  expect(bench.allByRole('treeitem').map(({ textContent }) => textContent)).toEqual(['Outer', 'Locked']);
  expect(bench.byRole('treeitem', 'Outer').getAttribute('aria-expanded')).toBe('false');
  await press('Enter');
  await press('End');
  await press('Enter');
  expect([focused(), chosen()]).toEqual(['Locked', 'outer']);
  expect(bench.allByRole('treeitem').map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
});

test('steps say in words how far one is', async () => {
  const bench = await drawPart(<Steps label="New mix" current={1} steps={[{ title: 'Clips' }, { title: 'Look' }]} />);
  expect(bench.allByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Clips (done)',
    '2Look (current)',
  ]);
});

test('a tag that can be taken away says which', async () => {
  let removed = 0;
  const bench = await drawPart(<Tag onRemove={() => void (removed += 1)}>sea</Tag>);
  await bench.click(bench.byRole('button', 'Remove sea'));
  expect(removed).toBe(1);
});

test('a drop zone takes one file where only one is wanted, and none while it is busy', async () => {
  const heard: string[] = [];
  const draw = (busy: boolean) => (
    <DropZone
      title="Drop a clip"
      release="Let go"
      choose="Choose"
      busy={busy}
      onFiles={(files) => heard.push(files.map(({ file }) => file.name).join())}
    />
  );
  const bench = await drawPart(draw(false));
  const files = ['one.mp4', 'two.mp4'].map((name) => Object.assign(new File(['1'], name), { webkitRelativePath: '' }));
  const drop = async (place: HTMLElement) => {
    const event = new Event('drop', { bubbles: true, cancelable: true });
    const items = files.map((file) => ({ kind: 'file', getAsFile: () => file }));
    Object.assign(event, { dataTransfer: { types: ['Files'], items, files } });
    await bench.doing(() => place.dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect(await drop(bench.byRole('group', 'Drop a clip'))).toBe(true);
  await bench.until(() => heard.length > 0);
  expect(heard).toEqual(['one.mp4']);
  await bench.remove();
  const busy = await drawPart(draw(true));
  // The page’s own guard refuses it then.
  expect(await drop(busy.byRole('group', 'Drop a clip'))).toBe(false);
});
