import { defineWeb } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import { isTouch } from '#core/web/is-touch.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { RUN_OUTPUTS } from '#core/web/runs/run-outputs.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';

import { MATERIAL_BADGES, MATERIAL_COLUMNS, MATERIALS, MATERIAL_SOURCES } from '#plugins/materials/api.ts';
import { FIRST_STEPS, WORKBENCH_CLIPS } from '#plugins/workbench/api.ts';
import { goOn, keepOutputs } from './actions/keep-outputs.ts';
import { LibraryActions } from './actions/LibraryActions.ts';
import { BadgesStore } from './badges/BadgesStore.ts';
import { publishedBadges } from './badges/published-badges.ts';
import { ColumnsStore } from './columns/ColumnsStore.ts';
import { publishedColumn } from './columns/published-column.ts';
import { splitColumn } from './columns/split-column.ts';
import { FoldersStore } from './list/FoldersStore.ts';
import { PAGES } from './list/library-address.ts';
import { Libraries } from './list/Libraries.ts';
import { MaterialFeed } from './list/MaterialFeed.ts';
import { SoundBox } from './parts/SoundBox.ts';
import { RecordStore } from './record/RecordStore.ts';
import { hasMaterials } from './service/has-materials.ts';
import { LibraryService } from './service/LibraryService.ts';
import { cameraSource } from './sources/camera-source.ts';
import { FreshUploads } from './upload/FreshUploads.ts';
import { MaterialUploads } from './upload/MaterialUploads.ts';
import { acceptOf } from './upload/upload-rules.ts';

export default defineWeb({
  pages: {
    Videos: async () => ({ default: (await import('./library/pages.tsx')).Videos }),
    Music: async () => ({ default: (await import('./library/pages.tsx')).Music }),
    Photos: async () => ({ default: (await import('./library/pages.tsx')).Photos }),
    Folders: () => import('./folders/FoldersPage.tsx'),
    Record: () => import('./record/RecordPage.tsx'),
  },
  dialogs: {
    picker: () => import('./picker/PickerDialog.tsx'),
    folder: () => import('./folders/FolderDialog.tsx'),
  },
  stores: [
    ...[Libraries, MaterialFeed, FoldersStore, LibraryActions],
    ...[MaterialUploads, FreshUploads, SoundBox, RecordStore, LibraryService, BadgesStore, ColumnsStore],
  ],
  commands: {
    async open(context) {
      await context.get(ROUTER).go(PAGES.video);
    },
    async upload(context) {
      await context.get(ROUTER).go(PAGES.video);
      chooseFiles(context);
    },
  },
  activate(context) {
    // Hears of uploads that a reload broke off, whichever page is shown.
    context.store(MaterialUploads);
    context.provide(MATERIALS, () => context.store(LibraryService));
    context.contribute(WORKBENCH_CLIPS, {
      accept: acceptOf(['video']),
      async take(files) {
        const items = await context.store(MaterialUploads).take(
          files.map((file) => ({ file, folders: [] })),
          { kind: 'video', folderId: null },
        );
        context.store(FreshUploads).expect(items);
        await context.get(ROUTER).go(PAGES.video);
      },
    });
    context.contribute(FIRST_STEPS, {
      ...{ id: 'material', order: 20, title: 'materials:step.title', text: 'materials:step.text' },
      to: PAGES.video,
      isDone: (signal) => hasMaterials(context.get(HTTP), signal),
    });
    context.contribute(MATERIAL_COLUMNS, splitColumn);
    context.contribute(MATERIAL_COLUMNS, publishedColumn);
    context.contribute(MATERIAL_BADGES, publishedBadges);
    if (isTouch()) context.contribute(MATERIAL_SOURCES, cameraSource);
    context.contribute(RUN_OUTPUTS, {
      ...{ id: 'keep', title: 'materials:runs.keep', icon: 'folder-move' },
      run: (outputs) => keepOutputs(context, outputs),
    });
    context.contribute(RUN_OUTPUTS, {
      ...{ id: 'on', title: 'materials:runs.on', icon: 'arrow-right' },
      run: (outputs) => goOn(context, outputs),
    });
    context.contribute(TASK_WORK, {
      stages: {
        'materials.prepare': 'materials:job.prepare',
        'materials.learn-footage': 'materials:job.learn-footage',
      },
    });
  },
});

/** Opens the system's dialog as soon as the page is there. */
function chooseFiles(context: PluginContext): void {
  const look = (tries: number): void => {
    const field = document.querySelector<HTMLInputElement>('.rp-library [data-files]');
    if (field !== null) field.click();
    else if (tries > 0) context.scope.after(100, () => look(tries - 1));
  };
  look(20);
}
