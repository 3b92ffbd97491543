import type { Mention } from '#core/contract/post-text.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { MAX_TOPICS, type WishedPosts } from '#plugins/publishing/plan-calls.ts';
import { mentionsIn } from './mentions-in.ts';
import { topicsIn } from './topics-in.ts';

/** Titles, texts, topics and mentions that posts have, as they are typed. Observable. */
export class DraftWords {
  /** One a line. */
  titles = '{name}';
  texts: readonly string[] = [''];
  topics: readonly string[] = [];
  /** By platform. */
  mentions: Readonly<Record<string, readonly Mention[]>> = {};

  constructor() {
    observableStore(this);
  }

  set(values: Partial<Pick<DraftWords, 'titles' | 'texts' | 'topics' | 'mentions'>>): void {
    Object.assign(this, values);
  }

  /** Several at once, however they were typed. */
  addTopics(text: string): void {
    this.topics = [...new Set([...this.topics, ...topicsIn(text)])].slice(0, MAX_TOPICS);
  }

  removeTopic(index: number): void {
    this.topics = this.topics.filter((_, at) => at !== index);
  }

  /** Several at once; an id stands behind a slash. */
  addMentions(platform: string, text: string, hasIds: boolean): void {
    const known = this.mentions[platform] ?? [];
    const mentions = mentionsIn(text, hasIds, known);
    if (mentions.length > known.length) this.mentions = { ...this.mentions, [platform]: mentions };
  }

  removeMention(platform: string, index: number): void {
    const mentions = (this.mentions[platform] ?? []).filter((_, at) => at !== index);
    this.mentions = { ...this.mentions, [platform]: mentions };
  }

  /** As a call takes them, for posts on some accounts. */
  wishedFor(
    accounts: readonly { id: string; platform: string }[],
  ): Pick<WishedPosts, 'titles' | 'texts' | 'topics' | 'mentions'> {
    const filled = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '');
    const mentions = accounts.flatMap(({ id, platform }): [string, Mention[]][] => {
      const own = this.mentions[platform] ?? [];
      return own.length === 0 ? [] : [[id, [...own]]];
    });
    return {
      ...{ titles: filled(this.titles.split('\n')), texts: filled(this.texts), topics: [...this.topics] },
      mentions: Object.fromEntries(mentions),
    };
  }
}
