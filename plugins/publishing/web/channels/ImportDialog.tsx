import type { CallData } from '#core/contract/call.ts';
import type { DialogControl } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import type { ImportColumn } from '#core/web/import-rows.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TableImport, type ShownColumn } from '#core/web/ui/import/TableImport.tsx';

import { importChannels, MOST_ACCOUNT_ROWS, type AccountField } from '#plugins/publishing/import-calls.ts';

type Outcome = CallData<typeof importChannels>;

/** The columns of a spreadsheet of accounts, by what their heads may say in both languages. */
const COLUMNS: readonly ImportColumn<AccountField>[] = [
  { field: 'platform', heads: ['平台', '渠道', 'platform', 'channel'], isNeeded: true },
  { field: 'name', heads: ['账号', '账号名称', '名称', '昵称', 'account', 'accountname', 'name'], isNeeded: true },
  { field: 'phone', heads: ['手机号', '手机', '电话', 'phone', 'mobile'], isNeeded: false },
  { field: 'group', heads: ['分组', 'group'], isNeeded: false },
  { field: 'host', heads: ['节点', '出口节点', 'host', 'node'], isNeeded: false },
  { field: 'remark', heads: ['备注', 'remark', 'note'], isNeeded: false },
  { field: 'id', heads: ['编号', 'id'], isNeeded: false },
];
const TITLES = {
  platform: 'publishing:channels.service',
  name: 'publishing:channels.name',
  phone: 'publishing:channels.phone',
  group: 'publishing:channels.group',
  host: 'publishing:channels.import-host',
  remark: 'publishing:channels.remark',
  id: 'publishing:channels.id',
} as const;

/** Imports accounts from a spreadsheet. Closes with what was done. */
export default function ImportDialog({ close }: DialogControl<Outcome>) {
  const t = useText();
  const http = useService(HTTP);
  const examples: Partial<Record<AccountField, string | null>> = {
    ...{ platform: t('publishing:channels.import-platform'), name: t('publishing:channels.import-example') },
    ...{ phone: '13800138000', id: null },
  };
  const columns = COLUMNS.map((column): ShownColumn<AccountField> => {
    const { field } = column;
    return { ...column, title: t(TITLES[field]), example: field in examples ? (examples[field] ?? null) : '' };
  });
  return (
    <TableImport<AccountField, Outcome>
      columns={columns}
      most={MOST_ACCOUNT_ROWS}
      title={t('publishing:channels.import-title')}
      about={t('publishing:channels.import-about', { most: MOST_ACCOUNT_ROWS })}
      empty={t('publishing:channels.import-empty')}
      templateName={t('publishing:channels.import-file')}
      write={(count) => t('publishing:channels.import-write', { count })}
      more={({ pending }) => pending > 0 && t('publishing:channels.import-pending', { count: pending })}
      send={(rows, isTrial) => http.call(importChannels, { body: { rows, isTrial } }, { handlesErrors: true })}
      close={close}
    />
  );
}
