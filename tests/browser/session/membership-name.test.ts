import { expect, test } from '@rstest/core';

import { buildSession, FakeI18n } from '#core/web/testing/index.ts';
import { membershipName } from '#core/web/session/membership-name.ts';

test('who never had a tier has the standard version, who had one is black iron', () => {
  const name = (fdRoleCode: number, hadTier: boolean, language: 'zh' | 'en') => {
    const i18n = new FakeI18n(language);
    return membershipName(buildSession({ account: { fdRoleCode, hadTier } }), (key, params) => i18n.t(key, params));
  };
  expect([name(12, false, 'zh'), name(12, true, 'zh'), name(13, true, 'zh')]).toEqual(['标准版', '黑铁', '青铜会员']);
  expect([name(12, false, 'en'), name(12, true, 'en'), name(13, true, 'en')]).toEqual([
    'Standard',
    'Black iron',
    'Bronze member',
  ]);
});
