import type { Material } from '#plugins/materials/api.ts';
import type { Arrival } from './Arrivals.ts';
import type { MixGroup, MixProject } from '#plugins/mixing/project.ts';
import { addClips, change, USUAL_MUSIC, type Edit } from './edit-project.ts';
import type { ProjectMaterials } from './ProjectMaterials.ts';

/** The project that they go into. */
interface EditedProject {
  readonly project: MixProject;
  readonly materials: Pick<ProjectMaterials, 'take'>;
  groupOf(id: string): MixGroup | undefined;
  edit(edit: Edit, kind?: string): void;
}

/** Puts each material that arrives where it was dropped: into its group, in the order of the drop, or as the music. */
export function placeArrivals(editor: EditedProject): (material: Material, arrival: Arrival) => void {
  const arrivedAs = new Map<string, number>();
  return (material, { group, order }) => {
    editor.materials.take([material]);
    if (group === null) {
      const { music } = editor.project;
      editor.edit(change({ music: { ...(music ?? USUAL_MUSIC), material: material.id } }));
      return;
    }
    // They keep the order in which they were dropped, whichever arrives first.
    arrivedAs.set(`${group} ${material.id}`, order);
    const clips = editor.groupOf(group)?.materials ?? [];
    const next = clips.findIndex((clip) => (arrivedAs.get(`${group} ${clip.material}`) ?? 0) > order);
    editor.edit(addClips(group, [material.id], next < 0 ? undefined : next), 'arrived');
  };
}
