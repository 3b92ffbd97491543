import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { EVENTS } from '#core/web/events/events.ts';
import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Form } from '#core/web/ui/Form.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { MOST_TITLE, readInvoice, requestInvoice, type Invoice, type OrderInvoice } from '#plugins/membership/calls.ts';
import { orderChanged } from '#plugins/membership/events.ts';
import { isTaxNumber, tidyTaxNumber } from '#plugins/membership/tax-number.ts';
import { FactRows } from '../shop/FactRows.tsx';
import { INVOICE_STATE_TAGS } from './order-states.ts';

/** The invoice of an order that was paid: requested, issued or declined. Nothing for an order that can have none. */
export const InvoicePart = observer(function InvoicePart({ number }: { number: string }) {
  const t = useText();
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const [isOpen, setOpen] = useState(false);
  const found = useLive<LiveValue<OrderInvoice>>(
    (scope) =>
      new LiveValue(
        scope,
        (signal): Promise<OrderInvoice> =>
          http.call(readInvoice, { params: { number } }, { signal, handlesErrors: true }),
        { events, follows: [eventTrigger(orderChanged, (changed) => changed.number === number)] },
      ),
  );
  const open = usePluginCallback(() => setOpen(true));
  const { value, failure } = found;
  if (failure !== null) {
    return <LoadError text={t('membership:invoice.failed')} error={failure.error} onRetry={() => void found.load()} />;
  }
  if (value === null || (value.invoice === null && value.refusal !== null)) return null;
  const { invoice, refusal } = value;
  return (
    <section className="rp-pay rp-invoice" aria-label={t('membership:invoice.one')}>
      <h2>
        {t('membership:invoice.one')}
        {invoice !== null && (
          <Tag tone={INVOICE_STATE_TAGS[invoice.state].tone}>{t(INVOICE_STATE_TAGS[invoice.state].text)}</Tag>
        )}
      </h2>
      {invoice !== null && !isOpen && <Facts invoice={invoice} />}
      {refusal === null &&
        (isOpen ? (
          <RequestForm
            number={number}
            before={invoice}
            onRequested={(requested) => {
              found.put(requested);
              setOpen(false);
            }}
          />
        ) : (
          <Button onClick={() => open()}>
            {t(invoice === null ? 'membership:invoice.request' : 'membership:invoice.again')}
          </Button>
        ))}
    </section>
  );
});

const Facts = observer(function Facts({ invoice }: { invoice: Invoice }) {
  const t = useText();
  const i18n = useService(I18N);
  const { state, title, taxNumber, invoiceNumber, file, note, requestedAt } = invoice;
  const rows: [string, string | null][] = [
    [t('membership:invoice.for'), title],
    [t('membership:invoice.tax'), taxNumber],
    [t('membership:invoice.number'), invoiceNumber],
    [t('membership:invoice.requested-at'), i18n.time(requestedAt)],
  ];
  return (
    <>
      {note !== null && (
        <Notice kind="warning" title={t('membership:invoice.declined-why')}>
          {note}
        </Notice>
      )}
      <dl className="rp-transfer">
        <FactRows rows={rows} />
      </dl>
      {file !== null && (
        <a className="rp-invoice__file" href={file.url} download={file.name} target="_blank" rel="noreferrer">
          <Icon name="download" size={16} /> {t('membership:invoice.fetch')}
        </a>
      )}
      {state === 'requested' && <p className="rp-checkout__quiet">{t('membership:invoice.waits')}</p>}
    </>
  );
});

interface RequestFormProps {
  number: string;
  /** What was declined; its title is suggested again. */
  before: Invoice | null;
  onRequested(invoice: OrderInvoice): void;
}

const RequestForm = observer(function RequestForm({ number, before, onRequested }: RequestFormProps) {
  const t = useText();
  const http = useService(HTTP);
  const [kind, setKind] = useState<'company' | 'person'>(
    before !== null && before.taxNumber === null ? 'person' : 'company',
  );
  const [title, setTitle] = useState(before?.title ?? '');
  const [tax, setTax] = useState(before?.taxNumber ?? '');
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isTitled = title.trim().length >= 2;
  const isRight = kind === 'person' || isTaxNumber(tidyTaxNumber(tax));

  async function request(): Promise<void> {
    setTried(true);
    if (!isTitled || !isRight) return;
    setRefusal(null);
    try {
      const body = { title: title.trim(), taxNumber: kind === 'person' ? null : tax };
      onRequested(await http.call(requestInvoice, { params: { number }, body }, { handlesErrors: true }));
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  return (
    <Form
      label={t('membership:invoice.request')}
      submit={t('membership:invoice.submit')}
      error={refusal}
      onSubmit={request}
    >
      <RadioGroup
        label={t('membership:invoice.whose')}
        look="segments"
        value={kind}
        options={[
          { value: 'company', text: t('membership:invoice.company') },
          { value: 'person', text: t('membership:invoice.person') },
        ]}
        onChange={setKind}
      />
      <TextField
        label={t('membership:invoice.for')}
        hint={t(kind === 'company' ? 'membership:invoice.for-company' : 'membership:invoice.for-person')}
        value={title}
        most={MOST_TITLE}
        required
        autoComplete="organization"
        error={isTried && !isTitled ? t('membership:invoice.title-wrong') : null}
        onChange={setTitle}
      />
      {kind === 'company' && (
        <TextField
          label={t('membership:invoice.tax')}
          hint={t('membership:invoice.tax-hint')}
          value={tax}
          most={30}
          required
          spellCheck={false}
          error={isTried && !isRight ? t('membership:invoice.tax-number') : null}
          onChange={setTax}
        />
      )}
    </Form>
  );
});
