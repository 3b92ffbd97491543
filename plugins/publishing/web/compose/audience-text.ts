import type { I18n } from '#core/web/i18n/i18n.ts';

/** What platforms call the same thing. */
const KNOWN = {
  public: 'public',
  public_to_everyone: 'public',
  unlisted: 'unlisted',
  private: 'private',
  self_only: 'private',
  internal: 'internal',
  followers: 'followers',
  follower_of_creator: 'followers',
  mutual_follow_friends: 'friends',
  friends: 'friends',
  direct: 'direct',
} as const;

/** Who may see a post, in the reader's language; a platform's own word where it is not known. */
export function audienceText(audience: string, t: I18n['t']): string {
  const word = audience.toLowerCase();
  return word in KNOWN ? t(`publishing:audience.${KNOWN[word as keyof typeof KNOWN]}`) : audience;
}
