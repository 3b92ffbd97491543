// Both pages in one file: whoever opens one opens the other next, and the start names each file that is fetched later.
export { default as Crop } from './page/CropPage.tsx';
export { default as Run } from './run/RunPage.tsx';
