import { BackLink } from '#core/web/components/BackLink.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { Form } from '#core/web/ui/Form.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { Steps } from '#core/web/ui/Steps.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { LETTERS } from '#plugins/voices/limits.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { AddDraft } from './AddDraft.ts';
import { RecordingField } from './RecordingField.tsx';
import '../parts/voices.css';

/** Seconds of a sample up to which more of it makes a better voice, and of a consent. */
const [BEST, CONSENT] = [30, 30];

/** A new voice: a sample, the consent of the person, a name. */
export const AddPage = observer(function AddPage() {
  const t = useText();
  const draft = useStore(AddDraft);
  const { value, failure } = useFollowed(draft.service);
  const retry = usePluginCallback(() => void draft.service.load());
  return (
    <>
      <BackLink to="/cloneSound/list">{t('voices:add.back')}</BackLink>
      <PageFrame title={t('voices:add.title')} about={t('voices:add.about')}>
        {value === null && failure !== null && (
          <LoadError text={t('voices:service.unread')} error={failure.error} onRetry={retry} />
        )}
        {value === null && failure === null && <Skeleton shape="text" />}
        {value !== null && value.why !== null && (
          <Notice kind="error" title={t('voices:service.none-title')}>
            {value.why}
          </Notice>
        )}
        {value !== null && value.why === null && <AddForm />}
      </PageFrame>
    </>
  );
});

const AddForm = observer(function AddForm() {
  const t = useText();
  const draft = useStore(AddDraft);
  const service = draft.service.value;
  const needs = (isThere: boolean) => (draft.wasTried && !isThere ? t('voices:add.missing') : null);
  const missing =
    draft.wasTried && !draft.sample.isFit
      ? t('voices:add.needs-sample')
      : draft.wasTried && !draft.hasConsent
        ? t('voices:add.needs-consent')
        : null;
  return (
    <>
      {service?.isToneMatch === true && (
        <Notice kind="warning" title={t('voices:tone-title')}>
          {t('voices:tone-text')}
        </Notice>
      )}
      <Steps
        label={t('voices:add.steps')}
        current={draft.done}
        steps={[
          { title: t('voices:add.step-sample') },
          { title: t('voices:add.step-consent') },
          { title: t('voices:add.step-name') },
        ]}
      />
      <Form
        label={t('voices:add.title')}
        submit={t('voices:add.start')}
        error={draft.refusal ?? missing}
        onSubmit={() => draft.create()}
      >
        <Sample />
        <Consent needs={needs} />
        <section className="rp-voice-part" aria-label={t('voices:add.step-name')}>
          <h2>{t('voices:add.step-name')}</h2>
          <TextField
            label={t('voices:add.voice-name')}
            required
            most={LETTERS.name}
            value={draft.name}
            error={needs(draft.name.trim() !== '')}
            onChange={(name) => draft.put({ name })}
          />
        </section>
      </Form>
    </>
  );
});

const Sample = observer(function Sample() {
  const t = useText();
  const nameOf = useLanguageName();
  const draft = useStore(AddDraft);
  const { languages = [], least = 3, most = BEST } = draft.service.value ?? {};
  const ready = draft.language.startsWith('zh') ? 'zh' : draft.language.startsWith('en') ? 'en' : null;
  return (
    <section className="rp-voice-part" aria-label={t('voices:add.step-sample')}>
      <h2>{t('voices:add.step-sample')}</h2>
      <Select
        label={t('voices:add.language')}
        searchable
        value={draft.language}
        options={languages.map(({ tag }) => ({ value: tag, text: nameOf(tag) }))}
        onChange={(tag) => draft.chooseLanguage(tag)}
      />
      <p className="rp-voice-note">
        {t('voices:add.advice', { least, best: Math.floor(Math.min(BEST, most)) })}{' '}
        {ready !== null && t('voices:add.read', { text: t(`voices:audition-sample.${ready}`) })}
      </p>
      <RecordingField sent={draft.sample} most={Math.max(BEST, Math.floor(Math.min(60, most)))} takesFiles />
      <TextField
        label={t('voices:add.text')}
        hint={t('voices:add.text-hint')}
        lines={2}
        most={LETTERS.text}
        value={draft.text}
        onChange={(text) => draft.put({ text })}
      />
    </section>
  );
});

const Consent = observer(function Consent({ needs }: { needs(isThere: boolean): string | null }) {
  const t = useText();
  const draft = useStore(AddDraft);
  const isSpokenOnly = draft.service.value?.isSpokenOnly === true;
  const isSpoken = draft.kind === 'spoken';
  return (
    <section className="rp-voice-part" aria-label={t('voices:consent.title')}>
      <h2>{t('voices:consent.title')}</h2>
      <p className="rp-voice-note">
        {t('voices:consent.about')} <Link to="/cloneSoundProtocol">{t('voices:consent.protocol')}</Link>
      </p>
      {isSpokenOnly ? (
        <Notice kind="info">{t('voices:consent.spoken')}</Notice>
      ) : (
        <RadioGroup
          label={t('voices:consent.kind')}
          look="segments"
          value={draft.kind}
          options={[
            { value: 'spoken', text: t('voices:consent.kind-spoken'), icon: 'mic' },
            { value: 'signed', text: t('voices:consent.kind-signed'), icon: 'edit' },
          ]}
          onChange={(kind) => draft.chooseKind(kind)}
        />
      )}
      <p>{t(isSpoken ? 'voices:consent.read' : 'voices:consent.sign')}</p>
      <blockquote className="rp-voice-sentence" lang={draft.language}>
        {draft.sentence}
      </blockquote>
      <TextField
        label={t('voices:consent.person')}
        required
        most={LETTERS.person}
        value={draft.person}
        error={needs(draft.person.trim() !== '')}
        onChange={(person) => draft.put({ person })}
      />
      {isSpoken ? (
        <RecordingField key={draft.sentence} sent={draft.consent} most={CONSENT} takesFiles={false} />
      ) : (
        <Checkbox
          label={t('voices:consent.agree')}
          checked={draft.hasSigned}
          onChange={(hasSigned) => draft.put({ hasSigned })}
        />
      )}
    </section>
  );
});
