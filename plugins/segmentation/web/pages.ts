// Both in one file: the start names each file that is fetched later.
export { default as Split } from './page/SplitPage.tsx';
export { default as Run } from './run/RunPage.tsx';
