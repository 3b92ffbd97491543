import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { DropZone } from '#core/web/ui/DropZone.tsx';
import { Form } from '#core/web/ui/Form.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { declineInvoice, issueInvoice, issueInvoiceFile, type RequestedInvoice } from '#plugins/membership/calls.ts';
import { yuan } from '../shop/shop-texts.ts';
import { FactRows } from '../shop/FactRows.tsx';
import { memberText } from './member-text.ts';
import { isSaid, ReasonField } from './ReasonField.tsx';
import './operator.css';

interface InvoiceProps {
  invoice: RequestedInvoice;
  onChanged(invoice: RequestedInvoice): void;
}

/** What an invoice is to say, and what an operator makes of the request. */
export const InvoiceDetails = observer(function InvoiceDetails({ invoice, onChanged }: InvoiceProps) {
  const t = useText();
  const i18n = useService(I18N);
  const { title, taxNumber, amount, account, order, requestedAt, invoiceNumber, file, note, decidedAt } = invoice;
  const rows: [string, string | null][] = [
    [t('membership:invoice.for'), title],
    [t('membership:invoice.tax'), taxNumber ?? t('membership:invoice.person')],
    [t('membership:records.amount'), yuan(i18n, amount)],
    [t('membership:operator.member'), memberText(account, t)],
    [t('membership:invoice.requested-at'), i18n.time(requestedAt)],
    [t('membership:invoice.number'), invoiceNumber],
    [t('membership:invoice.declined-why'), note],
    [t('membership:invoice.decided-at'), decidedAt === null ? null : i18n.time(decidedAt)],
  ];
  return (
    <div className="rp-money-request">
      <dl className="rp-money-facts">
        <FactRows rows={rows} />
        <div>
          <dt>{t('membership:operator.order')}</dt>
          <dd>
            <Link to={`/operator/money/orders/${order}`}>{order}</Link>
          </dd>
        </div>
      </dl>
      {file !== null && (
        <a className="rp-invoice__file" href={file.url} download={file.name} target="_blank" rel="noreferrer">
          <Icon name="download" size={16} /> {file.name}
        </a>
      )}
      {invoice.state === 'requested' && (
        <>
          {invoice.isPaid ? (
            <IssueForm invoice={invoice} onChanged={onChanged} />
          ) : (
            <Notice kind="warning">{t('membership:invoice.refused-unpaid')}</Notice>
          )}
          <DeclineForm invoice={invoice} onChanged={onChanged} />
        </>
      )}
    </div>
  );
});

const NUMBER = /^\d{8,20}$/;

const IssueForm = observer(function IssueForm({ invoice: { id }, onChanged }: InvoiceProps) {
  const t = useText();
  const http = useService(HTTP);
  const [number, setNumber] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const typed = number.replaceAll(/\s/g, '');
  const isRight = typed === '' ? file !== null : NUMBER.test(typed);
  const choose = usePluginCallback((chosen: File | null) => setFile(chosen));

  async function issue(): Promise<void> {
    setTried(true);
    if (!isRight) return;
    setRefusal(null);
    try {
      onChanged(file === null ? await issueNumber() : await sendFile(file));
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  const issueNumber = () =>
    http.call(issueInvoice, { params: { id }, body: { invoiceNumber: typed } }, { handlesErrors: true });
  const sendFile = (sent: File) => {
    const body = new FormData();
    body.append('file', sent, sent.name);
    const { method, path } = issueInvoiceFile;
    const query = typed === '' ? {} : { invoiceNumber: typed };
    return http.send<RequestedInvoice>({ method, path: path.replace(':id', id), query, body, handlesErrors: true });
  };
  return (
    <Form label={t('membership:invoice.issue')} submit={t('membership:invoice.issue')} error={refusal} onSubmit={issue}>
      <TextField
        label={t('membership:invoice.number')}
        hint={t('membership:invoice.number-hint')}
        value={number}
        most={30}
        inputMode="numeric"
        spellCheck={false}
        error={isTried && !isRight ? t('membership:invoice.number-wrong') : null}
        onChange={setNumber}
      />
      {file === null ? (
        <DropZone
          title={t('membership:invoice.drop')}
          release={t('membership:transfer.release')}
          choose={t('membership:invoice.choose')}
          text={t('membership:invoice.limits')}
          accept="application/pdf,image/jpeg,image/png"
          onFiles={([found]) => found !== undefined && choose(found.file)}
        />
      ) : (
        <p className="rp-money-movement">
          <Icon name="script" size={16} /> {file.name}
          <Button size="small" variant="quiet" onClick={() => choose(null)}>
            {t('membership:invoice.other-file')}
          </Button>
        </p>
      )}
    </Form>
  );
});

const DeclineForm = observer(function DeclineForm({ invoice: { id }, onChanged }: InvoiceProps) {
  const t = useText();
  const http = useService(HTTP);
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const decline = usePluginCallback(async () => {
    setTried(true);
    if (!isSaid(note)) return;
    setRefusal(null);
    setBusy(true);
    try {
      onChanged(await http.call(declineInvoice, { params: { id }, body: { note } }, { handlesErrors: true }));
    } catch (error) {
      setRefusal(failureText(error, t));
    } finally {
      setBusy(false);
    }
  });
  return (
    <section className="rp-money-decline">
      <ReasonField value={note} isTried={isTried} hint={t('membership:invoice.decline-hint')} onChange={setNote} />
      {refusal !== null && (
        <Notice kind="error" announce>
          {refusal}
        </Notice>
      )}
      <Button busy={isBusy} onClick={() => decline()}>
        {t('membership:invoice.decline')}
      </Button>
    </section>
  );
});
