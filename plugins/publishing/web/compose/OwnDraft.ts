import { observableStore } from '#core/web/observable-store.ts';

import type { OwnWords, WishedPosts } from '#plugins/publishing/plan-calls.ts';
import type { CoverPicture } from './CoverDialog.tsx';

/** Who may see a post, by the id of an account, in its platform's own words, the usual one first. */
export type Audiences = Readonly<Record<string, readonly string[]>>;

const WORDS = ['titles', 'texts', 'topics', 'mentions', 'cover', 'place', 'product'] as const;

/** What somebody has chosen for an account. */
export interface ChosenOwn {
  own: OwnWords;
  /** Null for the usual one. */
  audience: string | null;
  picture: CoverPicture | null;
  /** Whether all accounts of its platform get the same. */
  isForPlatform: boolean;
}

/** What posts on single accounts have of their own, by the ids of these. Observable. */
export class OwnDraft {
  /** Absent for what all have. */
  words: Readonly<Record<string, OwnWords>> = {};
  /** Absent for the usual one. */
  audiences: Readonly<Record<string, string>> = {};

  constructor() {
    observableStore(this);
  }

  restore({ own, audiences }: Pick<WishedPosts, 'own' | 'audiences'>): void {
    Object.assign(this, { words: own, audiences });
  }

  setAudience(channel: string, audience: string): void {
    this.audiences = { ...this.audiences, [channel]: audience };
  }

  /** Has posts on an account link to no product. */
  leaveProductOut(channel: string): void {
    this.words = { ...this.words, [channel]: { ...this.words[channel], product: null } };
  }

  /** @param offered what accounts offer: another audience is left out */
  set(channels: readonly string[], { own, audience }: Pick<ChosenOwn, 'own' | 'audience'>, offered: Audiences): void {
    for (const id of channels) {
      this.reset(id);
      if (Object.keys(own).length > 0) this.words = { ...this.words, [id]: own };
      if (audience !== null && offered[id]?.includes(audience) === true) this.setAudience(id, audience);
    }
  }

  reset(channel: string): void {
    const without = <T>(values: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(values).filter(([id]) => id !== channel));
    this.words = without(this.words);
    this.audiences = without(this.audiences);
  }

  /** What posts on an account have of their own. @param offered as for {@link OwnDraft.set} */
  differences(channel: string, offered: Audiences): ((typeof WORDS)[number] | 'audience')[] {
    const own = this.words[channel] ?? {};
    const [usual] = offered[channel] ?? [];
    const audience = this.audiences[channel];
    const words = WORDS.filter((what) => own[what] !== undefined);
    return audience === undefined || audience === usual ? words : [...words, 'audience'];
  }

  /** As a call takes it, for posts on some accounts. */
  wishedFor(reached: ReadonlySet<string>): Pick<WishedPosts, 'own' | 'audiences'> {
    const of = <T>(values: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(values).filter(([id]) => reached.has(id)));
    return { own: of(this.words), audiences: of(this.audiences) };
  }
}
