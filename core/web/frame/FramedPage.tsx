import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';

import type { PluginEntry } from '#core/contract/plugin-index.ts';

import { PageSkeleton } from '../components/PageSkeleton.tsx';
import { useKernel } from '../react/use-kernel.ts';
import { usePluginContext } from '../react/use-plugin-context.ts';
import type { FrameRun, RunOptions } from './run-frame.ts';
import './FramedPage.css';

/** The running frame of a plugin, if there is one. */
export interface FramedRuns {
  open(options: Omit<RunOptions, 'cut' | 'source'>): FrameRun;
}

/** The properties of the component that replaces all pages of a framed plugin. */
export interface FramedPageProps {
  entry: PluginEntry;
  runs: FramedRuns;
}

/** Shows the frame of an untrusted plugin. One frame renders all its pages, and lives while any of them is shown. */
export const FramedPage = observer(function FramedPage({ entry, runs }: FramedPageProps) {
  const kernel = useKernel();
  const context = usePluginContext();
  const place = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [isStarted, setStarted] = useState(false);

  useEffect(() => {
    setStarted(false);
    const run = runs.open({
      ...{ entry, context, kernel },
      started: () => setStarted(true),
      reopen: () => setAttempt((number) => number + 1),
    });
    place.current?.append(run.element);
    return () => run.close();
  }, [runs, entry, context, kernel, attempt]);

  return (
    <div className="rp-framed rp-full-page">
      {!isStarted && (
        <div className="rp-framed__outline">
          <PageSkeleton plugin={context.id} />
        </div>
      )}
      <div ref={place} className="rp-framed__place" data-started={isStarted} />
    </div>
  );
});
