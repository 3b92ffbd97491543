import { runInAction } from 'mobx';

import { extentOf } from '#core/contract/price.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { OutputFolder } from '#core/web/tools/OutputFolder.ts';
import { agreeToCost } from '#core/web/tools/tool-price.ts';
import { MATERIALS } from '#plugins/materials/api.ts';

import { startExport, type ExportInto, type ProjectRow } from '#plugins/pieces/calls.ts';
import { EXPORT_TOOL } from '#plugins/pieces/limits.ts';
import { piecesOf } from '#plugins/pieces/project.ts';
import { AT } from '../lists/addresses.ts';

/** Characters of a project's name in that of a folder. */
const LONGEST_FOLDER = 40;

/** What is exported of a project. */
type Exported = Pick<ProjectRow, 'id' | 'name' | 'slots'>;

/** Where pieces go, and how exports begin. Observable. */
export class ExportDraft {
  readonly folder: OutputFolder;
  /** What is being started; null of nothing. */
  starting: ExportInto | null = null;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(ROUTER) private readonly router: Router,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    const { t } = context;
    this.folder = new OutputFolder(async () => {
      const question = { title: t('pieces:folder-title'), confirm: t('pieces:folder-confirm') };
      return context.tryGet(MATERIALS)?.pickFolder(question);
    });
    observableStore(this);
  }

  /** Starts a run of these projects, and goes to its page; what it costs is asked before, and a failure is told. */
  async start(projects: readonly Exported[], into: ExportInto): Promise<void> {
    if (this.starting !== null || projects.length === 0) return;
    this.starting = into;
    const { context } = this;
    const short = [...(projects[0]?.name ?? '')].slice(0, LONGEST_FOLDER).join('');
    const folder = this.folder.from(context.t('pieces:folder-name', { name: short }));
    try {
      const lengths = projects.flatMap(({ slots }) => piecesOf(slots).map(({ from, to }) => to - from));
      const agreed = await agreeToCost(context, EXPORT_TOOL, extentOf(lengths));
      if (agreed === undefined) return;
      const ids = projects.map((project) => project.id);
      const { id } = await this.http.call(startExport, { body: { projects: ids, into, folder, agreed } });
      await this.router.go(AT.run(id));
    } catch (error) {
      if (!context.signal.aborted) context.log.info('the export was not started', error);
    } finally {
      runInAction(() => (this.starting = null));
    }
  }
}
