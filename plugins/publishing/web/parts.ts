/** What is loaded with the first use of the plugin. */
export { askAndSend } from './ask-and-send.ts';
export { askAndWish } from './ask-and-wish.ts';
export { listFile } from './list-file.ts';
export { default as SendDialog } from './SendDialog.tsx';
