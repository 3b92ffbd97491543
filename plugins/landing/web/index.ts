import { defineWeb } from '#core/web/define-web.ts';

import type { PageName } from '../page-names.ts';
import { HomePage } from './home/HomePage.tsx';

// The home page is in the first chunk, because most visitors come for it; the documents are in another.
export default defineWeb({
  pages: {
    Home: () => Promise.resolve({ default: HomePage }),
    Protocol: document('protocal'),
    CloneSoundProtocol: document('cloneSoundProtocol'),
    AboutUs: document('aboutUs'),
    ServiceAgreement: document('serviceAgreement'),
    LegalNotice: document('legalNotice'),
  },
});

function document(name: PageName) {
  return async () => {
    const { documentPages } = await import('./documents/document-pages.tsx');
    return { default: documentPages[name] };
  };
}
