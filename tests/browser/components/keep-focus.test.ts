import { afterEach, beforeEach, expect, test } from '@rstest/core';

import { keepFocus } from '#core/web/components/keep-focus.ts';

let stop = (): void => undefined;
beforeEach(() => {
  document.body.innerHTML = `<main tabindex="-1"><ul>
    <li id="1"><a href="/1">One</a><button>Delete one</button></li>
    <li id="2"><a href="/2">Two</a><button>Delete two</button></li>
    <li id="3"><a href="/3">Three</a><button>Delete three</button></li>
  </ul><button id="more">More</button></main><p>Text</p>`;
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

const row = (id: string) => document.getElementById(id) as HTMLElement;
const stopIn = (id: string) => row(id).querySelector('button') as HTMLButtonElement;
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
const focused = () => document.activeElement?.textContent;

test('when the row that has the focus goes, the next one has it, and after the last one the one before', async () => {
  stopIn('2').focus();
  row('2').remove();
  await settled();
  expect(focused()).toBe('Three');
  stopIn('3').focus();
  row('3').remove();
  await settled();
  expect(focused()).toBe('One');
  stopIn('1').focus();
  row('1').parentElement?.remove();
  await settled();
  expect(focused()).toBe('More');
  row('more').remove();
  await settled();
  expect(document.activeElement?.localName).toBe('main');
});

test('a button that becomes disabled gives the focus to what is next to it', async () => {
  const button = stopIn('1');
  button.focus();
  button.disabled = true;
  await settled();
  expect(focused()).toBe('One');
});

test('what takes the focus itself has it, and what was left on purpose stays left', async () => {
  stopIn('2').focus();
  row('2').remove();
  stopIn('1').focus();
  await settled();
  expect(focused()).toBe('Delete one');
  stopIn('1').blur();
  await settled();
  expect(document.activeElement).toBe(document.body);
  row('1').remove();
  await settled();
  expect(document.activeElement).toBe(document.body);
});

test('when a dialog goes with what opened it, the main part of the page has the focus, not the first link of all', async () => {
  document.body.insertAdjacentHTML('afterbegin', '<div><a href="#content">Skip</a></div>');
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div><div role="dialog" tabindex="-1"><button>Yes</button></div></div>',
  );
  const dialog = document.querySelector('[role=dialog]') as HTMLElement;
  dialog.querySelector('button')?.focus();
  row('more').remove();
  dialog.remove();
  await settled();
  expect(document.activeElement?.localName).toBe('main');
});

test('inside a dialog the focus stays in it', async () => {
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  dialog.tabIndex = -1;
  dialog.innerHTML = '<p>Sure?</p><button>Yes</button>';
  document.body.append(dialog);
  dialog.querySelector('button')?.focus();
  dialog.querySelector('button')?.remove();
  await settled();
  expect(document.activeElement).toBe(dialog);
});
