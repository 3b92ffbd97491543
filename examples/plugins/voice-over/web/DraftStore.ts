import {
  HTTP,
  inject,
  LiveList,
  observableStore,
  PLUGIN_CONTEXT,
  ROUTER,
  type Http,
  type PluginContext,
  type Router,
} from '@reelport/core';
import { startToolRun } from '@reelport/core/contract';
import { listMaterials, type Material } from '@reelport/core/plugins/materials';

/** Most clips of one run, as the tool has it. */
const MOST = 20;

/** What is being set up: a sentence, and the clips that it is said over. */
export class DraftStore {
  readonly clips: LiveList<Material>;
  chosen: readonly Material[] = [];
  text = '';

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(ROUTER) private readonly router: Router,
    @inject(PLUGIN_CONTEXT) { scope }: PluginContext,
  ) {
    this.clips = new LiveList(scope, ({ cursor, limit, signal }) => {
      const query = { kind: 'video', state: 'ready', cursor, limit } as const;
      return http.call(listMaterials, { query }, { signal, handlesErrors: true });
    });
    observableStore(this);
  }

  get mayStart(): boolean {
    return this.chosen.length > 0 && this.text.trim() !== '';
  }

  type(text: string): void {
    this.text = text;
  }

  isChosen({ id }: Material): boolean {
    return this.chosen.some((clip) => clip.id === id);
  }

  choose(clips: readonly Material[]): void {
    this.chosen = clips.slice(0, MOST);
  }

  toggle(clip: Material): void {
    const others = this.chosen.filter(({ id }) => id !== clip.id);
    this.choose(others.length < this.chosen.length ? others : [...others, clip]);
  }

  async start(): Promise<void> {
    const run = await this.http.call(startToolRun, {
      body: {
        tool: 'voice-over.say',
        name: this.text.trim().slice(0, 100),
        settings: { text: this.text },
        inputs: this.chosen.map(({ id }) => id),
      },
    });
    await this.router.go(`/voice-over/run/${run.id}`);
  }
}
