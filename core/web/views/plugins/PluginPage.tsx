import { observer } from 'mobx-react-lite';
import { Suspense, useLayoutEffect, useState, type ReactNode } from 'react';

import { PageSkeleton } from '#core/web/components/PageSkeleton.tsx';
import { PluginScope } from '#core/web/react/PluginScope.tsx';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { RouteParams } from '#core/web/router/RouterLinks.tsx';
import { TRACE } from '#core/web/trace/trace.ts';

import { PluginUnavailable, type FaultPhase } from '#core/web/plugins/plugins.ts';
import { PluginBoundary } from './PluginBoundary.tsx';
import { PluginFault } from './PluginFault.tsx';
import { useLoadedPage } from './use-loaded-page.ts';

/** The name that all pages of a framed plugin share, so that its frame is kept between them. */
export const FRAMED_PAGE = 'framed';

/** Which page of which plugin to show. */
export interface PluginPageProps {
  plugin: string;
  /** The page's name in the manifest's route. */
  page: string;
  /** The route's pattern, for `useParams`. */
  route: string;
  /** The page's path; a crashed page is rendered again when it changes. */
  path?: string;
  /** Whether everybody may see the page, even when the plugin itself requires a login. */
  isPublic?: boolean;
}

/**
 * Shows a page of a plugin: activates the plugin, loads the page, shows a skeleton if that takes a while, and contains
 * its errors.
 * @example <PluginPage plugin={id} page="Run" route="/mixedCut/run/:id" path={router.place.path} />
 */
export const PluginPage = observer(function PluginPage(properties: PluginPageProps) {
  const { plugin, page, route, path, isPublic = false } = properties;
  // A fault belongs to the code that caused it: when another build replaces it, the page is rendered by the new one.
  const isActive = useKernel().plugins.find(plugin)?.state.name === 'active';
  return (
    <PluginBoundary key={plugin} plugin={plugin} resetKey={`${page} ${path ?? ''} ${isActive}`}>
      <Suspense fallback={<PageSkeleton plugin={plugin} />}>
        <RouteParams pattern={route}>
          <WholePage plugin={plugin} page={page} isPublic={isPublic} />
        </RouteParams>
      </Suspense>
    </PluginBoundary>
  );
});

/** To the workbench all pages of an untrusted plugin are one: its frame, which is told which of them to show. */
const WholePage = observer(function WholePage({
  plugin,
  page,
  isPublic,
}: Required<Omit<PluginPageProps, 'route' | 'path'>>) {
  const isFramed = useKernel().plugins.find(plugin)?.entry.source?.untrusted === true;
  const shown = isFramed ? FRAMED_PAGE : page;
  return <Page key={shown} plugin={plugin} page={shown} isPublic={isPublic} />;
});

const Page = observer(function Page({ plugin, page, isPublic }: Required<Omit<PluginPageProps, 'route' | 'path'>>) {
  const { plugins } = useKernel();
  const state = plugins.find(plugin)?.state;
  const progress = useLoadedPage(plugin, page, state?.name, isPublic);

  if (state?.name === 'blocked' && state.reason !== 'login') {
    const { reason, details = [] } = state;
    const what = `shell:plugin-blocked.${reason}` as const;
    return (
      <PluginFault
        plugin={plugin}
        sentence={what}
        advice={{ reader: `${what}-wait`, operator: `${what}-do` }}
        error={details.join('\n')}
        retryText="shell:plugin-blocked.check"
        // A failure is reported where the index is needed next.
        onRetry={() => void plugins.load().catch(() => undefined)}
      />
    );
  }
  if (state?.name === 'failed') {
    return (
      <PluginFault
        plugin={plugin}
        sentence={state.quarantined ? 'shell:plugin-stopped' : FAILED[state.phase]}
        error={state.error}
        // Another failure shows in the plugin's state.
        onRetry={() => void plugins.retry(plugin).catch(() => undefined)}
      />
    );
  }
  if (progress.name === 'failed') {
    const isGone = progress.error instanceof PluginUnavailable;
    return (
      <PluginFault
        plugin={plugin}
        sentence={isGone ? 'shell:plugin-unavailable' : 'shell:plugin-import-failed'}
        error={isGone ? undefined : progress.error}
        onRetry={progress.retry}
      />
    );
  }
  if (progress.name === 'loading') return <PageSkeleton plugin={plugin} />;
  const { active, Page: Content } = progress.loaded;
  return (
    <PluginScope context={active.context}>
      <Painted plugin={plugin}>
        <Content />
      </Painted>
    </PluginScope>
  );
});

/** Import and activation can fail on their own; other faults only appear here once they have stopped the plugin. */
const FAILED = {
  integrity: 'shell:plugin-integrity-failed',
  requires: 'shell:plugin-requires-failed',
  import: 'shell:plugin-import-failed',
  activate: 'shell:plugin-activate-failed',
  render: 'shell:plugin-stopped',
  effect: 'shell:plugin-stopped',
  handler: 'shell:plugin-stopped',
  promise: 'shell:plugin-stopped',
  hang: 'shell:plugin-hang',
} as const satisfies Record<FaultPhase, string>;

/** Measures the time from a page's first render until it is in the document. */
function Painted({ plugin, children }: { plugin: string; children: ReactNode }) {
  const kernel = useKernel();
  const [painted] = useState(() => {
    let tell: () => void = () => undefined;
    const drawn = new Promise<void>((resolve) => {
      tell = resolve;
    });
    void kernel.tryGet(TRACE)?.measure(plugin, 'render', () => drawn);
    return tell;
  });
  useLayoutEffect(() => painted(), [painted]);
  return children;
}
