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
  #last: Promise<boolean> = Promise.resolve(true);

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

  /** Puts a term behind all, in the place of one of the same name for the same product. @returns whether it was kept */
  add(term: Term): Promise<boolean> {
    return this.#save((terms) => [...terms.filter((each) => !isSame(each, term)), term]);
  }

  /** @returns whether it was kept: one that is gone cannot be changed */
  change(term: Term, next: (term: Term) => Term): Promise<boolean> {
    return this.#save((terms) =>
      terms.some((each) => isSame(each, term)) ? terms.map((each) => (isSame(each, term) ? next(each) : each)) : null,
    );
  }

  remove(term: Term): Promise<boolean> {
    return this.#save((terms) => terms.filter((each) => !isSame(each, term)));
  }

  /** One after the other: what is typed is kept when the field is left, which is often by what changes the next term. */
  #save(change: Change): Promise<boolean> {
    const saved = this.#last.then(() => this.#send(change));
    this.#last = saved.catch(() => false);
    return saved;
  }

  async #send(change: Change): Promise<boolean> {
    const { glossary } = this;
    const terms = glossary === null ? null : change(glossary.terms);
    if (glossary === null || terms === null) return false;
    try {
      const body = { terms: [...terms], revision: glossary.revision };
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

/** What becomes of all terms; null where the change makes no sense any more. */
type Change = (terms: readonly Term[]) => readonly Term[] | null;

/** By what a term is told from others: each save brings new ones. */
const isSame = (one: Term, other: Term): boolean => one.term === other.term && productOf(one) === productOf(other);
