import { afterEach } from '@rstest/core';

import { giveTexts } from '#core/web/testing/fake-i18n.ts';
import { testOutside } from '#core/web/testing/tested-outside.ts';

testOutside(REELPORT_PLUGIN.shipped);
giveTexts(REELPORT_PLUGIN.id, REELPORT_PLUGIN.texts);

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

afterEach(() => {
  document.body.replaceChildren();
});
