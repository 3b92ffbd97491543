import { useEffect, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { Link } from '#core/web/router/links.ts';
import { copyText } from '#core/web/copy-text.ts';
import type { DialogControl } from '#core/web/define-web.ts';
import { PLUGIN_ADMIN } from '#core/web/plugins/plugin-admin.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { WHY, type WhyChain, type WhyLink } from '#core/web/why/why.ts';
import { TextField } from '#core/web/ui/TextField.tsx';
import './WhyDialog.css';

/** Shows operators why a plugin, a page or a command is in its current state in this browser. */
export default function WhyDialog({ about, close }: DialogControl & { about: string }) {
  const t = useText();
  const why = useService(WHY);
  const care = useService(PLUGIN_ADMIN);
  const [asked, setAsked] = useState(about);
  const [chain, setChain] = useState<WhyChain | null>(null);
  const [isCopied, setCopied] = useState(false);

  const ask = async (what: string): Promise<void> => {
    setCopied(false);
    setChain(await why.explain(what));
  };
  useEffect(() => {
    let isHere = true;
    void why.explain(about).then((found) => isHere && setChain(found));
    return () => {
      isHere = false;
    };
  }, [why, about]);

  return (
    <>
      <DialogTitle>{t('shell:why.title')}</DialogTitle>
      <p className="rp-dialog-text">{t('shell:why.text')}</p>
      <form
        className="rp-why__ask"
        onSubmit={(event) => {
          event.preventDefault();
          void ask(asked);
        }}
      >
        <TextField label={t('shell:why.field')} value={asked} most={200} opensFocused onChange={setAsked} />
        <Button type="submit">{t('shell:why.ask')}</Button>
      </form>
      {chain !== null && (
        <>
          <ol className="rp-why">
            {chain.links.map((link) => (
              <Step key={link.step} link={link} />
            ))}
          </ol>
          <div className="rp-why__actions">
            <Button
              icon={isCopied ? 'check' : 'copy'}
              onClick={() => void copyText(JSON.stringify(chain, null, 2)).then(setCopied)}
            >
              {t(isCopied ? 'shell:why.copied' : 'shell:why.copy')}
            </Button>
            {chain.plugin !== null && (
              <Link to={care.pageOf(chain.plugin)} onClick={() => close()}>
                {t('shell:why.manage')}
              </Link>
            )}
          </div>
        </>
      )}
    </>
  );
}

function Step({ link: { step, ok, text, params } }: { link: WhyLink }) {
  const t = useText();
  return (
    <li className="rp-why__step" data-ok={ok}>
      <Icon name={ok ? 'check' : 'warning'} size={16} />
      <p>
        <strong>{t(`shell:why.step.${step}`)}</strong>
        <span className="rp-visually-hidden">{t(ok ? 'shell:why.ok' : 'shell:why.stops')}</span> {t(text, params)}
      </p>
    </li>
  );
}
