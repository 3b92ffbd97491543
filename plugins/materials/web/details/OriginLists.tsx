import type { ReactNode } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { EVENTS } from '#core/web/events/events.ts';
import { HTTP } from '#core/web/http/http.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import { listMaterialOrigins, type RelatedMaterial } from '#plugins/materials/calls.ts';
import { materialsChanged } from '#plugins/materials/events.ts';
import './OriginLists.css';

const ICONS = { video: 'film', music: 'music', image: 'image' } as const;

interface OriginListsProps {
  id: string;
  /** Shows another material. */
  open(id: string): void;
}

/** What a material was made from by a tool, and what was made from it; nothing where there is neither. */
export const OriginLists = observer(function OriginLists({ id, open }: OriginListsProps) {
  const t = useText();
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const { value } = useLive(
    (scope) =>
      new LiveValue(
        scope,
        (signal) => http.call(listMaterialOrigins, { params: { id } }, { signal, handlesErrors: true }),
        { events, follows: [eventTrigger(materialsChanged)] },
      ),
  );
  if (value === null) return null;
  return (
    <>
      <Related title={t('materials:origins.from')} materials={value.from} open={open}>
        {value.encodings !== null && (
          <p className="rp-origins__encodings">
            {t(value.encodings === 0 ? 'materials:origins.copied' : 'materials:origins.encoded', {
              count: value.encodings,
            })}
          </p>
        )}
      </Related>
      <Related title={t('materials:origins.into')} materials={value.into} open={open} />
    </>
  );
});

function Related({
  title,
  materials,
  open,
  children,
}: {
  title: string;
  materials: readonly RelatedMaterial[];
  open: (id: string) => void;
  children?: ReactNode;
}) {
  if (materials.length === 0) return null;
  return (
    <section className="rp-origins">
      <h3>{title}</h3>
      <ul>
        {materials.map(({ id, name, kind, thumbnail }) => {
          const icon = <Icon name={ICONS[kind]} size={16} />;
          return (
            <li key={id}>
              <PlainButton className="rp-origins__one" onClick={() => open(id)}>
                <span className="rp-origins__picture" aria-hidden="true">
                  {thumbnail === null ? icon : <LazyImage src={thumbnail} fallback={icon} />}
                </span>
                <span className="rp-origins__name">{name}</span>
              </PlainButton>
            </li>
          );
        })}
      </ul>
      {children}
    </section>
  );
}
