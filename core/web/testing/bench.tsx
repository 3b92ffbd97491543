import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { ReactNode } from 'react';

import { allByRole } from './page-queries.ts';

/** How long a test waits for something to happen. */
const PATIENCE_MILLISECONDS = 3000;

/** A rendered component, and what a user can do with it. */
export interface Bench {
  readonly element: HTMLElement;
  /** All visible text. */
  readonly text: string;
  /** Renders something else in its place. */
  draw(content: ReactNode): Promise<void>;
  /** The one element with a role. @throws Error when there is none, or more than one */
  byRole(role: string, name?: string | RegExp): HTMLElement;
  allByRole(role: string, name?: string | RegExp): HTMLElement[];
  /** @throws Error when it, or what it stands in, is disabled: nobody could press it */
  click(element: Element): Promise<void>;
  /** Types into a field, replacing its contents. */
  fill(field: Element, value: string): Promise<void>;
  press(element: Element, key: string): Promise<void>;
  /** Runs something that changes what is rendered. */
  doing(run: () => unknown): Promise<void>;
  /** Waits until the check neither throws nor returns false. @throws its last error, or Error */
  until<T>(check: () => T, milliseconds?: number): Promise<T>;
  remove(): Promise<void>;
}

/** Renders something into the document. */
export async function openBench(content: ReactNode): Promise<Bench> {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  const element = document.createElement('div');
  document.body.append(element);
  // Error boundaries report what they catch; the console need not repeat it.
  const root: Root = createRoot(element, { onCaughtError: () => undefined });
  await act(async () => root.render(content));

  const bench: Bench = {
    element,
    get text() {
      return (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    },
    async draw(next) {
      await act(async () => root.render(next));
    },
    allByRole: (role, name) => allByRole(document.body, role, name),
    byRole(role, name) {
      const found = allByRole(document.body, role, name);
      const [only] = found;
      if (only === undefined || found.length > 1) {
        const what = name === undefined ? role : `${role} "${String(name)}"`;
        throw new Error(`${found.length} elements are ${what}; shown is: ${document.body.textContent}`);
      }
      return only;
    },
    async click(target) {
      const disabled = target.closest('[disabled]');
      if (disabled !== null) {
        const name = disabled.getAttribute('aria-label') ?? disabled.textContent.trim();
        throw new Error(`click: "${name}" is disabled, so nobody can press it`);
      }
      await act(async () => {
        target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }));
      });
    },
    async fill(field, value) {
      await act(async () => {
        // React overrides the setter on the element itself, and would not notice the change.
        const prototype: object = Object.getPrototypeOf(field) as object;
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
    },
    async press(target, key) {
      await act(async () => {
        target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true }));
        target.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true, composed: true }));
      });
    },
    async doing(run) {
      await act(async () => {
        await run();
      });
    },
    async until(check, milliseconds = PATIENCE_MILLISECONDS) {
      const end = performance.now() + milliseconds;
      for (;;) {
        let fault: unknown = new Error(`it did not come about within ${milliseconds} ms; shown is: ${bench.text}`);
        try {
          const result = check();
          if (result !== false && result !== undefined && result !== null) return result;
        } catch (error) {
          fault = error;
        }
        if (performance.now() > end) throw fault;
        await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
      }
    },
    async remove() {
      await act(async () => root.unmount());
      element.remove();
    },
  };
  return bench;
}
