/** A name made by the system: 用户_ and four digits. */
const MADE_NAME = /^用户_\d{4}$/;

/** The name by which an account is shown: what WeChat calls its user, where that is known, instead of one that was made. */
export function displayName(name: string, wechatName: string | null): string {
  return wechatName !== null && wechatName !== '' && MADE_NAME.test(name) ? wechatName : name;
}
