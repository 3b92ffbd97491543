import { clock } from '#core/web/i18n/clock.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useParams } from '#core/web/router/links.ts';
import type { RunLook, RunNaming } from '#core/web/runs/run-look.ts';
import { ToolRunView } from '#core/web/runs/ToolRunView.tsx';
import { useToolRun } from '#core/web/runs/use-tool-run.ts';

import { mixOutputOf, mixRunOf } from '#plugins/mixing/mix-run.ts';
import { MissingPage } from '../parts/MissingPage.tsx';
import { bytesText, durationText } from '../parts/range-text.ts';
import { useMaterials } from '../parts/use-materials.ts';
import { CertificateLine } from './CertificateLine.tsx';
import { describeRun, expectedOf } from './describe-run.ts';
import { describeReplaced } from './describe-replaced.ts';
import { MixNotes } from './MixNotes.tsx';
import { MoreButton } from './MoreButton.tsx';
import { RUN_WORDS } from './run-words.ts';
import { ShotList } from './ShotList.tsx';
import { ShotStrip } from './ShotStrip.tsx';

const NAMING: RunNaming = {
  pattern: '{project}-{nnn}',
  fields: [
    { name: 'project', label: 'mixing:rename.field-project', example: ({ name }) => name },
    { name: 'n', label: 'shell:runs.rename-n' },
    { name: 'nn', label: 'shell:runs.rename-nn' },
    { name: 'nnn', label: 'shell:runs.rename-nnn' },
    { name: 'date', label: 'shell:runs.rename-date' },
    {
      ...{ name: 'title', label: 'mixing:rename.field-title' },
      example: (_, item) => (item === null ? '' : (mixOutputOf(item).params.title ?? '')),
    },
  ],
};

/** A run: how far it is, and a wall with a cell for each video. */
export default observer(function RunPage() {
  const t = useText();
  const i18n = useService(I18N);
  const { id = '' } = useParams();
  const run = useToolRun(id);
  const outputs = run.all.map(mixOutputOf);
  const materials = useMaterials([
    ...new Set(outputs.flatMap(({ params }) => params.shots.map(({ material }) => material))),
  ]);

  const look: RunLook = {
    ...{ words: RUN_WORDS, naming: NAMING, isKept: true },
    back: (facts) => ({ to: `/mixedCut/edit/${mixRunOf(facts).settings.project}`, title: t('mixing:run.to-project') }),
    others: { to: (other) => `/mixedCut/run/${other}`, of: (facts) => mixRunOf(facts).settings.project },
    ratio: (facts) => mixRunOf(facts).facts.ratio,
    describe: (facts) => describeRun(mixRunOf(facts), t),
    expected: (facts) => expectedOf(mixRunOf(facts)),
    left(facts) {
      const { secondsLeft, bytes } = mixRunOf(facts).facts;
      return [
        ...(secondsLeft === null ? [] : [t('mixing:run.left', { time: durationText(secondsLeft, t) })]),
        ...(bytes === null ? [] : [t('mixing:run.bytes', { space: bytesText(bytes, i18n) })]),
      ];
    },
    end: (facts) => (facts.state === 'done' ? <CertificateLine run={mixRunOf(facts)} /> : null),
    notes: (facts) => <MixNotes run={run} facts={mixRunOf(facts)} />,
    replaced: (replaced) => describeReplaced(replaced, materials, t),
    more: (facts) => <MoreButton facts={mixRunOf(facts)} />,
    facts(item) {
      const { facts } = mixOutputOf(item);
      return facts === null ? [] : [clock(Math.round(facts.seconds))];
    },
    furtherFacts(item) {
      const { facts, params } = mixOutputOf(item);
      const range = facts?.loudnessRange ?? null;
      return [
        ...(range === null ? [] : [t('mixing:output.loudness-range', { range: Math.round(range) })]),
        ...(params.title === null || params.title === '' ? [] : [params.title]),
      ];
    },
    over: (item) => <ShotStrip shots={mixOutputOf(item).params.shots} materials={materials} />,
    beside: (item, show) => <ShotList output={mixOutputOf(item)} run={run} open={show} />,
  };
  return <ToolRunView id={id} look={look} missing={<MissingPage icon="film" title={t('mixing:run-missing')} />} />;
});
