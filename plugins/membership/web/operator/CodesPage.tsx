import { useState } from 'react';

import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { dayOfField, fieldOfDay } from '#core/web/live/period.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { DateField } from '#core/web/ui/DateField.tsx';
import { Form } from '#core/web/ui/Form.tsx';
import { ListPage, type ListColumn } from '#core/web/ui/list/ListPage.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { createCodeBatch, listCodeBatches, type CodeBatch } from '#plugins/membership/calls.ts';
import { benefitText } from '../shop/benefit-text.ts';
import { BenefitFields, benefitOf, NEW_BENEFIT } from './BenefitFields.tsx';
import { MoneyNav } from './MoneyNav.tsx';

const DAY = 24 * 60 * 60 * 1000;

/** The batches of redemption codes, and a form for another one. */
export default observer(function CodesPage() {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const list = useLive<LiveList<CodeBatch>>(
    (scope) =>
      new LiveList<CodeBatch>(scope, ({ cursor, limit, signal }) =>
        http.call(listCodeBatches, { query: { cursor, limit } }, { signal, handlesErrors: true }),
      ),
  );
  const columns: ListColumn<CodeBatch>[] = [
    {
      ...{ key: 'name', title: t('membership:codes.name') },
      render: ({ id, name }) => <Link to={`/operator/money/codes/${id}`}>{name}</Link>,
    },
    { key: 'benefit', title: t('membership:codes.benefit'), render: ({ benefit }) => benefitText(i18n, benefit) },
    {
      ...{ key: 'redeemed', title: t('membership:codes.redeemed'), width: 128, align: 'end' },
      render: ({ redeemed, count, uses }) => `${i18n.count(redeemed)} / ${i18n.count(count * uses)}`,
    },
    {
      ...{ key: 'expires', title: t('membership:codes.expires'), width: 152 },
      render: ({ expiresAt }) => i18n.time(expiresAt),
    },
    {
      ...{ key: 'state', title: t('membership:records.state'), width: 104 },
      render: ({ stoppedAt, expiresAt }) =>
        stoppedAt !== null ? (
          <Tag>{t('membership:codes.stopped')}</Tag>
        ) : Date.parse(expiresAt) <= Date.now() ? (
          <Tag>{t('membership:codes.over')}</Tag>
        ) : (
          <Tag tone="good">{t('membership:codes.valid')}</Tag>
        ),
    },
  ];
  return (
    <>
      <MoneyNav />
      <ListPage
        title={t('membership:operator.codes')}
        about={t('membership:codes.about')}
        list={list}
        nameOf={({ name }) => name}
        failed={t('membership:operator.failed')}
        nothing={{ title: t('membership:codes.none'), text: t('membership:codes.none-text'), icon: 'gift' }}
        columns={columns}
      />
      {/* Not before the list: it would be pushed down by it. */}
      {(list.isLoaded || list.failure !== null) && <BatchForm />}
    </>
  );
});

const BatchForm = observer(function BatchForm() {
  const t = useText();
  const http = useService(HTTP);
  const router = useService(ROUTER);
  const [name, setName] = useState('');
  const [draft, setDraft] = useState(NEW_BENEFIT);
  const [count, setCount] = useState<number | null>(100);
  const [uses, setUses] = useState<number | null>(1);
  const [until, setUntil] = useState<string | null>(() => fieldOfDay(new Date(Date.now() + 90 * DAY)));
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const last = until === null ? null : dayOfField(until);

  async function make(): Promise<void> {
    setTried(true);
    const benefit = benefitOf(draft);
    if (name.trim() === '' || benefit === null || count === null || uses === null || last === null) return;
    setRefusal(null);
    try {
      // The last day belongs to it.
      const expiresAt = new Date(last.getTime() + DAY).toISOString();
      const body = { name, benefit, count, uses, expiresAt };
      const { id } = await http.call(createCodeBatch, { body }, { handlesErrors: true });
      await router.go(`/operator/money/codes/${id}`);
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  return (
    <section className="rp-money-card rp-money-new">
      <h2>{t('membership:codes.new')}</h2>
      <Form label={t('membership:codes.new')} submit={t('membership:codes.make')} error={refusal} onSubmit={make}>
        <TextField
          label={t('membership:codes.name')}
          hint={t('membership:codes.name-hint')}
          value={name}
          most={60}
          required
          error={isTried && name.trim() === '' ? t('membership:codes.name-wrong') : null}
          onChange={setName}
        />
        <BenefitFields draft={draft} isTried={isTried} onChange={setDraft} />
        <div className="rp-money-pair">
          <NumberField
            label={t('membership:codes.count')}
            value={count}
            min={1}
            max={5_000}
            digits={0}
            error={isTried && count === null ? t('membership:operator.number-wrong') : null}
            onChange={setCount}
          />
          <NumberField
            label={t('membership:codes.uses')}
            hint={t('membership:codes.uses-hint')}
            value={uses}
            min={1}
            max={100_000}
            digits={0}
            error={isTried && uses === null ? t('membership:operator.number-wrong') : null}
            onChange={setUses}
          />
        </div>
        <DateField
          label={t('membership:codes.last-day')}
          value={until}
          min={fieldOfDay(new Date())}
          required
          error={isTried && last === null ? t('membership:codes.last-day-wrong') : null}
          onChange={setUntil}
        />
      </Form>
    </section>
  );
});
