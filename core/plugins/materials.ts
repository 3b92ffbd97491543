// What plugins from outside import as '@reelport/core/plugins/materials'. Every name is listed, so that what is offered
// only changes on purpose; API_VERSION in plugins/materials/api.ts says when it does so incompatibly.

export {
  MATERIAL_ACTIONS,
  MATERIAL_BADGES,
  MATERIAL_COLUMNS,
  MATERIAL_FOLDER_ACTIONS,
  MATERIAL_SOURCES,
  MATERIAL_USES,
  type MaterialAction,
  type MaterialBadge,
  type MaterialBadges,
  type MaterialCell,
  type MaterialColumn,
  type MaterialFolderAction,
  type MaterialSource,
  type MaterialUser,
  type MaterialUses,
} from '../../plugins/materials/api.ts';
export {
  createFolder,
  findMaterials,
  keepToolOutputs,
  listFolders,
  listMaterialOrigins,
  listMaterials,
  listMaterialUses,
  moveMaterials,
  readMaterial,
  renameFolder,
  renameMaterial,
  restoreMaterials,
  trashMaterials,
  type Material,
  type MaterialFolder,
  type MaterialKind,
} from '../../plugins/materials/calls.ts';
export { materialsChanged } from '../../plugins/materials/events.ts';
