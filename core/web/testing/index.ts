export { openBench, type Bench } from './bench.tsx';
export { buildAccount, buildEntry, buildManifest } from './builders.ts';
export { cycle, expectNoLeaks, type CycleOptions, type CycleReport } from './cycle.tsx';
export { exampleOf } from './example-of.ts';
export {
  fakeKernel,
  partnerService,
  type FakeKernel,
  type FakeKernelOptions,
  type PartnerService,
  type TestedPlugin,
} from './fake-kernel.ts';
export { FakeI18n, giveTexts } from './fake-i18n.ts';
export { FakeRouter } from './fake-router.ts';
export { buildSession, FakeSession, type SessionFacts } from './fake-session.ts';
export { mountPlugin, type MountedPlugin, type MountOptions } from './mount-plugin.tsx';
export {
  FakeFeatureGate,
  FakePermissions,
  FakeTheme,
  ListedCommands,
  MemorySettings,
  MemoryStorage,
  RecordedDialogs,
  RecordedPlayer,
  RecordedToasts,
  RecordedTrace,
  SentEvents,
  type OpenedDialog,
} from './recorders.ts';
export { answer, answerRaw, refuse, ScriptedHttp, type Answer, type MadeCall } from './scripted-http.ts';
