import { expect, test } from '@rstest/core';

import { Button } from '#core/web/components/Button.tsx';
import { ChoiceFilter, SearchFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListPage } from '#core/web/ui/list/ListPage.tsx';

import { Harbour, listed, openList, pageOf, ships, type Ship } from './list-kit.tsx';

const filtersOf = ({ filters, words, kind }: Harbour) => ({
  filters,
  filterBar: (
    <>
      <SearchFilter filter={words} label="Search ships" />
      <ChoiceFilter
        filter={kind}
        label="Kinds"
        look="chips"
        choices={[
          { value: 'tug', text: 'Tugs' },
          { value: 'ferry', text: 'Ferries' },
        ]}
      />
    </>
  ),
});

test('what is chosen stands in the address, and what else stands there stays', async () => {
  const harbour = new Harbour(ships(4));
  const { bench, router } = await openList(
    <ListPage {...pageOf(harbour)} {...filtersOf(harbour)} />,
    '/ships?tab=all&kind=ferry',
  );
  await bench.until(() => listed(bench).join() === 'Ship 2,Ship 4');
  // The address was taken before anything was asked for.
  expect(harbour.asked.map(({ kind }) => kind)).toEqual(['ferry']);
  expect(bench.byRole('button', 'Ferries').getAttribute('aria-pressed')).toBe('true');
  await bench.click(bench.byRole('button', 'Tugs'));
  await bench.fill(bench.byRole('searchbox'), 'Ship 3');
  await bench.until(() => listed(bench).join() === 'Ship 3');
  expect(router.place.query.toString()).toBe('tab=all&kind=tug&q=Ship+3');
  await bench.doing(() => router.go('/ships?kind=ferry'));
  await bench.until(() => listed(bench).join() === 'Ship 2,Ship 4');
  expect(bench.byRole('searchbox').getAttribute('value')).toBe('');
});

test('of chips the one that counts without a choice is pressed, and choosing it takes a choice back', async () => {
  const harbour = new Harbour(ships(4));
  const kinds = [
    { value: 'tug' as const, text: 'Tugs' },
    { value: 'ferry' as const, text: 'Ferries' },
  ];
  const bar = <ChoiceFilter filter={harbour.kind} label="Kinds" look="chips" usual="tug" choices={kinds} />;
  const page = { ...pageOf(harbour), filters: harbour.filters, filterBar: bar };
  const { bench, router } = await openList(<ListPage {...page} />, '/ships');
  const pressed = () => ['Tugs', 'Ferries'].filter((name) => isPressed(bench.byRole('button', name)));
  const isPressed = (chip: Element): boolean => chip.getAttribute('aria-pressed') === 'true';
  await bench.until(() => listed(bench).length > 0);
  expect(pressed()).toEqual(['Tugs']);
  await bench.click(bench.byRole('button', 'Ferries'));
  expect(pressed()).toEqual(['Ferries']);
  await bench.click(bench.byRole('button', 'Tugs'));
  expect([pressed(), router.place.query.toString()]).toEqual([['Tugs'], '']);
});

test('an address that says nothing proper narrows nothing', async () => {
  const harbour = new Harbour(ships(2));
  const { bench } = await openList(<ListPage {...pageOf(harbour)} {...filtersOf(harbour)} />, '/ships?kind=raft');
  await bench.until(() => listed(bench).length === 2);
  expect(harbour.filters.isNarrowed).toBe(false);
});

test('where nothing is yet stands what to do; where nothing fits, how to see all again', async () => {
  const harbour = new Harbour([]);
  const page = pageOf(harbour);
  const { bench, router } = await openList(
    <ListPage {...page} {...filtersOf(harbour)} nothing={{ ...page.nothing, action: <Button>Call one</Button> }} />,
    '/ships?kind=tug',
  );
  await bench.until(() => bench.text.includes('No matches'));
  expect(bench.text).not.toContain('No ships yet');
  await bench.click(bench.allByRole('button', 'Clear filters').at(-1)!);
  await bench.until(() => bench.text.includes('No ships yet'));
  bench.byRole('button', 'Call one');
  expect(router.place.query.has('kind')).toBe(false);
});

test('what could not be loaded is said with a way to try again, and what stands stays', async () => {
  const harbour = new Harbour(ships(2));
  harbour.failure = new Error('storm');
  const { bench } = await openList(<ListPage {...pageOf(harbour)} failed="The ships are not in sight." />);
  await bench.until(() => bench.byRole('alert').textContent?.includes('The ships are not in sight.'));
  harbour.failure = null;
  await bench.click(bench.byRole('button', 'Try again'));
  await bench.until(() => listed(bench).length === 2);
  harbour.failure = new Error('storm');
  await bench.doing(() => harbour.list.load());
  bench.byRole('alert');
  expect(listed(bench)).toHaveLength(2);
});

test('of a long list the rows near the view are drawn, and each says where it stands', async () => {
  const harbour = new Harbour(ships(2000), 1000);
  const { bench } = await openList(<ListPage {...pageOf(harbour)} />);
  await bench.until(() => listed(bench).length > 0);
  expect(listed(bench).length).toBeLessThan(60);
  expect(bench.byRole('table', 'Ships').getAttribute('aria-rowcount')).toBe('1001');
  const [first] = bench.element.querySelectorAll('[data-line]');
  expect(first?.getAttribute('aria-rowindex')).toBe('2');
  expect(
    Number.parseInt(bench.element.querySelector<HTMLElement>('.rp-table')!.style.getPropertyValue('--rp-below')),
  ).toBeGreaterThan(10_000);
});

test('rows are chosen one by one, by a range, and all of them, and lose the choice when they leave', async () => {
  const harbour = new Harbour(ships(5), 3);
  const done: string[][] = [];
  const run = (items: readonly Ship[]) => void done.push(items.map(({ id }) => id));
  const { bench } = await openList(<ListPage {...pageOf(harbour)} bulk={[{ text: 'Tow', icon: 'send', run }]} />);
  await bench.until(() => listed(bench).length === 3);
  expect(bench.allByRole('region')).toEqual([]);
  const boxOf = (name: string) => bench.byRole('checkbox', `Select “${name}”`);
  await bench.click(boxOf('Ship 1'));
  expect(bench.byRole('status', /selected/).textContent).toBe('1 selected');
  await bench.doing(() =>
    boxOf('Ship 3').dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, shiftKey: true })),
  );
  await bench.click(boxOf('Ship 3'));
  await bench.click(bench.byRole('button', 'Tow'));
  expect(done.at(-1)).toEqual(['s1', 's2', 's3']);
  await bench.click(bench.byRole('button', 'Select all 5'));
  await bench.until(() => bench.byRole('status', /selected/).textContent === '5 selected');
  harbour.all = harbour.all.slice(2);
  await bench.doing(() => harbour.list.load());
  await bench.until(() => bench.byRole('status', /selected/).textContent === '3 selected');
  await bench.press(boxOf('Ship 4'), 'Escape');
  expect(bench.allByRole('region')).toEqual([]);
});

test('the arrow keys lead from a control to the same one of another row', async () => {
  const harbour = new Harbour(ships(3));
  const { bench } = await openList(
    <ListPage {...pageOf(harbour)} bulk={[]} details={{ title: ({ name }) => name, draw: () => null }} />,
  );
  await bench.until(() => listed(bench).length === 3);
  await bench.doing(() => bench.byRole('link', 'Ship 1').focus());
  await bench.press(document.activeElement!, 'ArrowDown');
  expect(document.activeElement?.textContent).toBe('Ship 2');
  await bench.press(document.activeElement!, 'PageDown');
  expect(document.activeElement?.textContent).toBe('Ship 3');
  await bench.press(document.activeElement!, 'ArrowUp');
  expect(document.activeElement).toBe(bench.byRole('link', 'Ship 2'));
});

test('details open by the address, step through the list, and give the focus back', async () => {
  const harbour = new Harbour(ships(3));
  const details = {
    title: ({ name }: Ship) => name,
    draw: ({ kind }: Ship) => <p>{`It is a ${kind}`}</p>,
    find: (id: string) => Promise.resolve(id === 's9' ? { id, name: 'Ship 9', kind: 'ferry' as const } : null),
  };
  const { bench, router } = await openList(<ListPage {...pageOf(harbour)} details={details} />, '/ships?q=x&id=s9');
  await bench.until(() => bench.byRole('complementary', 'Ship 9').textContent?.includes('It is a ferry'));
  await bench.doing(() => router.go('/ships?q=x&id=gone'));
  await bench.until(() => bench.byRole('complementary').textContent?.includes('This item no longer exists.'));
  await bench.press(bench.byRole('complementary'), 'Escape');
  expect([bench.allByRole('complementary').length, router.place.query.toString()]).toEqual([0, 'q=x']);
  const link = bench.byRole('link', 'Ship 1');
  await bench.doing(() => link.focus());
  await bench.click(link);
  expect(router.place.query.get('id')).toBe('s1');
  await bench.click(bench.byRole('button', 'Next'));
  expect(bench.byRole('complementary', 'Ship 2').textContent).toContain('It is a ferry');
  const current = () => bench.allByRole('link').filter((each) => each.getAttribute('aria-current') === 'true');
  expect(current().map(({ textContent }) => textContent)).toEqual(['Ship 2']);
  await bench.click(bench.byRole('button', 'Close details'));
  expect(current()).toEqual([]);
  await bench.until(() => document.activeElement === bench.byRole('link', 'Ship 1'));
});

test('cards are chosen and opened as rows are', async () => {
  const harbour = new Harbour(ships(3));
  const { bench } = await openList(
    <ListPage
      {...pageOf(harbour)}
      columns={undefined}
      card={{ width: 200, height: 100, draw: ({ name }, opens) => <a href={opens}>{name}</a> }}
      bulk={[]}
      details={{ title: ({ name }) => name, draw: () => null }}
    />,
  );
  await bench.until(() => bench.allByRole('listitem').length === 3);
  await bench.click(bench.byRole('checkbox', 'Select “Ship 2”'));
  expect(bench.byRole('status', /selected/).textContent).toBe('1 selected');
  expect(bench.byRole('link', 'Ship 3').getAttribute('href')).toBe('?id=s3');
});
