import { BOOT } from '#core/web/boot.ts';
import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import './CustomerServiceDialog.css';

/** How to contact support: contact id, phone and QR code, as set by the operator. */
export default observer(function CustomerServiceDialog() {
  const t = useText();
  const toasts = useService(TOASTS);
  const { contact } = useService(BOOT);
  const nothing = contact.id === null && contact.phone === null && contact.qr === null;
  const copy = async (text: string): Promise<void> => {
    await navigator.clipboard.writeText(text);
    toasts.show({ kind: 'success', text: () => t('shell:contact.copied') });
  };
  return (
    <>
      <DialogTitle>{t('shell:contact.title')}</DialogTitle>
      {nothing ? (
        <p className="rp-service__none">{t('shell:contact.none')}</p>
      ) : (
        <div className="rp-service">
          <div className="rp-service__words">
            <p>{t('shell:contact.lead')}</p>
            <dl>
              {contact.id !== null && (
                <div>
                  <dt>{t('shell:contact.id')}</dt>
                  <dd>
                    {contact.id}
                    <Button size="small" variant="quiet" icon="copy" onClick={() => void copy(contact.id ?? '')}>
                      {t('shell:contact.copy')}
                    </Button>
                  </dd>
                </div>
              )}
              {contact.phone !== null && (
                <div>
                  <dt>{t('shell:contact.phone')}</dt>
                  <dd>
                    <a href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`}>{contact.phone}</a>
                  </dd>
                </div>
              )}
            </dl>
          </div>
          {contact.qr !== null && (
            <figure className="rp-service__code">
              <img src={contact.qr} alt={t('shell:contact.code')} width={200} height={200} />
              <figcaption>{t('shell:contact.code')}</figcaption>
            </figure>
          )}
        </div>
      )}
    </>
  );
});
