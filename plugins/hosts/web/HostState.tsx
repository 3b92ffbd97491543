import { I18N } from '#core/web/i18n/i18n.ts';
import { dayOfField } from '#core/web/live/period.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Tag, type TagProps } from '#core/web/ui/Tag.tsx';

import type { Host } from '#plugins/hosts/calls.ts';
import { daysLeft } from './days-left.ts';

const TONES: Readonly<Record<Host['state'], NonNullable<TagProps['tone']>>> = {
  unchecked: 'quiet',
  'unknown-key': 'info',
  'changed-key': 'alarm',
  healthy: 'good',
  unfit: 'caution',
  failed: 'alarm',
};

/** How a host is, in a word. */
export const HostState = observer(function HostState({ state }: Pick<Host, 'state'>) {
  const t = useText();
  const icon = state === 'changed-key' ? 'warning' : undefined;
  return (
    <Tag tone={TONES[state]} icon={icon}>
      {t(`hosts:state-${state}`)}
    </Tag>
  );
});

/** The last day of a host, marked from a week before. */
export const ExpiryTag = observer(function ExpiryTag({ day }: { day: string | null }) {
  const t = useText();
  const i18n = useService(I18N);
  const end = day === null ? null : dayOfField(day);
  const days = daysLeft(day);
  if (end === null || days === null) return t('hosts:expires-none');
  if (days > 7) return i18n.date(end);
  const text = days < 0 ? t('hosts:expires-past') : days === 0 ? t('hosts:expires-today') : null;
  return <Tag tone={days <= 1 ? 'alarm' : 'caution'}>{text ?? t('hosts:expires-in', { count: days })}</Tag>;
});
