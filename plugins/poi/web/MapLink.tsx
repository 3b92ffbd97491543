import { Icon } from '#core/web/components/Icon.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Place } from '#plugins/poi/calls.ts';

/** Latitude and longitude as people write them; null without. */
function coordinatesOf({ latitude, longitude }: Pick<Place, 'latitude' | 'longitude'>): string | null {
  return latitude === null || longitude === null ? null : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

/** Leads to a place on a map of the web: by its coordinates, or by a search for its address. */
export const MapLink = observer(function MapLink({ place }: { place: Place }) {
  const t = useText();
  const { language } = useService(I18N);
  const shown = coordinatesOf(place) ?? t('poi:map-search');
  return (
    <a
      className="rp-poi-link"
      href={addressOnMap(place, language)}
      target="_blank"
      rel="noreferrer"
      aria-label={t('poi:map-of', { shown, name: place.name })}
    >
      <span>{shown}</span>
      <Icon name="external" size={16} />
    </a>
  );
});

/** Amap knows addresses in Chinese best, OpenStreetMap the others. */
function addressOnMap({ latitude, longitude, name, address }: Place, language: string): string {
  const hasPoint = latitude !== null && longitude !== null;
  if (language.startsWith('zh')) {
    const query: Record<string, string> = hasPoint
      ? { position: `${longitude},${latitude}`, name, coordinate: 'wgs84' }
      : { keyword: `${name} ${address}` };
    return `https://uri.amap.com/${hasPoint ? 'marker' : 'search'}?${new URLSearchParams(query).toString()}`;
  }
  if (!hasPoint) return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address }).toString()}`;
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}
