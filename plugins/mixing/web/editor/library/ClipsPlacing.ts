import { runInAction } from 'mobx';

import { HTTP, HttpFailure, type Http } from '#core/web/http/http.ts';
import { LiveList, type PageRequest } from '#core/web/live/LiveList.ts';
import { SearchText } from '#core/web/live/SearchText.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import type { Scope } from '#core/web/scope.ts';

import {
  listMixCards,
  readMixProject,
  updateMixProject,
  type MixCard,
  type MixProjectRow,
} from '#plugins/mixing/calls.ts';
import { MAX_GROUPS } from '#plugins/mixing/project.ts';
import { addClips, addGroup, clipsOf, spreadClips, type Edit } from '../store/edit-project.ts';
import { newGroupId } from '../store/new-project.ts';

/** Dealt to all groups, or put into a group that is made for them. */
export const SPREAD = 'spread';
export const NEW_GROUP = 'new';

const PAGE = 50;

/** Where clips go that were chosen elsewhere: a project, and a group of it. Observable. */
export class ClipsPlacing {
  readonly projects: LiveList<MixCard>;
  readonly search: SearchText;
  /** The project that was chosen, once it was read. */
  row: MixProjectRow | null = null;
  /** Its id at once. */
  projectId: string | null = null;
  /** `SPREAD`, `NEW_GROUP` or the id of a group. */
  group: string = SPREAD;
  isBusy = false;
  /** Why the project could not be read or saved. */
  failure: unknown = null;

  readonly #http: Http;
  readonly #context: PluginContext;
  readonly #scope: Scope;

  constructor(
    context: PluginContext,
    readonly clips: readonly string[],
  ) {
    this.#context = context;
    this.#http = context.get(HTTP);
    this.#scope = context.scope.child('clips to be placed');
    this.search = new SearchText(this.#scope);
    this.projects = new LiveList(this.#scope, (page) => this.list(page), {
      ...{ query: () => this.search.words, pageSize: PAGE, mostAtOnce: PAGE },
    });
    observableStore(this, 'clips');
  }

  follow(): () => void {
    return this.projects.follow();
  }

  get canAddGroup(): boolean {
    return this.row !== null && this.row.document.groups.length < MAX_GROUPS;
  }

  /** Chooses a project, and reads its groups. */
  async choose(id: string): Promise<void> {
    this.projectId = id;
    this.row = null;
    this.failure = null;
    try {
      this.take(id, await this.read(id));
    } catch (error) {
      this.fail(error);
    }
  }

  setGroup(group: string): void {
    this.group = group;
  }

  /** Puts them there. @returns how many were not in the group before; undefined when it failed */
  async place(): Promise<{ project: MixProjectRow; placed: number } | undefined> {
    if (this.row === null || this.isBusy) return undefined;
    this.isBusy = true;
    this.failure = null;
    try {
      const before = clipsOf(this.row.document.groups);
      const project = await this.saveWhatItIs(this.row);
      return { project, placed: clipsOf(project.document.groups) - before };
    } catch (error) {
      this.fail(error);
      return undefined;
    } finally {
      runInAction(() => (this.isBusy = false));
    }
  }

  dispose(): void {
    void this.#scope.dispose();
  }

  private get edit(): Edit {
    const { clips, group } = this;
    if (group === SPREAD) return spreadClips(clips);
    if (group !== NEW_GROUP) return addClips(group, clips);
    return (project) => {
      const name = this.#context.t('mixing:editor.group-number', { number: project.groups.length + 1 });
      return addGroup({ id: newGroupId(), name, materials: clips })(project);
    };
  }

  /** Saves it; when somebody saved it meanwhile, what it is now. */
  private async saveWhatItIs(row: MixProjectRow): Promise<MixProjectRow> {
    try {
      return await this.save(row);
    } catch (error) {
      if (!(error instanceof HttpFailure) || error.status !== 409) throw error;
      const now = await this.read(row.id);
      const isThere = [SPREAD, NEW_GROUP, ...now.document.groups.map(({ id }) => id)].includes(this.group);
      this.take(row.id, now, isThere ? this.group : undefined);
      if (!isThere) throw error;
      return await this.save(now);
    }
  }

  private async save({ id, revision, document }: MixProjectRow): Promise<MixProjectRow> {
    const body = { revision, document: this.edit(document) };
    return await this.#http.call(updateMixProject, { params: { id }, body }, { handlesErrors: true });
  }

  private async read(id: string): Promise<MixProjectRow> {
    return await this.#http.call(readMixProject, { params: { id } }, { handlesErrors: true });
  }

  private async list({ cursor, limit, signal }: PageRequest) {
    const { words } = this.search;
    const query = { limit, cursor, q: words === '' ? undefined : words };
    return await this.#http.call(listMixCards, { query }, { signal, handlesErrors: true });
  }

  private take(id: string, row: MixProjectRow, group?: string): void {
    // Another one was chosen meanwhile.
    if (this.projectId !== id) return;
    const { groups } = row.document;
    this.row = row;
    const [only, second] = groups;
    this.group = group ?? (second !== undefined ? SPREAD : (only?.id ?? NEW_GROUP));
  }

  private fail(error: unknown): void {
    this.failure = error;
  }
}
