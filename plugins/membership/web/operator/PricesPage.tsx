import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { dayOfField } from '#core/web/live/period.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { DateField } from '#core/web/ui/DateField.tsx';
import { Form } from '#core/web/ui/Form.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { planPrices, readPrices, type Prices } from '#plugins/membership/calls.ts';
import { PACKAGE_UNITS, SOLD_LEVELS, wayOf } from '#plugins/membership/price-list.ts';
import { MoneyNav } from './MoneyNav.tsx';
import { draftOf, listOf, type AmountDraft, type OfferDraft, type PriceDraft } from './price-draft.ts';

/** As many as a price list has of one kind at most. */
const MOST_ROWS = 12;

const newRow = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** The price list in effect, those that are planned, and a form for the next one. */
export default observer(function PricesPage() {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const prices = useLive<LiveValue<Prices>>(
    (scope) =>
      new LiveValue(scope, (signal): Promise<Prices> => http.call(readPrices, {}, { signal, handlesErrors: true })),
  );
  const { value, failure } = prices;
  return (
    <>
      <MoneyNav />
      <PageFrame title={t('membership:operator.prices')} about={t('membership:operator.prices-about')}>
        {failure !== null && (
          <LoadError text={t('membership:operator.failed')} error={failure.error} onRetry={() => void prices.load()} />
        )}
        {value === null ? (
          failure === null && <Skeleton shape="rows" count={6} />
        ) : (
          <>
            <p>
              {value.held.holdsFrom === null
                ? t('membership:operator.usual-prices')
                : t('membership:operator.held-since', { time: i18n.time(value.held.holdsFrom) })}
            </p>
            {value.planned.map(({ id, holdsFrom }) => (
              <Notice key={id} kind="info">
                {t('membership:operator.planned-from', { time: holdsFrom === null ? '' : i18n.time(holdsFrom) })}
              </Notice>
            ))}
            <PriceForm
              key={value.held.id}
              prices={value}
              onPlanned={(planned) => {
                prices.put(planned);
              }}
            />
          </>
        )}
      </PageFrame>
    </>
  );
});

const PriceForm = observer(function PriceForm({
  prices,
  onPlanned,
}: {
  prices: Prices;
  onPlanned(prices: Prices): void;
}) {
  const t = useText();
  const http = useService(HTTP);
  const toasts = useService(TOASTS);
  const services = prices.services.map(({ id }) => id);
  const [draft, setDraft] = useState<PriceDraft>(() =>
    draftOf(prices.held.prices, (id) => wayOf(prices.held.prices, id), services),
  );
  const [from, setFrom] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function plan(): Promise<void> {
    const list = listOf(draft, prices.held.prices);
    if (list === null) {
      setRefusal(t('membership:operator.prices-wrong'));
      return;
    }
    setRefusal(null);
    try {
      const day = from === null ? null : dayOfField(from);
      const holdsFrom = day === null ? null : day.toISOString();
      onPlanned(await http.call(planPrices, { body: { holdsFrom, prices: list } }, { handlesErrors: true }));
      toasts.show({ kind: 'success', text: () => t('membership:operator.prices-planned'), key: 'membership.prices' });
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  const putOffers = (group: 'levels' | 'packages', name: string, offers: OfferDraft[]): void => {
    setDraft({ ...draft, [group]: { ...draft[group], [name]: offers } });
  };
  return (
    <Form
      label={t('membership:operator.prices')}
      submit={t('membership:operator.plan-prices')}
      error={refusal}
      onSubmit={plan}
    >
      <div className="rp-money-grid">
        {SOLD_LEVELS.map((level) => (
          <Offers
            key={level}
            title={t(`shell:tier.${level}`)}
            counted={t('membership:operator.days')}
            offers={draft.levels[level] ?? []}
            onChange={(offers) => putOffers('levels', level, offers)}
          />
        ))}
        {PACKAGE_UNITS.map((unit) => (
          <Offers
            key={unit}
            title={t(`membership:shop.unit-${unit}`)}
            counted={t(unit === 'seconds' ? 'membership:operator.seconds' : 'membership:operator.amount')}
            offers={draft.packages[unit] ?? []}
            onChange={(offers) => putOffers('packages', unit, offers)}
          />
        ))}
        <section className="rp-money-card">
          <h2>{t('membership:shop.account')}</h2>
          <div className="rp-money-pair">
            <Yuan
              label={t('membership:operator.least')}
              value={draft.least}
              onChange={(least) => setDraft({ ...draft, least })}
            />
            <Yuan
              label={t('membership:operator.most')}
              value={draft.most}
              onChange={(most) => setDraft({ ...draft, most })}
            />
          </div>
          <Suggested amounts={draft.suggested} onChange={(suggested) => setDraft({ ...draft, suggested })} />
        </section>
        {prices.services.map(({ id, title }) => {
          const way = draft.ways[id] ?? { percent: 0, least: 0, above: 0 };
          const put = (change: Partial<typeof way>) =>
            setDraft({ ...draft, ways: { ...draft.ways, [id]: { ...way, ...change } } });
          return (
            <section key={id} className="rp-money-card">
              <h2>{title}</h2>
              <div className="rp-money-pair">
                <NumberField
                  label={t('membership:operator.fee')}
                  unit="%"
                  digits={2}
                  step={0.1}
                  buttons={false}
                  value={way.percent}
                  onChange={(percent) => put({ percent })}
                />
                <Yuan
                  label={t('membership:operator.least-fee')}
                  value={way.least}
                  onChange={(least) => put({ least })}
                />
                <Yuan label={t('membership:operator.above')} value={way.above} onChange={(above) => put({ above })} />
              </div>
            </section>
          );
        })}
      </div>
      <DateField
        label={t('membership:operator.holds-from')}
        hint={t('membership:operator.holds-hint')}
        value={from}
        onChange={setFrom}
      />
    </Form>
  );
});

interface YuanProps {
  label: string;
  value: number | null;
  onChange(value: number | null): void;
}

function Yuan({ label, value, onChange }: YuanProps) {
  const t = useText();
  return (
    <NumberField
      label={label}
      unit={t('membership:shop.unit-yuan')}
      digits={2}
      buttons={false}
      value={value}
      onChange={onChange}
    />
  );
}

interface SuggestedProps {
  amounts: readonly AmountDraft[];
  onChange(amounts: AmountDraft[]): void;
}

/** The amounts that whoever pays in may choose by one press. */
function Suggested({ amounts, onChange }: SuggestedProps) {
  const t = useText();
  return (
    <>
      {amounts.map(({ id, yuan }) => (
        <div key={id} className="rp-money-suggested">
          <Yuan
            label={t('membership:operator.suggested')}
            value={yuan}
            onChange={(next) => onChange(amounts.map((one) => (one.id === id ? { id, yuan: next } : one)))}
          />
          <IconButton
            icon="trash"
            label={t('membership:operator.remove-suggested', { amount: yuan ?? 0 })}
            onClick={() => onChange(amounts.filter((one) => one.id !== id))}
          />
        </div>
      ))}
      {amounts.length < MOST_ROWS && (
        <Button size="small" icon="plus" onClick={() => onChange([...amounts, { id: newRow(), yuan: null }])}>
          {t('membership:operator.add-suggested')}
        </Button>
      )}
    </>
  );
}

interface OffersProps {
  title: string;
  /** What is counted: days, or an amount. */
  counted: string;
  offers: readonly OfferDraft[];
  onChange(offers: OfferDraft[]): void;
}

function Offers({ title, counted, offers, onChange }: OffersProps) {
  const t = useText();
  const put = (at: number, change: Partial<OfferDraft>): void => {
    onChange(offers.map((offer, index) => (index === at ? { ...offer, ...change } : offer)));
  };
  return (
    <section className="rp-money-card" aria-label={title}>
      <h2>{title}</h2>
      {offers.length === 0 && <p className="rp-checkout__quiet">{t('membership:operator.not-sold')}</p>}
      {offers.map((offer, at) => (
        <div key={offer.id} className="rp-money-offer">
          <NumberField
            label={counted}
            digits={0}
            buttons={false}
            value={offer.count}
            onChange={(count) => put(at, { count })}
          />
          <Yuan label={t('membership:operator.price')} value={offer.yuan} onChange={(yuan) => put(at, { yuan })} />
          <IconButton
            icon="trash"
            label={t('membership:operator.remove-offer', { count: offer.count ?? 0 })}
            onClick={() => onChange(offers.filter((one) => one.id !== offer.id))}
          />
        </div>
      ))}
      {offers.length < MOST_ROWS && (
        <Button
          size="small"
          icon="plus"
          onClick={() => onChange([...offers, { id: newRow(), count: null, yuan: null }])}
        >
          {t('membership:operator.add-offer')}
        </Button>
      )}
    </section>
  );
}
