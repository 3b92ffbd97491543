/**
 * Gives the focus back to a folder whose name was written, once it is drawn again; unless something else has it.
 * @param within what shows the folder
 */
export function focusFolder(within: HTMLElement | null, id: string): void {
  setTimeout(() => {
    if (document.activeElement === document.body) within?.querySelector<HTMLElement>(`[data-folder="${id}"]`)?.focus();
  });
}
