import { expect, test } from '@rstest/core';
import { useState } from 'react';

import { FileInput } from '#core/web/components/FileInput.tsx';
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { ColorField } from '#core/web/ui/ColorField.tsx';
import { DateField, DateRangeField, type DateRange } from '#core/web/ui/DateField.tsx';
import { Form } from '#core/web/ui/Form.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { Slider } from '#core/web/ui/Slider.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { drawPart } from './draw-part.tsx';

function describedBy(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

test('a text field says what is wrong in place of what helps', async () => {
  const heard: string[] = [];
  const draw = (error: string | null) => (
    <TextField label="Name" value="Spring" hint="80 letters" error={error} onChange={(text) => heard.push(text)} />
  );
  const bench = await drawPart(
    <>
      {draw(null)}
      <TextField label="Script" lines={3} value="" error="Write something." onChange={(text) => heard.push(text)} />
    </>,
  );
  const name = bench.byRole('textbox', 'Name');
  expect([describedBy(name), name.getAttribute('aria-invalid')]).toEqual(['80 letters', null]);
  const script = bench.byRole('textbox', 'Script');
  expect([script.tagName, describedBy(script), script.getAttribute('aria-invalid')]).toEqual([
    'TEXTAREA',
    'Write something.',
    'true',
  ]);
  expect(bench.byRole('alert').textContent).toBe('Write something.');
  await bench.fill(name, 'Summer');
  await bench.fill(script, 'One');
  expect(heard).toEqual(['Summer', 'One']);
});

test('a number field is a spin button, and empty it has no number', async () => {
  const heard: (number | null)[] = [];
  const bench = await drawPart(
    <NumberField label="Count" value={50} min={1} max={200} unit="videos" onChange={(count) => heard.push(count)} />,
  );
  const count = bench.byRole('spinbutton', 'Count');
  expect([count.getAttribute('aria-valuemin'), count.getAttribute('aria-valuemax')]).toEqual(['1', '200']);
  await bench.fill(count, '60');
  await bench.fill(count, '');
  expect([heard[0], heard.at(-1)]).toEqual([60, null]);
});

test('a slider is named and says its value as it is read', async () => {
  const bench = await drawPart(
    <Slider label="Speed" value={1.5} min={0.5} max={2} step={0.1} shown="1.5 times" onChange={() => undefined} />,
  );
  const slider = bench.byRole('slider', 'Speed');
  expect([slider.getAttribute('aria-valuetext'), slider.tabIndex]).toEqual(['1.5 times', 0]);
  expect(bench.text).toContain('Speed1.5 times');
});

test('a slider keeps to its steps, is described, and tells when a key lets it go', async () => {
  const heard: number[] = [];
  let released = 0;
  const properties = { label: 'Speed', hint: 'Faster than it was spoken', min: 0, max: 1, step: 0.1 };
  const bench = await drawPart(
    <Slider
      {...properties}
      value={0.2}
      onChange={(value) => heard.push(value)}
      onRelease={() => {
        released += 1;
      }}
    />,
  );
  const slider = bench.byRole('slider', 'Speed');
  expect(describedBy(slider)).toBe('Faster than it was spoken');
  const send = (type: string) =>
    bench.doing(() => slider.dispatchEvent(new KeyboardEvent(type, { key: 'ArrowRight', bubbles: true })));
  await send('keydown');
  expect([heard, released]).toEqual([[0.3], 0]);
  await send('keyup');
  expect(released).toBe(1);
});

test('a colour is heard while it is looked for, and once when it is chosen', async () => {
  const heard: string[] = [];
  let chosen = 0;
  const bench = await drawPart(
    <ColorField
      label="Text colour"
      value="#FF8A3D"
      onChange={(color) => heard.push(color)}
      onRelease={() => {
        chosen += 1;
      }}
    />,
  );
  const swatch = bench.element.querySelector<HTMLInputElement>('input[type=color]');
  if (swatch === null) throw new Error('no swatch');
  expect([swatch.labels?.[0]?.textContent, swatch.value]).toEqual(['Text colour', '#ff8a3d']);
  await bench.fill(swatch, '#2bc4b4');
  expect([heard, chosen]).toEqual([['#2bc4b4'], 0]);
  await bench.doing(() => swatch.dispatchEvent(new Event('change')));
  expect(chosen).toBe(1);
});

test('files are told once they are chosen, and an empty choice is none', async () => {
  const heard: string[][] = [];
  const bench = await drawPart(<FileInput multiple onFiles={(files) => heard.push(files.map(({ name }) => name))} />);
  const field = bench.element.querySelector<HTMLInputElement>('input[type=file]');
  if (field === null) throw new Error('no field');
  const choose = async (names: string[]) => {
    Object.defineProperty(field, 'files', { configurable: true, value: names.map((name) => new File(['1'], name)) });
    await bench.doing(() => field.dispatchEvent(new Event('change', { bubbles: true })));
  };
  await choose([]);
  await choose(['one.mp4', 'two.mp4']);
  expect(heard).toEqual([['one.mp4', 'two.mp4']]);
});

test('a checkbox is ticked by its name', async () => {
  const heard: boolean[] = [];
  const bench = await drawPart(<Checkbox label="Agree" checked={false} onChange={(is) => heard.push(is)} />);
  await bench.click(bench.byRole('checkbox', 'Agree'));
  expect(heard).toEqual([true]);
});

test('a day is typed or chosen, in the reader’s language, and never one that is too early', async () => {
  function Day() {
    const [day, setDay] = useState<string | null>('2026-11-22');
    return (
      <>
        <DateField label="Publish on" value={day} min="2026-11-05" onChange={setDay} />
        <output>{day ?? 'none'}</output>
      </>
    );
  }
  const bench = await drawPart(<Day />);
  const field = bench.byRole('textbox', 'Publish on') as HTMLInputElement;
  expect([field.value, bench.allByRole('combobox').length]).toEqual(['2026-11-22', 0]);
  await bench.click(field);
  const early = await bench.until(() => bench.byRole('gridcell', '2026-11-4'));
  await bench.until(() => bench.byRole('button', 'Next month'));
  expect(early.getAttribute('aria-disabled')).toBe('true');
  bench.byRole('dialog', 'Publish on');
  await bench.click(early);
  expect(bench.text).toContain('2026-11-22');
  await bench.click(bench.byRole('gridcell', '2026-11-9'));
  await bench.until(() => bench.text.includes('2026-11-09'));
});

test('a range of days has two named fields', async () => {
  const range: DateRange = { from: '2026-11-01', to: '2026-11-22' };
  const bench = await drawPart(<DateRangeField label="Time" value={range} onChange={() => undefined} />);
  bench.byRole('group', 'Time');
  expect([
    (bench.byRole('textbox', 'First day') as HTMLInputElement).value,
    (bench.byRole('textbox', 'Last day') as HTMLInputElement).value,
  ]).toEqual(['2026-11-01', '2026-11-22']);
});

test('a form is sent once while it is busy, and the first field that is wrong gets the focus', async () => {
  let sent = 0;
  let end = (): void => undefined;
  function Project() {
    const [name, setName] = useState('');
    const [fault, setFault] = useState<string | null>(null);
    const send = async (): Promise<void> => {
      sent += 1;
      await new Promise<void>((resolve) => (end = resolve));
      setFault('Name it.');
    };
    return (
      <Form label="Project" submit="Save" onSubmit={send}>
        <TextField label="Note" value="" onChange={() => undefined} />
        <TextField label="Name" value={name} error={fault} onChange={setName} />
      </Form>
    );
  }
  const bench = await drawPart(<Project />);
  const form = bench.element.querySelector('form');
  expect(form?.getAttribute('aria-label')).toBe('Project');
  const send = () => bench.doing(() => form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
  await send();
  await send();
  expect([sent, bench.byRole('button', 'Save').getAttribute('aria-busy')]).toEqual([1, 'true']);
  await bench.doing(() => end());
  await bench.until(() => document.activeElement === bench.byRole('textbox', 'Name'));
  await send();
  expect(sent).toBe(2);
  await bench.doing(() => end());
});
