import { expect, test } from '@rstest/core';
import { useState } from 'react';

import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { MultiSelect, Select } from '#core/web/ui/Select.tsx';
import { Switch } from '#core/web/ui/Switch.tsx';

import { drawPart } from './draw-part.tsx';

const LANGUAGES = [
  { value: 'zh', text: '中文' },
  { value: 'en', text: 'English' },
  { value: 'de', text: 'Deutsch', disabled: true },
] as const;

test('a switch is pressed by its name, and one that is busy keeps the focus and stays', async () => {
  const heard: boolean[] = [];
  const draw = (busy: boolean) => (
    <Switch label="Mirror" hint="Left becomes right" checked busy={busy} onChange={(on) => heard.push(on)} />
  );
  const bench = await drawPart(draw(false));
  const control = bench.byRole('switch', 'Mirror');
  expect([control.getAttribute('aria-checked'), describedBy(control)]).toEqual(['true', 'Left becomes right']);
  await bench.click(control);
  expect(heard).toEqual([false]);
  control.focus();
  await bench.click(control);
  expect([heard.length, document.activeElement === control]).toEqual([2, true]);
});

test('a switch that is busy hears no second press', async () => {
  const heard: boolean[] = [];
  const bench = await drawPart(<Switch label="Mirror" checked busy onChange={(on) => heard.push(on)} />);
  const control = bench.byRole('switch', 'Mirror') as HTMLInputElement;
  control.focus();
  await bench.click(control);
  expect([heard, control.disabled, document.activeElement === control]).toEqual([[], false, true]);
});

test('a radio group is named, says what is wrong with it, and takes what is chosen', async () => {
  function Ratios() {
    const [ratio, setRatio] = useState<'tall' | 'wide' | null>(null);
    return (
      <RadioGroup
        label="Picture"
        look="segments"
        required
        error={ratio === null ? 'Choose a shape.' : null}
        value={ratio}
        onChange={setRatio}
        options={[
          { value: 'tall', text: 'Tall', icon: 'phone', textHidden: true },
          { value: 'wide', text: 'Wide' },
        ]}
      />
    );
  }
  const bench = await drawPart(<Ratios />);
  const group = bench.byRole('radiogroup', 'Picture');
  expect([group.getAttribute('aria-invalid'), group.getAttribute('aria-required'), describedBy(group)]).toEqual([
    'true',
    'true',
    'Choose a shape.',
  ]);
  await bench.click(bench.byRole('radio', 'Tall'));
  const radios = bench.allByRole('radio') as HTMLInputElement[];
  expect(radios.map(({ checked }) => checked)).toEqual([true, false]);
  // The browser’s own arrow keys go through radios of one name.
  expect(new Set(radios.map(({ name }) => name)).size).toBe(1);
  expect([group.getAttribute('aria-invalid'), bench.text]).toEqual([null, 'Picture*TallWide']);
});

test('a select opens by the keyboard, names its list and takes one that is not disabled', async () => {
  function Language() {
    const [language, setLanguage] = useState<'zh' | 'en' | 'de' | null>(null);
    return <Select label="Language" value={language} options={LANGUAGES} onChange={setLanguage} />;
  }
  const heard: string[] = [];
  const bench = await drawPart(
    <div onKeyDown={({ key }) => heard.push(key)}>
      <Language />
    </div>,
  );
  const box = bench.byRole('combobox', 'Language');
  expect([box.textContent, box.getAttribute('aria-expanded'), box.getAttribute('aria-activedescendant')]).toEqual([
    'Choose',
    'false',
    null,
  ]);
  await bench.doing(() => box.focus());
  // A dialog around it closes.
  await bench.press(box, 'Escape');
  expect(heard).toEqual(['Escape']);
  // oxlint-disable-next-line typescript/no-deprecated -- Semi reads the old code of a key
  const enter = new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true });
  await bench.doing(() => box.dispatchEvent(enter));
  await bench.until(() => bench.byRole('listbox', 'Language'));
  expect(box.getAttribute('aria-expanded')).toBe('true');
  await bench.click(bench.byRole('option', 'Deutsch'));
  expect(box.textContent).toBe('Choose');
  await bench.click(bench.byRole('option', 'English'));
  await bench.until(() => box.textContent === 'English' && bench.allByRole('listbox').length === 0);
  expect(box.getAttribute('aria-activedescendant')).toBe(null);
});

test('a select of several keeps the order of its choices', async () => {
  const heard: string[][] = [];
  const bench = await drawPart(
    <MultiSelect label="Languages" values={['en']} options={LANGUAGES} onChange={(values) => heard.push(values)} />,
  );
  await bench.click(bench.byRole('combobox', 'Languages'));
  await bench.click(await bench.until(() => bench.byRole('option', '中文')));
  expect(heard).toEqual([['zh', 'en']]);
});

function describedBy(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}
