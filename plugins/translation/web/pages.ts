// All in one file: they share their parts.
export { default as Record } from './record/RecordPage.tsx';
export { default as Batches } from './batch/BatchPages.tsx';
export { default as Export } from './export/ExportPage.tsx';
export { default as Run } from './export/RunPage.tsx';
export { default as Project } from './ProjectPage.tsx';
export { default as GlossaryDialog } from './glossary/GlossaryDialog.tsx';
export { default as DubDialog } from './dubbing/DubDialog.tsx';
