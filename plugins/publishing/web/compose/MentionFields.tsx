import { isMentionable } from '#core/contract/post-text.ts';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { MAX_MENTIONS } from '#plugins/publishing/plan-calls.ts';
import { mentionText } from './mentions-in.ts';
import { PublishDraft } from './PublishDraft.ts';
import { PublishPlan } from './PublishPlan.ts';
import { TagField } from './TagField.tsx';

/** Whom posts mention, for each platform that is published to: the same people have other names elsewhere. */
export const MentionFields = observer(function MentionFields() {
  const t = useText();
  const draft = useStore(PublishDraft);
  const { takes } = useStore(PublishPlan).latest;
  return [...Map.groupBy(draft.targets, ({ platform }) => platform)].map(([platform, channels]) => {
    const service = channels[0]?.service ?? '';
    const rule = channels.map(({ id }) => takes[id]?.mentions ?? null).find((known) => known !== null) ?? null;
    const mentions = draft.words.mentions[platform] ?? [];
    if (rule === null) return null;
    const wrong = mentions.find(({ name }) => !isMentionable(name, rule));
    const params = { service, example: rule.example };
    return (
      <TagField
        key={platform}
        label={t('publishing:mentions.label', params)}
        hint={t(rule.hasIds ? 'publishing:mentions.hint-ids' : 'publishing:mentions.hint', params)}
        tags={mentions.map(mentionText)}
        most={rule.most ?? MAX_MENTIONS}
        error={wrong === undefined ? null : t('publishing:misfit.mention', { name: wrong.name, ...params })}
        onAdd={(typed) => draft.words.addMentions(platform, typed, rule.hasIds)}
        onRemove={(index) => draft.words.removeMention(platform, index)}
      />
    );
  });
});
