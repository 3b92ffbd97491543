import { observableStore } from '#core/web/observable-store.ts';

/** Whether templates are offered in place of the preview. Observable. */
export class TemplateChoice {
  private state: 'by-itself' | 'open' | 'closed' = 'by-itself';

  /** @param isBeginning whether the project is new and has no clips yet */
  constructor(private readonly isBeginning: () => boolean) {
    observableStore(this);
  }

  get isOpen(): boolean {
    return this.state === 'open' || (this.state === 'by-itself' && this.isBeginning());
  }

  open(): void {
    this.state = 'open';
  }

  close(): void {
    this.state = 'closed';
  }
}
