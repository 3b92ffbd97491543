import { runInAction } from 'mobx';

import { termsIn } from '#core/contract/glossary.ts';
import { HttpFailure, type Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';

import {
  changeProject,
  readGlossary,
  saveGlossary,
  type Line,
  type Project,
  type Term,
} from '#plugins/translation/calls.ts';
import { productOf, productsOf, termsOf } from '#plugins/translation/terms.ts';

interface Reviewed {
  /** Observable. */
  project(): Project | null;
  lines(): readonly Line[];
  changed(project: Project): void;
}

/** The terms of the account that hold in a project, which can be changed while it is reviewed. Observable. */
export class ReviewTerms {
  /** The glossary of the account; null until it is read. */
  glossary: { terms: readonly Term[]; revision: number } | null = null;
  /** Whether somebody else had changed it meanwhile, so that the last change was not kept. */
  isStale = false;

  constructor(
    private readonly http: Pick<Http, 'call'>,
    private readonly reviewed: Reviewed,
  ) {
    observableStore(this);
  }

  /** Those that hold in the project, of most weight first. */
  get all(): readonly Term[] {
    const project = this.reviewed.project();
    return project === null ? [] : termsOf(project, this.glossary?.terms ?? []);
  }

  /** The same without those of the project itself, which nobody changes here. */
  get shared(): readonly Term[] {
    const project = this.reviewed.project();
    return project === null ? [] : termsOf({ product: project.product, terms: [] }, this.glossary?.terms ?? []);
  }

  /** Those of them that the source has. */
  get used(): ReadonlySet<Term> {
    const terms = this.shared;
    const text = this.reviewed.lines().map(({ source }) => source);
    const found = new Set(
      termsIn(
        text.join('\n'),
        terms.map(({ term }) => term),
      ).map(({ term }) => term),
    );
    return new Set(terms.filter(({ term }) => found.has(term)));
  }

  /** Products that terms are for, and that of the project. */
  get products(): readonly string[] {
    const own = this.reviewed.project()?.product ?? '';
    const known = productsOf(this.glossary?.terms ?? []);
    return own === '' || known.includes(own) ? known : [...known, own].toSorted();
  }

  async read(): Promise<void> {
    const glossary = await this.http.call(readGlossary, {}, { handlesErrors: true });
    runInAction(() => (this.glossary = glossary));
  }

  /** Says what the project is about, whose terms hold from then on. */
  async choose(product: string): Promise<void> {
    const project = this.reviewed.project();
    if (project === null) return;
    const next = await this.http.call(changeProject, { params: { id: project.id }, body: { product } });
    runInAction(() => this.reviewed.changed(next));
  }

  /** Puts a term in the place of another one, or behind all. @returns whether it was kept */
  put(term: Term, before: Term | null): Promise<boolean> {
    return this.save((terms) => {
      const same = (each: Term): boolean => each.term === term.term && productOf(each) === productOf(term);
      const others = terms.filter((each) => each === before || !same(each));
      return before === null ? [...others, term] : others.map((each) => (each === before ? term : each));
    });
  }

  remove(term: Term): Promise<boolean> {
    return this.save((terms) => terms.filter((each) => each !== term));
  }

  private async save(change: (terms: readonly Term[]) => readonly Term[]): Promise<boolean> {
    const { glossary } = this;
    if (glossary === null) return false;
    const terms = [...change(glossary.terms)];
    try {
      const body = { terms, revision: glossary.revision };
      const { revision } = await this.http.call(saveGlossary, { body }, { handlesErrors: true });
      runInAction(() => {
        this.glossary = { terms, revision };
        this.isStale = false;
      });
      return true;
    } catch (error) {
      if (!(error instanceof HttpFailure) || error.status !== 409) throw error;
      await this.read();
      runInAction(() => (this.isStale = true));
      return false;
    }
  }
}
