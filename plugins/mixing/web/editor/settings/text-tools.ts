// In one file: the start names each file that is fetched later.
export { default } from './ReplaceTexts.tsx';
export { titlesFromFile } from './titles-from-file.ts';
