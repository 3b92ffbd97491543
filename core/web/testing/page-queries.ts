const IMPLICIT: Readonly<Record<string, string>> = {
  a: 'link',
  aside: 'complementary',
  button: 'button',
  dialog: 'dialog',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  img: 'img',
  li: 'listitem',
  main: 'main',
  nav: 'navigation',
  ol: 'list',
  option: 'option',
  progress: 'progressbar',
  select: 'combobox',
  table: 'table',
  textarea: 'textbox',
  ul: 'list',
};
const INPUTS: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  search: 'searchbox',
  submit: 'button',
};

/**
 * The elements with a role, as a screen reader sees them.
 * @param name the whole accessible name, or a pattern for it
 */
export function allByRole(root: ParentNode, role: string, name?: string | RegExp): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('*')].filter(
    (element) => roleOf(element) === role && !isHidden(element) && fits(nameOf(element), name),
  );
}

function roleOf(element: HTMLElement): string | undefined {
  const given = element.getAttribute('role');
  if (given !== null) return given;
  const tag = element.tagName.toLowerCase();
  if (tag === 'a' && !element.hasAttribute('href')) return undefined;
  if (tag === 'input') return INPUTS[element.getAttribute('type') ?? 'text'] ?? 'textbox';
  return IMPLICIT[tag];
}

function isHidden(element: HTMLElement): boolean {
  return element.closest('[hidden], [aria-hidden="true"], [inert]') !== null;
}

function nameOf(element: HTMLElement): string {
  const { ownerDocument } = element;
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const labelled = ids.map((id) => textOf(ownerDocument.getElementById(id))).join(' ');
  const own = element.id === '' ? null : ownerDocument.querySelector(`label[for="${element.id}"]`);
  const isField = /^(input|select|textarea)$/i.test(element.tagName);
  const candidates = [
    labelled,
    element.getAttribute('aria-label'),
    textOf(own),
    isField ? textOf(element.closest('label')) : undefined,
    element.getAttribute('alt'),
    isField ? element.getAttribute('placeholder') : element.textContent,
    element.getAttribute('title'),
  ];
  const name = candidates.find((candidate) => (candidate?.trim() ?? '') !== '') ?? '';
  return name.replaceAll(/\s+/g, ' ').trim();
}

/** The text of a label; the star of a field that has to be filled in is for the eye alone. */
function textOf(label: Element | null): string {
  const copy = label?.cloneNode(true) as Element | undefined;
  for (const hidden of copy?.querySelectorAll('[aria-hidden="true"]') ?? []) hidden.remove();
  return copy?.textContent ?? '';
}

function fits(name: string, wanted: string | RegExp | undefined): boolean {
  if (wanted === undefined) return true;
  return typeof wanted === 'string' ? name === wanted : wanted.test(name);
}
