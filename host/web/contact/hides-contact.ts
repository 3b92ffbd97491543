const WITHOUT = [
  /^\/(home2?|login)?$/,
  /^\/live-report-big(\/|$)/,
  /^\/douyinpublishh5(-temp)?(\/|$)/,
  /^\/serviceagreement$/,
  /^\/legalnotice$/,
];

/** Whether a page does not show the contact widget. */
export function hidesContact(path: string): boolean {
  const plain = path.toLowerCase().replace(/\/+$/, '');
  return WITHOUT.some((pattern) => pattern.test(plain));
}
