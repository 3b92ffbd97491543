import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { QrCode } from '#core/web/components/QrCode.tsx';
import { copyText } from '#core/web/copy-text.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { Form } from '#core/web/ui/Form.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Popover } from '#core/web/ui/Popover.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import type { Showcase } from '#plugins/showcase/calls.ts';
import { ABOUT_LETTERS, TITLE_LETTERS } from '#plugins/showcase/limits.ts';
import { PostList } from './PostList.tsx';
import { ShowcasesStore } from './ShowcasesStore.ts';

/** One showcase: what it is called, where it is, and its posts. */
export const ShowcaseCard = observer(function ShowcaseCard({ showcase }: { showcase: Showcase }) {
  const t = useText();
  const i18n = useService(I18N);
  const [isEdited, setEdited] = useState(false);
  const { id, title, about, url, feed, isConnected, posts, plays } = showcase;
  return (
    <section className="rp-showcase" aria-labelledby={id}>
      <header className="rp-showcase__head">
        <div className="rp-showcase__words">
          <h2 id={id}>{title}</h2>
          {about !== '' && <p className="rp-showcase__about">{about}</p>}
          <p className="rp-showcase__quiet">
            {t('showcase:figures', { posts: i18n.count(posts), plays: i18n.count(plays) })}
          </p>
        </div>
        {!isEdited && (
          <Button size="small" icon="edit" onClick={() => setEdited(true)}>
            {t('showcase:edit')}
          </Button>
        )}
      </header>
      {isEdited && <Editor showcase={showcase} onDone={() => setEdited(false)} />}
      {isConnected ? (
        <div className="rp-showcase__addresses">
          <Address label={t('showcase:address')} address={url} hasCode />
          <Address label={t('showcase:feed')} address={feed} />
        </div>
      ) : (
        <Notice kind="warning">{t('showcase:disconnected')}</Notice>
      )}
      <PostList showcase={showcase} />
    </section>
  );
});

function Editor({ showcase, onDone }: { showcase: Showcase; onDone(): void }) {
  const t = useText();
  const store = useStore(ShowcasesStore);
  const [title, setTitle] = useState(showcase.title);
  const [about, setAbout] = useState(showcase.about);
  const [error, setError] = useState<string | null>(null);

  async function save(): Promise<void> {
    if (title.trim() === '') return;
    try {
      await store.change(showcase.id, { title: title.trim(), about: about.trim() });
      onDone();
    } catch (failure) {
      setError(failureText(failure, t));
    }
  }

  return (
    <Form
      label={t('showcase:edit')}
      submit={t('showcase:save')}
      error={error}
      onSubmit={save}
      actions={<Button onClick={onDone}>{t('showcase:cancel')}</Button>}
    >
      <TextField
        label={t('showcase:ask.title')}
        value={title}
        onChange={setTitle}
        most={TITLE_LETTERS}
        error={title.trim() === '' ? t('showcase:title-form', { most: TITLE_LETTERS }) : undefined}
        required
        opensFocused
      />
      <TextField label={t('showcase:about')} value={about} onChange={setAbout} most={ABOUT_LETTERS} lines={3} />
    </Form>
  );
}

/** An address to open, to copy, and to point a phone at. */
function Address({ label, address, hasCode = false }: { label: string; address: string; hasCode?: boolean }) {
  const t = useText();
  const toasts = useService(TOASTS);

  async function copy(): Promise<void> {
    const isCopied = await copyText(address);
    const text = () => t(isCopied ? 'showcase:copied' : 'showcase:not-copied');
    toasts.show({ kind: isCopied ? 'success' : 'warning', text, key: 'showcase.copy' });
  }

  return (
    <div className="rp-showcase__address">
      <span className="rp-showcase__quiet">{label}</span>
      <a href={address} target="_blank" rel="noopener">
        {address}
      </a>
      <IconButton size="small" icon="copy" label={t('showcase:copy', { what: label })} onClick={() => void copy()} />
      {hasCode && (
        <Popover
          label={t('showcase:code')}
          trigger={(popover) => <IconButton {...popover} size="small" icon="qr" label={t('showcase:code')} />}
        >
          {() => <QrCode text={address} size={196} label={t('showcase:code-of', { address })} />}
        </Popover>
      )}
    </div>
  );
}
