// What tests of server halves import as '@reelport/core/testing/server'.

export { startWorkbench, type TestWorkbench, type WorkbenchOptions } from './start-workbench.ts';
export type { AccountOptions, TestAccount, TestCaller } from './test-account.ts';
export { CallRefused } from './call-refused.ts';
export type { ClipOptions, PictureOptions } from './draw-media.ts';
export { partner, type Partner } from './partner.ts';
export type { ReceivedEvents } from './received-events.ts';
export type { TestUpload } from './send-file.ts';
export type { RunFile, RunItem, RunToolOptions, ToolResult } from './tool-result.ts';
