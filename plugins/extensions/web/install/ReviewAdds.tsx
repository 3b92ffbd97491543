import { Icon, isIconName } from '#core/web/components/Icon.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { InspectionData } from '#plugins/extensions/calls.ts';
import { textOf } from '../parts/describe-extension.ts';
import { describeSlot } from '../parts/describe-slot.ts';
import { keyLabel } from '#core/web/commands/key-label.ts';
import './ReviewAdds.css';

const BYTES = ['web', 'styles', 'texts', 'server'] as const;

/** What a package adds: menu entries as they will look, pages, commands and bytes. */
export const ReviewAdds = observer(function ReviewAdds({ inspection }: { inspection: InspectionData }) {
  const t = useText();
  const i18n = useService(I18N);
  const { texts, bytes } = inspection;
  const { manifest, server } = inspection.package;
  const { menus, routes, commands, dialogs, slots, hooks } = manifest;
  const translate = (key: string): string => textOf(texts, i18n, key) ?? key;
  const sections = Map.groupBy(
    menus.toSorted((a, b) => a.order - b.order),
    ({ section }) => section,
  );
  const isNothing = menus.length + routes.length + commands.length + dialogs.length + slots.length === 0;
  return (
    <section className="rp-ext-review__part">
      <h3>{t('extensions:review.adds')}</h3>
      {isNothing && <p className="rp-ext-quiet">{t('extensions:review.adds-nothing')}</p>}
      <div className="rp-ext-adds">
        {menus.length > 0 && (
          <div className="rp-ext-adds__menu" role="group" aria-label={t('extensions:review.menu')}>
            {[...sections].map(([section, entries]) => (
              <div key={section}>
                <p>{t(`shell:section.${section}`)}</p>
                <ul className="rp-ext-adds__entries">
                  {entries.map(({ to, icon, title }) => (
                    <li key={to}>
                      <Icon name={isIconName(icon) ? icon : 'grid'} />
                      {translate(title)}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        )}
        <dl className="rp-ext-adds__facts">
          {routes.length > 0 && (
            <div>
              <dt>{t('extensions:review.pages')}</dt>
              {routes.map(({ path, title, redirect }) => (
                <dd key={path}>
                  <code>{path}</code>
                  {title !== undefined && <span>{translate(title)}</span>}
                  {redirect !== undefined && <span>→ {redirect}</span>}
                </dd>
              ))}
            </div>
          )}
          {commands.length > 0 && (
            <div>
              <dt>{t('extensions:review.commands')}</dt>
              {commands.map(({ id, title, keys }) => (
                <dd key={id}>
                  <span>{translate(title)}</span>
                  {keys !== undefined && <kbd>{keyLabel(keys)}</kbd>}
                </dd>
              ))}
            </div>
          )}
          {slots.length > 0 && (
            <div>
              <dt>{t('extensions:review.slots')}</dt>
              {slots.map((slot) => (
                <dd key={slot}>
                  <span>{describeSlot(slot, i18n)}</span>
                </dd>
              ))}
            </div>
          )}
          {hooks.length > 0 && (
            <div>
              <dt>{t('extensions:review.hooks')}</dt>
              {hooks.map((hook) => (
                <dd key={hook}>
                  <code>{hook}</code>
                </dd>
              ))}
            </div>
          )}
          {dialogs.length > 0 && (
            <div>
              <dt>{t('extensions:review.dialogs')}</dt>
              <dd>
                <code>{dialogs.map(({ name }) => name).join(', ')}</code>
              </dd>
            </div>
          )}
          <div>
            <dt>{t('extensions:review.size')}</dt>
            <dd>
              <span>{t('extensions:review.packed', { size: i18n.bytes(bytes.packed) })}</span>
              <span className="rp-ext-quiet">
                {BYTES.filter((part) => bytes[part] > 0)
                  .map((part) => t(`extensions:review.size-${part}`, { size: i18n.bytes(bytes[part]) }))
                  .join(' · ')}
              </span>
            </dd>
          </div>
        </dl>
      </div>
      {server !== null && (
        <p className="rp-ext-adds__server">
          <Icon name="server" size={16} />
          {t('extensions:review.server')}
        </p>
      )}
    </section>
  );
});
