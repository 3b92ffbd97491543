// Both pages in one file: whoever opens one opens the other next, and the start names each file that is fetched later.
export { default as Mask } from './page/MaskPage.tsx';
export { default as Run } from './run/RunPage.tsx';
