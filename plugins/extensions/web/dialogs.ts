// In one file: the start names each file that is fetched later.
export { default as Developer } from './developer/DeveloperDialog.tsx';
export { default as Install } from './install/InstallDialog.tsx';
