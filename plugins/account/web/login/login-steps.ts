import type { ConflictSettlement } from './ConflictSettlement.ts';

export type LoginTab = 'wechat' | 'mobile';

/** Which number of a change is confirmed: the account's present one, then the one in its place. */
export type ChangeStage = 'current' | 'next';

/** What the dialog `account/login` may be opened with. */
export interface LoginProperties {
  /** Runs after the login, instead of going to the start page. */
  onLogin?: () => void;
  /** Begins with another step than the two tabs. */
  step?: 'bind-mobile' | 'change-mobile' | 'abnormal';
  tab?: LoginTab;
}

/**
 * Where the dialog is. A number is bound for whoever confirmed the QR code of `sceneId`, or, without one, for
 * the account that is logged in.
 */
export type LoginStep =
  | { name: 'tabs' }
  | { name: 'bind-mobile'; sceneId: string | null }
  | { name: 'change-mobile'; stage: ChangeStage }
  | { name: 'conflict'; settlement: ConflictSettlement }
  | { name: 'abnormal' };
