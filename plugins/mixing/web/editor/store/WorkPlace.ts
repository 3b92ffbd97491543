import { observableStore } from '#core/web/observable-store.ts';

import type { MixGroup } from '#plugins/mixing/project.ts';
import type { Work } from './preview-focus.ts';
import { selectedOfRule, type Selected, type Step } from './Selected.ts';

/** Where in an open project somebody works: the step of a narrow page, what the settings show, and which field. Observable. */
export class WorkPlace implements Work {
  step: Step = 'clips';
  /** Which of several is worked on: title, line, stretch. */
  index = 0;
  /** The field that fixes a broken rule; it takes the focus when it is shown. */
  wanted: string | null = null;

  private selection: Selected = { kind: 'project' };

  constructor(private readonly groups: () => readonly MixGroup[]) {
    observableStore(this);
  }

  /** What the settings show; falls back when the selected item no longer exists. */
  get selected(): Selected {
    const { selection } = this;
    if (!('group' in selection)) return selection;
    const group = this.groups().find(({ id }) => id === selection.group);
    if (group === undefined) return { kind: 'project' };
    if (selection.kind !== 'clip') return selection;
    const { material } = selection;
    return group.materials.some((clip) => clip.material === material)
      ? selection
      : { kind: 'group', group: selection.group };
  }

  select(selected: Selected): void {
    this.selection = selected;
    this.index = 0;
  }

  /** Says which title, line or stretch of what is selected is worked on, so that the preview shows it. */
  workOn(index: number): void {
    this.index = index;
  }

  setStep(step: Step): void {
    this.step = step;
  }

  /** Leads to the field that a rule is about. */
  goTo(path: string): void {
    this.select(selectedOfRule(path, this.groups()));
    const isOfBoard = path === 'groups' || path.endsWith('.materials') || path.endsWith('.name');
    this.step = path !== 'name' && isOfBoard ? 'clips' : 'settings';
    this.wanted = path;
  }

  /** The field has got the focus. */
  arrive(): void {
    this.wanted = null;
  }
}
