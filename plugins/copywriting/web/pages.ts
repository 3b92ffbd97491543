// All in one file: they share their parts.
export { default as Texts } from './texts/TextsPage.tsx';
export { default as FactsDialog } from './texts/FactsDialog.tsx';
export { default as ImportDialog } from './files/ImportDialog.tsx';
export { default as TimingDialog } from './timing/TimingDialog.tsx';
export { default as Extract } from './extract/ExtractPage.tsx';
export { default as Run } from './run/RunPage.tsx';
export { default as Text } from './editor/TextPage.tsx';
