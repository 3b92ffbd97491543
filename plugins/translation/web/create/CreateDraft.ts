import { runInAction } from 'mobx';

import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { LiveAnswer } from '#core/web/live/LiveAnswer.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';

import { createProject, findSource, listSources, type SourceText, type TONES } from '#plugins/translation/calls.ts';
import { TRANSLATION_LIMITS } from '#plugins/translation/limits.ts';
import { projectAddress } from '../record/RecordStore.ts';

/** Milliseconds after the last letter of a search. */
const SEARCH_AFTER = 250;

interface Found {
  language: string | null;
  isSure: boolean;
}

/** A project that is about to be created. Observable. */
export class CreateDraft {
  text: SourceText | null = null;
  name = '';
  from: string | null = null;
  /** Whether somebody has chosen the language, so that what is found does not change it. */
  private isChosen = false;
  targets: readonly string[] = [];
  tone: (typeof TONES)[number] = 'plain';
  about = '';
  words = '';
  /** Whether it was tried without what it needs. */
  wasTried = false;
  readonly sources: LiveAnswer<{ q: string }, readonly SourceText[]>;
  /** What the chosen text is written in. */
  readonly found: LiveAnswer<{ id: string }, Found>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(ROUTER) private readonly router: Router,
    @inject(PLUGIN_CONTEXT) context: PluginContext,
  ) {
    this.sources = new LiveAnswer(
      context.scope,
      async ({ q }: { q: string }, signal): Promise<readonly SourceText[]> => {
        const query = { q: q === '' ? undefined : q };
        return (await http.call(listSources, { query }, { signal, handlesErrors: true })).items;
      },
    );
    this.found = new LiveAnswer(context.scope, async ({ id }: { id: string }, signal): Promise<Found> => {
      const found = await http.call(findSource, { params: { id } }, { signal, handlesErrors: true });
      runInAction(() => {
        if (this.text?.id === id && !this.isChosen && found.language !== null) this.speak(found.language);
      });
      return found;
    });
    observableStore(this);
  }

  /** Begins anew with the texts that there are now. */
  begin(): void {
    this.text = null;
    this.name = '';
    this.from = null;
    this.isChosen = false;
    this.wasTried = false;
    this.words = '';
    this.sources.ask({ q: '' });
  }

  search(words: string): void {
    this.words = words;
    this.sources.ask({ q: words.trim() }, SEARCH_AFTER);
  }

  choose(id: string): void {
    const text = this.sources.answer?.find((each) => each.id === id);
    if (text === undefined) return;
    this.text = text;
    this.name = text.name.replace(/\.[A-Za-z0-9]{2,5}$/, '').slice(0, TRANSLATION_LIMITS.name);
    this.isChosen = false;
    this.found.ask({ id });
  }

  rename(name: string): void {
    this.name = name;
  }

  chooseFrom(tag: string): void {
    this.isChosen = true;
    this.speak(tag);
  }

  chooseTargets(tags: readonly string[]): void {
    this.targets = tags;
  }

  chooseTone(tone: (typeof TONES)[number]): void {
    this.tone = tone;
  }

  describe(about: string): void {
    this.about = about;
  }

  get isComplete(): boolean {
    return this.text !== null && this.from !== null && this.targets.length > 0 && this.name.trim() !== '';
  }

  /** Creates the project, and opens it. */
  async create(): Promise<void> {
    this.wasTried = true;
    const { text, from, name, targets, tone, about } = this;
    if (text === null || from === null || !this.isComplete) return;
    const body = { textId: text.id, name: name.trim(), from, targets: [...targets], tone, about };
    const { id } = await this.http.call(createProject, { body });
    await this.router.go(projectAddress(id));
  }

  private speak(tag: string): void {
    this.from = tag;
    this.targets = this.targets.filter((each) => each !== tag);
  }
}
