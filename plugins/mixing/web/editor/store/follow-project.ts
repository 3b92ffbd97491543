import { compareStructural, reaction, when } from 'mobx';

import { projectChanged } from '#plugins/mixing/events.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import type { EditorTools } from './editor-tools.ts';
import type { LibraryAccess } from './library-access.ts';
import { materialsOf } from './materials-of.ts';
import type { Measurement } from './Measurement.ts';
import type { OtherWindows } from './OtherWindows.ts';
import type { ProjectMaterials } from './ProjectMaterials.ts';
import type { ProjectPreview } from './ProjectPreview.ts';
import type { ProjectYield } from './ProjectYield.ts';
import type { RunPanel } from './RunPanel.ts';
import { planKey, savable } from './savable-project.ts';
import type { StoredProject } from './StoredProject.ts';

/** Maximum number of combinations planned for the preview. */
const MAX_PREVIEWED = 200;

/** An open project, as far as it is followed. */
interface FollowedProject {
  readonly id: string | null;
  readonly project: MixProject;
  /** Whether anything can be shown yet. */
  readonly isShowable: boolean;
  readonly access: LibraryAccess;
  readonly stored: Pick<StoredProject, 'heard' | 'catchUp'>;
  readonly materials: Pick<ProjectMaterials, 'want' | 'changes' | 'isAwaited'>;
  readonly measurement: Pick<Measurement, 'ask'>;
  readonly preview: Pick<ProjectPreview, 'plan' | 'follow'>;
  readonly run: Pick<RunPanel, 'count' | 'share'>;
  readonly yields: Pick<ProjectYield, 'mostShared'>;
  readonly others: Pick<OtherWindows, 'follow'>;
  openLibrary(): Promise<void>;
}

/**
 * Keeps everything that is derived from an open project in step with it, and it with what others do to it.
 * @returns stops that
 */
export function followProject(open: FollowedProject, tools: EditorTools): () => void {
  const { stored, materials, run } = open;
  let leave: (() => void) | undefined;
  const stops = [
    tools.events.on(projectChanged, stored.heard, () => void stored.catchUp(Infinity)),
    reaction(() => materialsOf(open.project), materials.want, { fireImmediately: true, equals: compareStructural }),
    reaction(
      () => [planKey(open.project), materials.changes, run.count, run.share] as const,
      () => measureAndPlan(open, tools),
      { fireImmediately: true, equals: compareStructural },
    ),
    reaction(
      () => open.access.state,
      (state) => {
        // Another failure is reported on its own.
        if (state === 'open') open.openLibrary().catch(() => undefined);
      },
      { fireImmediately: tools.library() === undefined },
    ),
    open.preview.follow(),
    // A new project is open to others from when it is created.
    when(
      () => open.id !== null,
      () => {
        leave = open.others.follow();
      },
    ),
    reaction(
      () => [open.id, run.count] as const,
      ([id, count]) => {
        if (id !== null) tools.counts.write(id, count);
      },
      { equals: compareStructural },
    ),
    () => leave?.(),
  ];
  return () => {
    for (const stop of stops) void stop();
  };
}

/** Asks how many videos the project yields, and for the first combinations. */
export function measureAndPlan(open: FollowedProject, tools: Pick<EditorTools, 'locked'>): void {
  if (tools.locked() !== null) return;
  const { count, share } = open.run;
  const document = savable(open.project);
  const limit = share === null ? {} : { share: Math.min(share, open.yields.mostShared) };
  open.measurement.ask({ document, projectId: open.id, count, ...limit });
  const { plan } = open.preview;
  if (!open.isShowable) plan.clear();
  else plan.ask({ document, projectId: open.id, count: Math.min(count, MAX_PREVIEWED), ...limit });
}

/** Whether the clips or the first combination are still being loaded. */
export function isAwaitingFirst(open: FollowedProject, tools: Pick<EditorTools, 'locked'>): boolean {
  const { plan } = open.preview;
  const isPlanned = plan.planned !== null || plan.failure !== null || !open.isShowable || tools.locked() !== null;
  return !isPlanned || materialsOf(open.project).some((material) => open.materials.isAwaited(material));
}
