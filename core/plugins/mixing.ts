// What plugins from outside import as '@reelport/core/plugins/mixing'. Every name is listed, so that what is offered
// only changes on purpose; API_VERSION in plugins/mixing/api.ts says when it does so incompatibly. Runs of a mix are
// runs of the tool `mixing.mix`: their calls are those of '@reelport/core/contract'.

export {
  CLIP_ACTIONS,
  COVER_TOOLS,
  EDITOR_PANELS,
  MIX_EFFECTS,
  type ChosenClip,
  type ClipAction,
  type CoverTitles,
  type CoverTool,
  type DrawnShot,
  type EditorPanel,
  type EditorPanelProps,
  type EffectDrawing,
} from '../../plugins/mixing/api.ts';
export type { CaptionStyle } from '../../plugins/mixing/captions.ts';
export { listMixEffects, type MixEffect, type MixEffectField } from '../../plugins/mixing/effect-calls.ts';
export { projectChanged } from '../../plugins/mixing/events.ts';
export {
  createMixProject,
  deleteMixProject,
  listMixProjects,
  readMixProject,
  updateMixProject,
  type MixProjectRow,
} from '../../plugins/mixing/project-calls.ts';
export type { MixGroup, MixProject } from '../../plugins/mixing/project.ts';
