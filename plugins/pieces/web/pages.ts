// All in one file: the start names each file that is fetched later.
export { default as NewProject } from './project/NewProjectPage.tsx';
export { default as Preview } from './preview/PreviewPage.tsx';
export { default as Run } from './run/RunPage.tsx';
export { default as Template } from './template/TemplatePage.tsx';
