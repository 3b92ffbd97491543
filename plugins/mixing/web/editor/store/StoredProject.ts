import { runInAction } from 'mobx';

import type { EventData } from '#core/contract/event.ts';
import { HttpFailure, type Http } from '#core/web/http/http.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { randomUuid } from '#core/web/random-uuid.ts';

import {
  createMixProject,
  readMixProject,
  restoreMixProject,
  updateMixProject,
  type MixProjectRow,
} from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import type { projectChanged } from '#plugins/mixing/events.ts';
import { withLineIds } from './line-ids.ts';
import { mergeProjects } from './merge-projects.ts';
import { ProjectSaving } from './ProjectSaving.ts';

/** What the server's side of an open project needs of the editor. */
export interface StoredProjectTools {
  http: Pick<Http, 'call'>;
  i18n: Pick<I18n, 't'>;
  /** The open project in the form in which it may be saved. */
  seen(): MixProject;
  /** Puts what somebody else changed into the open project and what it was before. */
  rebase(change: (project: MixProject) => MixProject): void;
  /** Shows what the server has instead. */
  show(document: MixProject): void;
  /** The open project has become a copy with this name. */
  renamed(name: string): void;
  /** It has an address of its own now. */
  settled(id: string): void;
}

/** The server's side of an open project: reading and saving it, and what other windows do to it. Observable. */
export class StoredProject {
  /** Null until it is created, which happens with the first edit. */
  id: string | null;
  /** Somebody deleted it meanwhile. */
  isDeleted = false;
  readonly saving: ProjectSaving<MixProject>;

  /** What the server had when this window last saw it: what both sides' changes are told by. */
  private base: MixProject | null = null;

  /** The id that it gets when it is created: sent twice it is one project. */
  private readonly newId = randomUuid();

  constructor(
    id: string | null,
    private readonly tools: StoredProjectTools,
  ) {
    this.id = id;
    this.saving = new ProjectSaving(0, (value, revision) => this.save(value, revision));
    observableStore(this);
  }

  /** The open project has changed. */
  edited(): void {
    if (!this.isDeleted) this.saving.edited(this.tools.seen());
  }

  /** Reads it. @returns null while it is not created */
  async read(handlesErrors = false): Promise<MixProjectRow | null> {
    if (this.id === null) return null;
    const row = await this.tools.http.call(readMixProject, { params: { id: this.id } }, { handlesErrors });
    return { ...row, document: withLineIds(row.document) };
  }

  take(row: MixProjectRow): void {
    this.tools.show(row.document);
    this.base = row.document;
    this.isDeleted = false;
    this.saving.settle(row.revision, null);
  }

  /** Gives up what was not saved for what somebody else has saved. */
  async loadTheirs(): Promise<void> {
    const row = await this.read();
    if (row !== null) this.take(row);
  }

  /** Keeps what somebody else has saved, and continues with a copy of the local version. */
  async keepAsCopy(): Promise<void> {
    const { http, i18n, seen, renamed, settled } = this.tools;
    const mine = seen();
    const name = i18n.t('mixing:copy-name', { name: mine.name }).slice(0, 100);
    const row = await http.call(createMixProject, { query: { numbered: 'true' }, body: { ...mine, name } });
    runInAction(() => {
      this.id = row.id;
      this.isDeleted = false;
      renamed(row.document.name);
    });
    this.base = row.document;
    this.saving.settle(row.revision, null);
    settled(row.id);
  }

  /** Brings back what somebody deleted. */
  async restore(): Promise<void> {
    if (this.id === null) return;
    const row = await this.tools.http.call(restoreMixProject, { params: { id: this.id } });
    runInAction(() => {
      this.isDeleted = false;
    });
    this.saving.settle(row.revision, this.saving.isUnsaved ? this.tools.seen() : null);
  }

  /** What another window did, according to its event. */
  heard({ projectId, revision, deleted }: EventData<typeof projectChanged>): void {
    if (projectId !== this.id) return;
    this.isDeleted = deleted;
    if (!this.isDeleted) void this.catchUp(revision);
  }

  /** Shows what somebody else saved; what is not saved here is put together with it when it is. */
  async catchUp(revision: number): Promise<void> {
    if (revision <= this.saving.revision || this.id === null) return;
    if (this.saving.isUnsaved) {
      void this.saving.flush();
      return;
    }
    const row = await this.read().catch(() => null);
    if (row === null || row.revision <= this.saving.revision) return;
    if (this.saving.isUnsaved) void this.saving.flush();
    else if (this.mergeIn(row)) this.saving.settle(row.revision, null);
    else this.take(row);
  }

  private async save(value: MixProject, revision: number): Promise<number> {
    const { http, i18n, seen, settled, rebase } = this.tools;
    // It may have been given a name since it was edited.
    if (this.id !== null) return await this.saveOver(this.id, seen(), revision);
    const { name } = value;
    const query = { id: this.newId, numbered: name === i18n.t('mixing:editor.new-name') ? 'true' : 'false' } as const;
    const row = await http.call(createMixProject, { query, body: value }, { handlesErrors: true });
    runInAction(() => {
      this.id = row.id;
      this.base = row.document;
      rebase((project) => (project.name === name ? { ...project, name: row.document.name } : project));
    });
    settled(row.id);
    return row.revision;
  }

  /** Saves it; over what somebody else has saved meanwhile only if both fit together. @throws HttpFailure */
  private async saveOver(id: string, value: MixProject, revision: number): Promise<number> {
    const args = { params: { id }, body: { revision, document: value } };
    try {
      const row = await this.tools.http.call(updateMixProject, args, { handlesErrors: true });
      this.base = row.document;
      return row.revision;
    } catch (error) {
      if (!(error instanceof HttpFailure) || error.status !== 409) throw error;
      const theirs = await this.read(true).catch(() => null);
      if (theirs === null || theirs.revision <= revision || !this.mergeIn(theirs)) throw error;
      return await this.saveOver(id, this.tools.seen(), theirs.revision);
    }
  }

  /** Puts what somebody else saved into the open project. @returns whether it fits together with what is here */
  private mergeIn({ document }: MixProjectRow): boolean {
    const { base } = this;
    if (base === null || mergeProjects(base, this.tools.seen(), document) === null) return false;
    this.tools.rebase((project) => mergeProjects(base, project, document, { conflicts: 'mine' }) ?? project);
    this.base = document;
    return true;
  }
}
