/** The adapter whose codes are confirmed on a page of this server. */
export const EMBEDDED_QR = 'account.embedded';
/** The adapter whose codes WeChat confirms. */
export const WECHAT_QR = 'account.wechat';
