import { Button } from '#core/web/components/Button.tsx';
import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { clock } from '#core/web/i18n/clock.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link, useSearchParams } from '#core/web/router/links.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { lengthWords } from '#core/web/studio/StudioPlayer.tsx';
import { ChoiceFilter, SearchFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListPage, type ListColumn } from '#core/web/ui/list/ListPage.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import { TEXT_STATES, type ListedText } from '#plugins/copywriting/calls.ts';
import { ExportMenu } from '../files/ExportMenu.tsx';
import { AT } from '../run/addresses.ts';
import { textAddress, TextsStore } from './TextsStore.ts';
import './copywriting.css';

/** Columns that have room beside the details. */
const BESIDE_DETAILS = ['name', 'state'];
const TONES = { extracting: 'info', success: 'good', failed: 'alarm' } as const;

/** All texts: what videos say, to search, copy and export. */
export default observer(function TextsPage() {
  const t = useText();
  const i18n = useService(I18N);
  const router = useService(ROUTER);
  const store = useStore(TextsStore);
  const read = usePluginCallback(store.import);
  const time = usePluginCallback(store.time);
  const extract = usePluginCallback(async () => void (await router.go(AT.page)));
  const [query] = useSearchParams();
  const columns: ListColumn<ListedText>[] = [
    {
      ...{ key: 'name', title: t('copywriting:column.name'), opens: true, width: 220 },
      render: ({ name }) => name,
      plain: ({ name }) => name,
    },
    {
      ...{ key: 'state', title: t('copywriting:column.state'), width: 104 },
      render: ({ state }) => <Tag tone={TONES[state]}>{t(`copywriting:state.${state}`)}</Tag>,
      plain: ({ state }) => t(`copywriting:state.${state}`),
    },
    {
      ...{ key: 'excerpt', title: t('copywriting:column.excerpt') },
      render: (text) => <Excerpt text={text} />,
      plain: ({ excerpt }) => excerpt,
    },
    {
      ...{ key: 'tags', title: t('copywriting:column.tags'), width: 128 },
      render: ({ tags }) => tags.map((tag) => `#${tag}`).join(' '),
      plain: ({ tags }) => tags.join(' '),
    },
    {
      ...{ key: 'type', title: t('copywriting:column.type'), width: 80 },
      render: ({ type, from }) => type.toUpperCase() || t(`copywriting:from.${from}`),
      plain: ({ type }) => type,
    },
    {
      ...{ key: 'size', title: t('copywriting:column.size'), width: 96, align: 'end' },
      render: ({ size }) => (size === null ? '–' : i18n.bytes(size)),
      plain: ({ size }) => size,
    },
    {
      ...{ key: 'seconds', title: t('copywriting:column.seconds'), width: 88, align: 'end' },
      render: ({ seconds }) => (seconds === null ? '–' : lengthWords(seconds)),
      plain: ({ seconds }) => seconds,
    },
    {
      ...{ key: 'created', title: t('copywriting:column.created'), width: 112 },
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
      plain: ({ createdAt }) => createdAt,
    },
  ];
  return (
    <ListPage
      title={t('copywriting:title')}
      about={t('copywriting:about')}
      width="wide"
      list={store.texts}
      nameOf={({ name }) => name}
      countText={(count) => t('copywriting:count', { count })}
      failed={t('copywriting:unread')}
      actions={
        <>
          <Button icon="sound" onClick={time}>
            {t('copywriting:timing.open')}
          </Button>
          <Button icon="upload" onClick={read}>
            {t('copywriting:import')}
          </Button>
          <Button variant="primary" icon="captions" onClick={extract}>
            {t('copywriting:extract.title')}
          </Button>
        </>
      }
      filters={store.filters}
      filterBar={
        <>
          <SearchFilter filter={store.words} label={t('copywriting:search')} />
          <ChoiceFilter
            filter={store.state}
            label={t('copywriting:column.state')}
            choices={TEXT_STATES.map((value) => ({ value, text: t(`copywriting:state.${value}`) }))}
          />
        </>
      }
      columns={query.has('id') ? columns.filter(({ key }) => BESIDE_DETAILS.includes(key)) : columns}
      exportAs={t('copywriting:title')}
      nothing={{
        ...{ title: t('copywriting:none'), text: t('copywriting:none-text'), picture: <Outline /> },
        action: (
          <Button icon="captions" onClick={extract}>
            {t('copywriting:extract.title')}
          </Button>
        ),
      }}
      bulk={[{ text: t('copywriting:remove'), icon: 'trash', danger: true, run: store.remove }]}
      details={{ title: ({ name }) => name, draw: (text) => <Details text={text} /> }}
    />
  );
});

/** What a text says; of one that was searched for, the words and where they are. */
const Excerpt = observer(function Excerpt({ text: { id, state, error, excerpt, foundAt } }: { text: ListedText }) {
  const t = useText();
  if (state === 'failed') return <span className="rp-copy-error">{error}</span>;
  return (
    <span className="rp-copy-excerpt">
      {foundAt !== null && (
        <Link to={textAddress(id, foundAt)}>{t('copywriting:found-at', { time: clock(foundAt / 1000) })}</Link>
      )}
      <bdi>{excerpt.replaceAll('\n', ' ')}</bdi>
    </span>
  );
});

const Details = observer(function Details({ text }: { text: ListedText }) {
  const t = useText();
  const store = useStore(TextsStore);
  const router = useService(ROUTER);
  const { id, state, error, excerpt, foundAt, runId, cues, tags } = text;
  const isReady = state === 'success';
  const open = usePluginCallback(async () => void (await router.go(textAddress(id, foundAt))));
  const copy = usePluginCallback(() => store.copy(text));
  const describe = usePluginCallback(() => store.describe(text));
  const remove = usePluginCallback(() => store.remove([text]));
  return (
    <div className="rp-copy-details">
      {state === 'failed' && <p className="rp-copy-error">{error}</p>}
      {cues > 0 && <p className="rp-copy-details__count">{t('copywriting:run.cues', { count: cues })}</p>}
      {excerpt !== '' && (
        <p dir="auto" className="rp-copy-details__text">
          {excerpt}
        </p>
      )}
      {tags.length > 0 && <p>{tags.map((tag) => `#${tag}`).join(' ')}</p>}
      <div className="rp-copy-details__actions">
        {state === 'extracting' && runId !== null ? (
          <Button icon="tasks" onClick={() => void router.go(AT.run(runId))}>
            {t('copywriting:follow')}
          </Button>
        ) : (
          <Button icon="edit" onClick={open}>
            {t('copywriting:edit')}
          </Button>
        )}
        <Button icon="copy" disabled={!isReady} onClick={copy}>
          {t('copywriting:copy')}
        </Button>
        <ExportMenu disabled={!isReady} onChoose={(format) => void store.export(text, format)} />
        <Button icon="settings" onClick={describe}>
          {t('copywriting:facts')}
        </Button>
        <Button icon="trash" variant="danger" disabled={state === 'extracting'} onClick={remove}>
          {t('copywriting:remove')}
        </Button>
      </div>
    </div>
  );
});

/** What will be here: pictures, and the words that were in them. */
function Outline() {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 260 120" aria-hidden="true">
      <rect x="4" y="8" width="62" height="104" rx="6" />
      <path d="M14 92h42M20 102h30" data-lit="" />
      <path d="M78 60h18M90 54l6 6-6 6" />
      {[0, 1, 2, 3].map((row) => (
        <path
          key={row}
          d={`M110 ${22 + row * 26}h26M146 ${22 + row * 26}h${100 - row * 16}`}
          data-lit={row === 0 ? '' : undefined}
        />
      ))}
    </svg>
  );
}
