/** The documents of the landing pages, by the last part of their addresses. */
export const PAGE_NAMES = ['protocal', 'cloneSoundProtocol', 'aboutUs', 'serviceAgreement', 'legalNotice'] as const;
export type PageName = (typeof PAGE_NAMES)[number];
