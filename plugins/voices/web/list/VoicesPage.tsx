import { Button } from '#core/web/components/Button.tsx';
import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useSearchParams } from '#core/web/router/links.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { ChoiceFilter, SearchFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListPage, type ListColumn } from '#core/web/ui/list/ListPage.tsx';

import { VOICE_STATES, type Voice } from '#plugins/voices/calls.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { VoiceDetails } from './VoiceDetails.tsx';
import { VoicesStore } from './VoicesStore.ts';
import { VoiceState } from './VoiceState.tsx';
import '../parts/voices.css';

export const ADD_PAGE = '/cloneSound/add';
/** Columns that have room beside the details. */
const BESIDE_DETAILS = ['name', 'state'];

/** The voices that an account has had made. */
export const VoicesPage = observer(function VoicesPage() {
  const t = useText();
  const i18n = useService(I18N);
  const router = useService(ROUTER);
  const store = useStore(VoicesStore);
  const nameOf = useLanguageName();
  const add = usePluginCallback(async () => {
    await router.go(ADD_PAGE);
  });
  const [query] = useSearchParams();
  const columns: ListColumn<Voice>[] = [
    {
      ...{ key: 'name', title: t('voices:name'), opens: true },
      render: ({ name }) => name,
      plain: ({ name }) => name,
    },
    {
      ...{ key: 'state', title: t('voices:state'), width: 176 },
      render: (voice) => <VoiceState {...voice} />,
      plain: ({ state }) => t(`voices:state-${state}`),
    },
    {
      ...{ key: 'language', title: t('voices:language'), width: 112 },
      render: ({ language }) => nameOf(language),
      plain: ({ language }) => nameOf(language),
    },
    {
      ...{ key: 'languages', title: t('voices:languages'), width: 112 },
      render: ({ languages }) =>
        languages.length === 0 ? '—' : t('voices:languages-count', { count: languages.length }),
      plain: ({ languages }) => languages.length,
    },
    {
      ...{ key: 'uses', title: t('voices:uses'), width: 96 },
      render: ({ uses }) => i18n.count(uses),
      plain: ({ uses }) => uses,
    },
    {
      ...{ key: 'created', title: t('voices:created'), width: 120 },
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
      plain: ({ createdAt }) => createdAt,
    },
  ];
  return (
    <ListPage
      title={t('voices:title')}
      about={t('voices:about')}
      list={store.voices}
      nameOf={({ name }) => name}
      countText={(count) => t('voices:count', { count })}
      failed={t('voices:unread')}
      actions={
        <Button variant="primary" icon="plus" onClick={add}>
          {t('voices:add')}
        </Button>
      }
      filters={store.filters}
      filterBar={
        <>
          <SearchFilter filter={store.words} label={t('voices:search')} />
          <ChoiceFilter
            filter={store.state}
            label={t('voices:state')}
            choices={VOICE_STATES.map((value) => ({ value, text: t(`voices:state-${value}`) }))}
          />
        </>
      }
      columns={query.has('id') ? columns.filter(({ key }) => BESIDE_DETAILS.includes(key)) : columns}
      exportAs={t('voices:title')}
      nothing={{
        ...{ title: t('voices:none'), text: t('voices:none-text') },
        picture: <Outline />,
        action: (
          <Button icon="plus" onClick={add}>
            {t('voices:add')}
          </Button>
        ),
      }}
      bulk={[{ text: t('voices:remove'), icon: 'trash', danger: true, run: store.remove }]}
      details={{
        title: ({ name }) => name,
        draw: (voice) => <VoiceDetails key={voice.id} voice={voice} />,
      }}
    />
  );
});

/** Heights of the bars that stand for a voice. */
const BARS = [14, 26, 48, 72, 40, 88, 60, 34, 76, 52, 92, 44, 66, 30, 54, 20];

/** What will be here: what somebody says. */
function Outline() {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 260 120" aria-hidden="true">
      {BARS.map((height, at) => (
        <rect
          key={at}
          x={20 + at * 14}
          y={60 - height / 2}
          width="8"
          height={height}
          rx="4"
          data-lit={at % 5 === 0 ? '' : undefined}
        />
      ))}
    </svg>
  );
}
