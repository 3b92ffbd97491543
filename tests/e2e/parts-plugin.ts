import assert from 'node:assert/strict';

import type { Frame, Page } from 'playwright-core';

import { axeFaults } from './browser-kit.ts';

/** A page that is made of the standard parts. */
export const PARTS = `
import { useState } from 'react';
import { jsx, jsxs } from 'react/jsx-runtime';
import { Button, choiceFilter, defineWeb, IconButton, ListFilters, LiveList, useLive } from '@reelport/core';
import { Chart } from '@reelport/core/ui/Chart';
import { Checkbox } from '@reelport/core/ui/Checkbox';
import { Chip } from '@reelport/core/ui/Chip';
import { DateField } from '@reelport/core/ui/DateField';
import { DropdownMenu, MenuItem } from '@reelport/core/ui/DropdownMenu';
import { Form } from '@reelport/core/ui/Form';
import { ChoiceFilter } from '@reelport/core/ui/ListFilterParts';
import { ListPage } from '@reelport/core/ui/ListPage';
import { Notice } from '@reelport/core/ui/Notice';
import { NumberField } from '@reelport/core/ui/NumberField';
import { PageFrame } from '@reelport/core/ui/PageFrame';
import { RadioGroup } from '@reelport/core/ui/RadioGroup';
import { Select } from '@reelport/core/ui/Select';
import { Slider } from '@reelport/core/ui/Slider';
import { Switch } from '@reelport/core/ui/Switch';
import { Table } from '@reelport/core/ui/Table';
import { Tabs } from '@reelport/core/ui/Tabs';
import { Tag } from '@reelport/core/ui/Tag';
import { TextField } from '@reelport/core/ui/TextField';

const ROWS = [{ id: 'a', name: 'Harbour', views: 30 }, { id: 'b', name: 'Lighthouse', views: 50 }];
const COLUMNS = [
  { key: 'name', title: 'Name', render: (row) => row.name },
  { key: 'views', title: 'Views', align: 'end', sortable: true, render: (row) => row.views },
];
const MONTHS = ['May', 'June', 'July'].map((x, at) => ({ x, y: 10 + at * 5 }));

function Fields() {
  const [kept, keep] = useState({ name: '', count: 3, day: '2026-11-22', size: 40, on: false, agreed: false, coast: null, look: 'calm' });
  const set = (key) => (value) => keep({ ...kept, [key]: value });
  return jsxs(Form, { label: 'Shipment', submit: 'Send', onSubmit: () => keep({ ...kept, sent: kept.name }), children: [
    jsx(TextField, { label: 'Ship', value: kept.name, onChange: set('name'), required: true }),
    jsx(NumberField, { label: 'Crates', value: kept.count, onChange: set('count'), min: 0 }),
    jsx(DateField, { label: 'Leaves on', value: kept.day, onChange: set('day') }),
    jsx(Select, { label: 'Coast', value: kept.coast, onChange: set('coast'),
      options: [{ value: 'north', text: 'North coast' }, { value: 'south', text: 'South coast' }] }),
    jsx(RadioGroup, { label: 'Sea', value: kept.look, onChange: set('look'),
      options: [{ value: 'calm', text: 'Calm' }, { value: 'rough', text: 'Rough' }] }),
    jsx(Slider, { label: 'Speed', value: kept.size, min: 0, max: 100, onChange: set('size') }),
    jsx(Switch, { label: 'Lamp', checked: kept.on, onChange: set('on') }),
    jsx(Checkbox, { label: 'Insured', checked: kept.agreed, onChange: set('agreed') }),
    jsx('output', { children: JSON.stringify(kept) }),
  ] });
}

class Fleet {
  coast = choiceFilter('coast', ['north', 'south']);
  filters = new ListFilters([this.coast]);
  constructor(scope) {
    const load = async () => {
      const items = ROWS.filter(({ id }) => this.coast.value === null || (this.coast.value === 'north') === (id === 'a'));
      return { items, total: items.length, nextCursor: null };
    };
    this.ships = new LiveList(scope, load, { query: () => this.filters.texts });
  }
  follow() { return this.ships.follow(); }
}

function FleetPage({ onBack }) {
  const { coast, filters, ships } = useLive((scope) => new Fleet(scope));
  const [isTight, tighten] = useState(false);
  return jsx(ListPage, {
    title: 'Fleet', list: ships, nameOf: ({ name }) => name, filters,
    actions: jsxs('div', { children: [
      jsx(Chip, { pressed: isTight, onPress: () => tighten(!isTight), children: 'Tight' }),
      jsx(Button, { onClick: onBack, children: 'Back' }),
    ] }),
    filterBar: jsx(ChoiceFilter, { filter: coast, label: 'Coast', look: 'chips',
      choices: [{ value: 'north', text: 'North' }, { value: 'south', text: 'South' }] }),
    columns: COLUMNS, nothing: { title: 'No ships' },
  });
}

function Page() {
  const [isFleet, showFleet] = useState(false);
  return isFleet ? jsx(FleetPage, { onBack: () => showFleet(false) }) : jsx(Parts, { onFleet: () => showFleet(true) });
}

function Parts({ onFleet }) {
  const [tab, show] = useState('facts');
  const [said, say] = useState('nothing');
  return jsx(PageFrame, {
    title: 'Parts',
    aside: jsx(Tag, { tone: 'good', children: 'Live' }),
    actions: jsxs('div', { children: [jsx(Button, { onClick: onFleet, children: 'Fleet' }), jsx(DropdownMenu, {
      label: 'More', trigger: (menu) => jsx(IconButton, { ...menu, icon: 'more', label: 'More' }),
      children: jsx(MenuItem, { onChoose: () => say('chosen'), children: 'Choose' }),
    })] }),
    children: jsxs('div', { children: [
      jsx(Notice, { kind: 'info', children: 'Menu: ' + said }),
      jsx(Tabs, {
        label: 'Views', value: tab, onChange: show,
        tabs: [{ value: 'facts', text: 'Facts' }, { value: 'fields', text: 'Fields' }],
        children: tab === 'fields' ? jsx(Fields, {}) : jsxs('div', { children: [
          jsx(Table, { label: 'Ships', columns: COLUMNS, rows: ROWS, idOf: (row) => row.id, nameOf: (row) => row.name, empty: 'None' }),
          jsx(Chart, { kind: 'bars', label: 'Arrivals', points: MONTHS, x: { label: 'Month' }, y: { label: 'Ships' } }),
        ] }),
      }),
    ] }),
  });
}
export default defineWeb({ pages: { Page: async () => ({ default: Page }) } });
`;

/** What the style sheets make of the parts of {@link PARTS}. */
export const PARTS_LOOK = `(() => {
  const of = (selector, name) => getComputedStyle(document.querySelector('.rp-page ' + selector))[name];
  return [
    of('h1', 'fontSize'), of('.rp-tag', 'color'), of('.rp-notice', 'backgroundColor'), of('[role=tab][aria-selected=true]', 'color'),
    of('.rp-table th', 'color'), of('.rp-table td', 'backgroundColor'), of('.rp-chart__toggle', 'color'), of('[data-mark=bar] rect', 'fill'),
    of('th.rp-table__cell--end', 'textAlign'),
  ];
})()`;

/** Uses the parts as a reader does: with pointer and keys. */
export async function useParts(place: Page | Frame): Promise<void> {
  await place.getByRole('heading', { name: 'Parts' }).waitFor();
  await place.getByRole('button', { name: 'More' }).click();
  await place.getByRole('menuitem', { name: 'Choose' }).click();
  await place.getByText('Menu: chosen').waitFor();
  await place.getByRole('table', { name: 'Ships' }).getByRole('cell', { name: 'Lighthouse' }).waitFor();

  // A chart says its numbers by keys, and in a table.
  const picture = place.getByRole('img', { name: /^Arrivals/ });
  await picture.locator('svg').first().waitFor();
  await picture.press('ArrowRight');
  await place.getByText('Month: May · Ships: 10').waitFor();
  assert.deepEqual(await axeFaults(place), []);
  await place.getByRole('button', { name: '显示为表格' }).click();
  const rows = place.getByRole('region', { name: 'Arrivals' }).getByRole('row');
  assert.deepEqual(await rows.allTextContents(), ['MonthShips', 'May10', 'June15', 'July20']);
  assert.deepEqual(await axeFaults(place), []);

  await place.getByRole('tab', { name: 'Facts' }).press('ArrowRight');
  const kept = place.locator('output');
  await place.getByRole('textbox', { name: 'Ship' }).fill('Aurora');
  await place.getByRole('spinbutton', { name: 'Crates' }).fill('12');
  await place.getByRole('combobox', { name: 'Coast' }).click();
  await place.getByRole('option', { name: 'South coast' }).click();
  await place.getByRole('radio', { name: 'Rough' }).check();
  await place.getByRole('slider', { name: 'Speed' }).press('ArrowRight');
  await place.getByRole('switch', { name: 'Lamp' }).click();
  await place.getByRole('checkbox', { name: 'Insured' }).check();
  await place.getByRole('textbox', { name: 'Leaves on' }).fill('2026-12-24');
  await place.getByRole('textbox', { name: 'Ship' }).press('Enter');
  const wanted = { name: 'Aurora', count: 12, day: '2026-12-24', size: 41, on: true, agreed: true };
  await kept.getByText(JSON.stringify({ ...wanted, coast: 'south', look: 'rough', sent: 'Aurora' })).waitFor();
  assert.deepEqual(await axeFaults(place), []);

  await place.getByRole('button', { name: 'Fleet' }).click();
  await place.getByRole('heading', { name: 'Fleet' }).waitFor();
  const fleet = place.getByRole('table', { name: 'Fleet' });
  await fleet.getByRole('cell', { name: 'Lighthouse' }).waitFor();
  await place.getByRole('button', { name: 'North' }).click();
  await fleet.getByRole('cell', { name: 'Lighthouse' }).waitFor({ state: 'detached' });
  await fleet.getByRole('cell', { name: 'Harbour' }).waitFor();
  await place.getByRole('button', { name: 'Tight' }).click();
  await place.getByRole('button', { name: 'Tight', pressed: true }).waitFor();
  assert.deepEqual(await axeFaults(place), []);
  await place.getByRole('button', { name: 'Back' }).click();
}
