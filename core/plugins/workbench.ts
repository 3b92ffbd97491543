// What plugins from outside import as '@reelport/core/plugins/workbench'. Every name is listed, so that what is offered
// only changes on purpose; API_VERSION in plugins/workbench/api.ts says when it does so incompatibly.

export {
  FIRST_STEPS,
  WORKBENCH_CARDS,
  WORKBENCH_CLIPS,
  WORKBENCH_OUTPUTS,
  WORKBENCH_STARTS,
  WORKBENCH_WIDGETS,
  type CardPicture,
  type CardState,
  type CardStep,
  type ClipReceiver,
  type FirstStep,
  type WorkbenchCard,
  type WorkbenchCards,
  type WorkbenchOutput,
  type WorkbenchOutputs,
  type WorkbenchStart,
  type WorkbenchWidget,
} from '../../plugins/workbench/api.ts';
