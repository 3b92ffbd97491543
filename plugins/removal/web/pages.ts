// Both pages in one file: whoever opens one opens the other next, and the start names each file that is fetched later.
export { default as Removal } from './page/RemovalPage.tsx';
export { default as Run } from './run/RunPage.tsx';
