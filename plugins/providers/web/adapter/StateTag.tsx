import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Tag } from '#core/web/ui/Tag.tsx';

import type { Service, ServiceAdapter } from '#plugins/providers/calls.ts';
import { ServicesStore } from '../store/ServicesStore.ts';

/** Whether an adapter can be used: by its state, and once it was looked at, by what was seen. */
export const StateTag = observer(function StateTag({
  kind,
  adapter: { id, state, rest },
}: {
  kind: Service['kind'];
  adapter: Pick<ServiceAdapter, 'id' | 'state' | 'rest'>;
}) {
  const t = useText();
  const look = useStore(ServicesStore).lookOf(kind, id);
  if (state !== 'ready')
    return <Tag tone={state === 'gone' ? 'alarm' : 'caution'}>{t(`providers:state.${state}`)}</Tag>;
  if (look?.state === 'looking') return <Tag>{t('providers:checking')}</Tag>;
  if (rest !== null) return <Tag tone="caution">{t('providers:state.rests')}</Tag>;
  const isWrong = look?.state === 'seen' && !look.health.healthy;
  return (
    <Tag tone={isWrong ? 'alarm' : look?.state === 'seen' ? 'good' : 'quiet'}>
      {t(isWrong ? 'providers:unhealthy' : 'providers:state.ready')}
    </Tag>
  );
});
