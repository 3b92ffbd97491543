// What server halves of external plugins import as '@reelport/core/server'. Every name is listed, so that the public
// API only changes on purpose; docs/api/core-server.api.md shows it in full. Tables are written with drizzle-orm, which
// the workbench provides to server halves, too.

export type { Caller } from './services/accounts/accounts.ts';
export type { Audit, AuditEntry } from './ground/audit/audit.ts';
export type { Clock } from './ground/clock.ts';
export type { OutsideAccount, OutsideAccounts, OutsideContext as ServerContext } from './plugins/outside-context.ts';
export type {
  AccountScope,
  AccountTable,
  Database,
  Orm,
  SelectOptions,
  Tx,
  Where,
} from './ground/database/database.ts';
export { isForeignKeyViolation, isUniqueViolation } from './ground/database/sql-state.ts';
export type { ServerEvent, ServerEvents } from './services/events/events.ts';
export type { Hooks } from './services/hooks/create-hooks.ts';
export {
  onHook,
  serverHook,
  type HookDelivery,
  type ServerHook,
  type Subscription,
} from './services/hooks/server-hook.ts';
export type { Schedule } from './services/schedules/schedule.ts';
export { postPublished } from './services/providers/post-published-hook.ts';
export { runEnded } from './services/tool-runs/run-ended-hook.ts';
export type { AddFileOptions, AddLocalOptions, FileRecord, Files } from './services/files/files.ts';
export type { CallContext, CallerOf, CallRegistry } from './http/calls/call-registry.ts';
export type {
  EnqueueOptions,
  FailureHandler,
  JobHandler,
  JobRun,
  Jobs,
  Task,
  TaskState,
  TaskSubject,
} from './services/jobs/jobs.ts';
export type { Media } from './services/media/media.ts';
export type { NodeSource } from './services/media/node-source.ts';
export { defineEffect, type Effect, type EffectShot } from './services/media/effect.ts';
export { defineOperation, type Operation, type OperationWork } from './services/media/operation.ts';
export type { MakeNode, NodeReads } from './services/media/operation-registry.ts';
export type { MakeOptions, NodeWork, RenderGraph, RenderNode } from './services/media/render-graph.ts';
export { untrustedInput, type MediaRunner, type RunOptions, type RunResult } from './services/media/runner.ts';
export type { FileHasher } from './services/media/file-hash.ts';
export {
  defineProvider,
  type ProbeReport,
  type ProviderAdapter,
  type ServiceAccess,
  type ServiceScope,
} from './services/providers/provider-adapter.ts';
export { ProviderFailure, type ProviderFailureKind } from './services/providers/provider-failure.ts';
export type { ProviderPorts } from './services/providers/provider-ports.ts';
export type { CaptchaProvider, WidgetCaptcha } from './services/providers/captcha.ts';
export type {
  ChannelDrafts,
  ChannelFigures,
  ChannelHandover,
  ChannelNews,
  ChannelOwner,
  ChannelPost,
  ChannelProduct,
  ChannelPostState,
  ChannelProfile,
  ChannelProvider,
  ChannelQuestion,
  ChannelRules,
  ChannelTokens,
  ChannelWork,
} from './services/providers/channels.ts';
export type { MailMessage, MailProvider } from './services/providers/mail.ts';
export type {
  PaymentOrder,
  PaymentProvider,
  PaymentState,
  PaymentWay,
  RefundState,
} from './services/providers/payment.ts';
export type {
  InpaintingProvider,
  InpaintingRequest,
  InpaintingService,
  InpaintingState,
} from './services/providers/inpainting.ts';
export type { PictureLine, PictureLines, PictureTextProvider } from './services/providers/picture-text.ts';
export type { PortraitRequest, PortraitsProvider, PortraitState } from './services/providers/portraits.ts';
export type { QrLoginProvider, QrScan, QrScene } from './services/providers/qr-login.ts';
export type { ServiceAnswer, ServiceCall } from './services/providers/service-call.ts';
export type { SmsCode, SmsProvider } from './services/providers/sms.ts';
export type { SpeechProvider, SpeechRequest, SpeechVoice } from './services/providers/speech.ts';
export type { FoundProduct, ProductsProvider } from './services/providers/products.ts';
export type { SentFile, TargetProvider } from './services/providers/targets.ts';
export type {
  SpokenSegment,
  SpokenWords,
  Transcript,
  TranscriptionProvider,
} from './services/providers/transcription.ts';
export type {
  TakeTexts,
  TranslationPair,
  TranslationProvider,
  TranslationRequest,
  TranslationTone,
} from './services/providers/translation.ts';
export type { MadeVoice, VoiceSample, VoicesProvider } from './services/providers/voices.ts';
export type { InUse, Ordered, Providers } from './services/providers/providers.ts';
export { tryInOrder, type ServiceTurn } from './services/providers/try-in-order.ts';
export { defineHalf as defineServer, type ServerHalf } from './plugins/server-plugin.ts';
export { provide, serverToken, type Provision, type ServerToken } from './plugins/server-token.ts';
export { serverSettings, type ServerSettings } from './services/settings/server-settings.ts';
export type { OperatorSettings, ServerSettingsChange } from './services/settings/settings.ts';
export {
  defineTool,
  type AnyTool,
  type ItemOf,
  type Json,
  type MadeFile,
  type MadeItem,
  type Outcome,
  type PlannedItem,
  type RunError,
  type RunOf,
  type Tool,
  type ToolWork,
} from './services/tool-runs/tool.ts';
export type { RunOutput, ToolRuns } from './services/tool-runs/tool-runs.ts';
export type { AnnouncedFile, UploadLimits, UploadReceiver } from './services/uploads/upload-receiver.ts';

// What the server halves of our own plugins offer: ctx.use(LIBRARY).
export {
  PUBLISHING_FIGURES,
  type DailyFigures,
  type FiguresQuery,
  type PublishingFigures,
} from '../../plugins/publishing/server/api.ts';
export {
  LIBRARY,
  materialReady,
  type LibraryMaterial,
  type LibraryPage,
  type LibraryQuery,
  type MaterialLibrary,
} from '../../plugins/materials/server/api.ts';
export {
  ALIGNER,
  type AlignedWord,
  type Aligner,
  type AlignOptions,
  type KnownText,
} from '../../plugins/engines/server/api.ts';
export {
  EYE,
  type Eye,
  type EyeLanguage,
  type PictureText,
  type ReadBy,
  type ReadTextOptions,
  type TextLine,
  type VideoText,
} from '../../plugins/eye/server/api.ts';
