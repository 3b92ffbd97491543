import type { CallData } from '#core/contract/call.ts';
import type { DialogControl } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import type { ImportColumn } from '#core/web/import-rows.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TableImport, type ShownColumn } from '#core/web/ui/import/TableImport.tsx';

import { importPlaces, MOST_ROWS, type ImportField } from '#plugins/poi/calls.ts';

type Outcome = CallData<typeof importPlaces>;

/** The columns of a spreadsheet of places, by what their heads may say in both languages. */
export const IMPORT_COLUMNS: readonly ImportColumn<ImportField>[] = [
  { field: 'poiId', heads: ['poiid', 'poi', '门店id'], isNeeded: true },
  { field: 'name', heads: ['门店名称', '店铺名称', '名称', 'storename', 'name', 'store'], isNeeded: true },
  { field: 'address', heads: ['门店地址', '店铺地址', '地址', 'storeaddress', 'address'], isNeeded: true },
  { field: 'latitude', heads: ['纬度', 'latitude', 'lat'], isNeeded: false },
  { field: 'longitude', heads: ['经度', 'longitude', 'lng', 'lon'], isNeeded: false },
];
const TITLES = {
  poiId: 'poi:poi-id',
  name: 'poi:name',
  address: 'poi:address',
  latitude: 'poi:latitude',
  longitude: 'poi:longitude',
} as const;

/** Imports places from a spreadsheet. Closes with how many were added and changed. */
export default function ImportDialog({ close }: DialogControl<Pick<Outcome, 'added' | 'changed'>>) {
  const t = useText();
  const http = useService(HTTP);
  const examples: Record<ImportField, string> = {
    ...{ poiId: '6601136930455291912', name: t('poi:example-name'), address: t('poi:example-address') },
    ...{ latitude: '30.27415', longitude: '120.15515' },
  };
  const columns = IMPORT_COLUMNS.map((column): ShownColumn<ImportField> => {
    const { field } = column;
    return { ...column, title: t(TITLES[field]), example: examples[field] };
  });
  return (
    <TableImport<ImportField, Outcome>
      columns={columns}
      most={MOST_ROWS}
      title={t('poi:import-title')}
      about={t('poi:import-about', { most: MOST_ROWS })}
      empty={t('poi:import-empty')}
      templateName={t('poi:template-file')}
      write={(count) => t('poi:import-write', { count })}
      send={(rows, isTrial) => http.call(importPlaces, { body: { rows, isTrial } }, { handlesErrors: true })}
      close={(done) => close(done && { added: done.added, changed: done.changed })}
    />
  );
}
