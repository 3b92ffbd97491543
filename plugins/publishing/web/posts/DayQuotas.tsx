import { Icon } from '#core/web/components/Icon.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { DayQuota } from '#plugins/publishing/quota-calls.ts';
import { quotaWords } from './quota-words.ts';

/** Accounts that a day of the calendar names before it counts the others. */
const SHOWN = 2;

/** Accounts that can take few more posts on a day, or none, or have too many. */
export const DayQuotas = observer(function DayQuotas({
  quotas,
  isWhole = false,
}: {
  quotas: readonly DayQuota[];
  /** Whether there is room for sentences, and for all of them. */
  isWhole?: boolean;
}) {
  const t = useText();
  if (quotas.length === 0) return null;
  // What is wrong comes first.
  const ordered = [...quotas].sort((a, b) => ORDER[a.state] - ORDER[b.state]);
  const shown = isWhole || quotas.length <= SHOWN + 1 ? ordered : ordered.slice(0, SHOWN);
  return (
    <ul className="rp-day-quotas" data-whole={isWhole || undefined}>
      {shown.map((quota) => {
        const { words, state, whole } = quotaWords(quota, t);
        return (
          <li key={quota.channelId} data-state={quota.state} title={isWhole ? undefined : whole}>
            {quota.state !== 'near' && <Icon name="warning" size={16} />}
            {isWhole ? (
              <span>{whole}</span>
            ) : (
              <>
                <span className="rp-day-quotas__name">{quota.channel}</span>
                <span className="rp-day-quotas__numbers" aria-hidden="true">
                  {quota.planned}/{quota.most} {state}
                </span>
                <span className="rp-visually-hidden">
                  {words} {state}
                </span>
              </>
            )}
          </li>
        );
      })}
      {shown.length < quotas.length && <li>{t('publishing:quota.more', { count: quotas.length - shown.length })}</li>}
    </ul>
  );
});

const ORDER: Readonly<Record<DayQuota['state'], number>> = { over: 0, full: 1, near: 2 };
