// Both pages in one file: whoever opens the list opens a plugin next, and the start names each file that is fetched later.
export { default as Extensions } from './list/ExtensionsPage.tsx';
export { default as Extension } from './page/ExtensionPage.tsx';
