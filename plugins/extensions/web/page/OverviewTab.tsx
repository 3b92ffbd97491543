import type { ReactNode } from 'react';

import { gateOfRoute } from '#core/contract/route-gate.ts';
import { keyLabel } from '#core/web/commands/key-label.ts';
import { enumerated } from '#core/web/i18n/enumerated.ts';
import { Link } from '#core/web/router/links.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TRACE } from '#core/web/trace/trace.ts';

import type { Extension } from '#plugins/extensions/calls.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { textOf } from '../parts/describe-extension.ts';
import { describeSlot } from '../parts/describe-slot.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { costsOf, milliseconds, NO_COST } from '../parts/plugin-cost.ts';
import type { ExtensionDetails } from '../stores/ExtensionStore.ts';
import { leftVersion } from './kept-versions.ts';
import { RejectionNote } from './RejectionNote.tsx';
import { ServerNotice } from './ServerNotice.tsx';
import { WaitingNotice } from './WaitingNotice.tsx';
import './OverviewTab.css';
import '../parts/facts.css';

/** What it is made of, what it adds, and what it costs. */
export const OverviewTab = observer(function OverviewTab({ details }: { details: ExtensionDetails }) {
  const t = useText();
  const i18n = useService(I18N);
  const trace = useService(TRACE);
  const { extension, versions } = details;
  const { manifest, source, installed, server, blocked } = extension;
  const web = source?.web ?? null;
  const cost = costsOf(trace.spans).get(manifest.id);
  const { bytes, load, activate } = cost ?? NO_COST;
  const time = (value: number | null): string =>
    value === null ? '–' : t('extensions:cost.ms', { ms: milliseconds(value) });
  const integrity = web?.integrity ?? versions.find(({ current }) => current)?.integrity ?? null;
  const left = leftVersion(details);
  const translate = (key: string): string => textOf(extension.texts, i18n, key) ?? key;
  return (
    <div className="rp-ext-overview">
      {left !== undefined && (
        <Notice kind="warning">
          <p>{t('extensions:overview.rejected', { version: left.version, current: manifest.version })}</p>
          <RejectionNote rejection={left.rejection} />
          <p>
            <Link to={`/operator/plugins/${manifest.id}?tab=faults`}>{t('extensions:overview.rejected-faults')}</Link>
          </p>
        </Notice>
      )}
      {blocked !== null && blocked.reason !== 'server' && blocked.details.length > 0 && (
        <Notice kind="error">
          <p>{t(`extensions:blocked.${blocked.reason}`)}</p>
          <ul className="rp-ext-findings">
            {blocked.details.map((detail) => (
              <li key={detail}>
                <code>{detail}</code>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <ServerNotice extension={extension} />
      <WaitingNotice extension={extension} />
      <section className="rp-ext-card">
        <h2>{t('extensions:overview.facts')}</h2>
        <dl className="rp-ext-facts">
          <Fact name={t('extensions:overview.source')}>
            {installed === null ? (
              t(`extensions:origin.${extension.origin}`)
            ) : (
              <>
                <span>{installed.from}</span>
                <span className="rp-ext-quiet">
                  {t('extensions:overview.installed', { time: i18n.time(installed.at), by: installed.by })}
                </span>
              </>
            )}
          </Fact>
          <Fact name={t('extensions:overview.integrity')}>
            {integrity === null ? (
              <span className="rp-ext-quiet">{installed === null ? t('extensions:overview.integrity-none') : '–'}</span>
            ) : (
              <span className="rp-ext-hash">
                <code>{integrity}</code>
                <CopyButton text={integrity} label={t('extensions:overview.copy-integrity')} />
              </span>
            )}
          </Fact>
          {installed !== null && (
            <Fact name={t('extensions:overview.size')}>
              {i18n.bytes(installed.bytes)}
              {web !== null && (
                <span className="rp-ext-quiet">
                  {t('extensions:overview.size-web', { size: i18n.bytes(web.bytes) })}
                </span>
              )}
            </Fact>
          )}
          {(extension.origin !== 'shipped' || server !== null) && (
            <Fact name={t('extensions:overview.server')}>
              {extension.origin !== 'shipped' &&
                t(server === null ? 'extensions:server.none' : `extensions:server.${server.state}`)}
              {serverParts(server, i18n).map((part) => (
                <span key={part} className="rp-ext-quiet">
                  {part}
                </span>
              ))}
            </Fact>
          )}
          {manifest.slots.length > 0 && (
            <Fact name={t('extensions:overview.slots')}>
              {manifest.slots.map((slot) => (
                <span key={slot}>{describeSlot(slot, i18n)}</span>
              ))}
            </Fact>
          )}
          {manifest.uses.length > 0 && (
            <Fact name={t('extensions:overview.uses')}>
              <code>{manifest.uses.join(', ')}</code>
            </Fact>
          )}
        </dl>
      </section>
      <section className="rp-ext-card">
        <h2>{t('extensions:overview.cost')}</h2>
        <dl className="rp-ext-figures">
          <Figure
            name={t('extensions:cost.bytes')}
            value={bytes === null ? '–' : bytes === 0 ? t('extensions:cost.cached') : i18n.bytes(bytes)}
          />
          <Figure name={t('extensions:cost.load')} value={time(load)} />
          <Figure name={t('extensions:cost.activate')} value={time(activate)} />
        </dl>
        <p className="rp-ext-quiet">{t(cost === undefined ? 'extensions:cost.none-here' : 'extensions:cost.here')}</p>
      </section>
      <section className="rp-ext-card rp-ext-card--wide">
        <h2>{t('extensions:overview.routes')}</h2>
        {manifest.routes.length === 0 ? (
          <p className="rp-ext-quiet">{t('extensions:overview.routes-none')}</p>
        ) : (
          <ul className="rp-ext-lines">
            {manifest.routes.map((route) => {
              const gate = gateOfRoute(manifest, route);
              const who = gate.operator ? 'operators' : gate.login ? 'members' : 'everybody';
              return (
                <li key={route.path}>
                  <code>{route.path}</code>
                  <span>
                    {route.redirect !== undefined
                      ? `→ ${route.redirect}`
                      : route.title === undefined
                        ? ''
                        : translate(route.title)}
                  </span>
                  <span className="rp-ext-quiet">{t(`extensions:who.${who}`)}</span>
                </li>
              );
            })}
          </ul>
        )}
        {manifest.commands.length > 0 && (
          <>
            <h2>{t('extensions:review.commands')}</h2>
            <ul className="rp-ext-lines">
              {manifest.commands.map(({ id, title, keys }) => (
                <li key={id}>
                  <code>
                    {manifest.id}.{id}
                  </code>
                  <span>{translate(title)}</span>
                  <span>{keys !== undefined && <kbd>{keyLabel(keys)}</kbd>}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  );
});

/** What a server half brings, each a few words; nothing while that is not known. */
function serverParts(server: Extension['server'], i18n: I18n): string[] {
  if (server === null || server.parts === null) return [];
  const { routes, jobs, uploads, operations, effects, tools, providers, provides, hooks, schedules } = server.parts;
  const list = (names: string[]) => ({ names: enumerated(names, i18n) });
  const { t } = i18n;
  const parts = [
    ...(routes === 0 ? [] : [t('extensions:server.parts-routes', { count: routes })]),
    ...(jobs.length === 0 ? [] : [t('extensions:server.parts-jobs', list(jobs))]),
    ...(uploads.length === 0 ? [] : [t('extensions:server.parts-uploads', list(uploads))]),
    ...(operations.length === 0 ? [] : [t('extensions:server.parts-operations', list(operations))]),
    ...(effects.length === 0 ? [] : [t('extensions:server.parts-effects', list(effects))]),
    ...(tools.length === 0 ? [] : [t('extensions:server.parts-tools', list(tools))]),
    ...(providers.length === 0 ? [] : [t('extensions:server.parts-providers', list(providers))]),
    ...(provides.length === 0 ? [] : [t('extensions:server.parts-provides', list(provides))]),
    ...(hooks.length === 0 ? [] : [t('extensions:server.parts-hooks', list(hooks))]),
    ...(schedules.length === 0 ? [] : [t('extensions:server.parts-schedules', list(schedules))]),
  ];
  return parts.length === 0 ? [t('extensions:server.parts-none')] : parts;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
