// Both in one file: the start names each file that is fetched later.
export { addToProject } from './add-to-project.ts';
export { makeProject } from './make-project.ts';
