import { Icon, type IconName } from '#core/web/components/Icon.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { ChoiceFilter, PeriodFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListPage } from '#core/web/ui/list/ListPage.tsx';

import { KINDS } from '#plugins/materials/calls.ts';
import { addressOf } from '../list/library-address.ts';
import { recordText } from './record-text.ts';
import { RecordStore, type MaterialRecord } from './RecordStore.ts';
import './RecordPage.css';

const ICONS: Readonly<Record<MaterialRecord['what'], IconName>> = {
  uploaded: 'upload',
  renamed: 'edit',
  moved: 'folder-move',
  mixed: 'layers',
  published: 'send',
  removed: 'trash',
  restored: 'history',
};

/** What happened in the library: of everything, of a day, a week or a month. */
export default observer(function RecordPage() {
  const t = useText();
  const i18n = useService(I18N);
  const { records, filters, period, kind } = useStore(RecordStore);
  return (
    <ListPage
      title={t('materials:record.title')}
      list={records}
      nameOf={({ name }) => name}
      countText={(count) => t('materials:record.count', { count })}
      failed={t('materials:record.failed')}
      nothing={{ title: t('materials:record.none'), text: t('materials:record.none-text'), icon: 'history' }}
      exportAs={t('materials:record.title')}
      filters={filters}
      filterBar={
        <>
          <PeriodFilter filter={period} label={t('materials:record.when')} />
          <ChoiceFilter
            filter={kind}
            label={t('materials:record.kinds')}
            look="chips"
            choices={KINDS.map((value) => ({ value, text: t(`materials:kind.${value}`) }))}
          />
        </>
      }
      columns={[
        {
          key: 'at',
          title: t('materials:record.when'),
          width: 168,
          render: ({ at }) => (
            <time className="rp-record__time" dateTime={at}>
              {i18n.time(at)}
            </time>
          ),
          plain: ({ at }) => at,
        },
        {
          key: 'what',
          title: t('materials:record.what'),
          render: (record) => (
            <span className="rp-record__what">
              <Icon name={ICONS[record.what]} size={16} />
              {recordText(record, t)}
            </span>
          ),
          plain: (record) => recordText(record, t),
        },
        {
          key: 'name',
          title: t('materials:column.name'),
          render: ({ name, kind: of, materialId }) => <Link to={addressOf(of, { id: materialId })}>{name}</Link>,
          plain: ({ name }) => name,
        },
        {
          key: 'kind',
          title: t('materials:record.kinds'),
          width: 96,
          render: ({ kind: of }) => t(`materials:kind.${of}`),
          plain: ({ kind: of }) => t(`materials:kind.${of}`),
        },
      ]}
    />
  );
});
