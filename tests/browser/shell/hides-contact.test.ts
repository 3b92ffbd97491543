import { expect, test } from '@rstest/core';

import { hidesContact } from '#host/web/contact/hides-contact.ts';

test('the contact widget is hidden where it would be in the way, and nowhere else', () => {
  const hidden = [
    '/home',
    '/home2',
    '/login',
    '/live-report-big',
    '/douyinPublishH5/7',
    '/douyinPublishH5-temp/7',
    '/serviceAgreement',
    '/legalNotice/',
  ];
  const shown = ['/workbench', '/protocal', '/aboutUs', '/homestead', '/safe'];
  expect([...hidden, ...shown].filter((path) => hidesContact(path))).toEqual(hidden);
});
