import { useCallback, useDeferredValue } from 'react';

import { DIALOG_STACK, TOAST_LIST } from '#core/web/compose/create-services.ts';
import { DialogOutlet } from '#core/web/views/dialogs/DialogOutlet.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { lazyPart } from '#core/web/react/lazy-part.tsx';
import { PluginPage } from '#core/web/views/plugins/PluginPage.tsx';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useText } from '#core/web/react/use-text.ts';
import type { MatchedRoute } from '#core/web/router/router.ts';
import { SESSION } from '#core/web/session/session.ts';
import { ToastHost } from '#core/web/views/toasts/ToastHost.tsx';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { UPLOADS } from '#core/web/uploads/uploads.ts';

import { ROUTER_SERVICE } from './compose.ts';
import { hidesContact } from './contact/hides-contact.ts';
import { FilingLine } from './FilingLine.tsx';
import { ShellFault } from './ShellFault.tsx';
import { StartNotice } from './StartNotice.tsx';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';
import './App.css';

/** The frame around a page of the workbench. */
export const Shell = lazyPart(() => import(/* webpackChunkName: "shell" */ './Shell.tsx'), ShellFault);
const ContactWidget = lazyPart(() => import(/* webpackChunkName: "contact" */ './contact/ContactWidget.tsx'));
const BareNotice = lazyPart(async () => ({ default: (await import('./notices/PageNotice.tsx')).PageNotice }));
const UploadTray = lazyPart(() => import('./uploads/UploadTray.tsx'));

/** Everything on the screen: a page in its frame, and its overlays. */
export const App = observer(function App() {
  const { get } = useKernel();
  const { fault, route, place } = get(ROUTER_SERVICE);
  // The first page is drawn in slices, between which the browser answers.
  const isDrawn = useDeferredValue(route !== null, false);
  const tellNoDialog = useCallback(
    () => get(TOASTS).show({ kind: 'error', key: 'dialog', text: () => get(I18N).t('shell:dialog.failed') }),
    [get],
  );
  return (
    <>
      {route === null ? fault !== null && <StartFault /> : isDrawn && <Framed route={route} />}
      {isDrawn && !hidesContact(place.path) && <ContactWidget />}
      {get(UPLOADS).items.length > 0 && <UploadTray />}
      <DialogOutlet dialogs={get(DIALOG_STACK)} i18n={get(I18N)} unavailable={tellNoDialog} />
      {/* Where it lies depends on the page's frame, and it must not move. */}
      {(isDrawn || fault !== null) && <ToastHost toasts={get(TOAST_LIST)} i18n={get(I18N)} />}
    </>
  );
});

const Framed = observer(function Framed({ route }: { route: MatchedRoute }) {
  const { get, plugins } = useKernel();
  const t = useText();
  const { place } = get(ROUTER_SERVICE);
  const content = useFocusOnArrival(place.path);
  const routes = plugins.find(route.plugin)?.entry.manifest.routes ?? [];
  const isBare = routes.find(({ path }) => path === route.path)?.frame === 'bare';
  const page = (
    <PluginPage
      plugin={route.plugin}
      page={route.page}
      route={route.path}
      path={place.path}
      isPublic={route.isPublic}
    />
  );

  return (
    <>
      <a className="rp-skip" href="#content">
        {t('shell:nav.skip')}
      </a>
      {isBare ? (
        <div className="rp-bare">
          {/* For visitors nothing can be locked or switched off. */}
          {get(SESSION).token !== null && <BareNotice />}
          <main id="content" ref={content} tabIndex={-1}>
            {page}
          </main>
          <footer>
            <FilingLine />
          </footer>
        </div>
      ) : (
        <Shell content={content}>{page}</Shell>
      )}
    </>
  );
});

function StartFault() {
  const { get } = useKernel();
  return <StartNotice retry={() => void get(ROUTER_SERVICE).start()} />;
}
