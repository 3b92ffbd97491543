import type { ComponentType } from 'react';

import type { PageName } from '#plugins/landing/page-names.ts';
import { DocumentPage } from './DocumentPage.tsx';

/** The page of each document. */
export const documentPages: Readonly<Record<PageName, ComponentType>> = {
  protocal: pageOf('protocal'),
  cloneSoundProtocol: pageOf('cloneSoundProtocol'),
  aboutUs: pageOf('aboutUs'),
  serviceAgreement: pageOf('serviceAgreement'),
  legalNotice: pageOf('legalNotice'),
};

function pageOf(name: PageName): ComponentType {
  return () => <DocumentPage key={name} name={name} />;
}
