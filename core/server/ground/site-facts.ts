/** What an installation says about itself on its pages. All of it is configuration. */
export interface SiteFacts {
  /** Who runs it, as the agreements name them. */
  company: string | null;
  /** Filing numbers by the host that was asked for, and the one of every other host. */
  filing: { byHost: Readonly<Record<string, string>>; otherwise: string | null };
  /** How customers reach a person. */
  contact: {
    id: string | null;
    phone: string | null;
    /** What the QR code of the customer service says, such as a link into a messaging app. */
    code: string | null;
  };
  /** Origins of partners, whose pages may hold this installation's in a frame and log in there. */
  partnerOrigins: readonly string[];
  /** Origins that the widget of a captcha service is loaded from. */
  captchaOrigins: readonly string[];
  /** Hosts beside localhost that mark themselves as places for tests. */
  testHosts: readonly string[];
}

/** For an installation that has configured nothing. */
export const NO_FACTS: SiteFacts = {
  company: null,
  filing: { byHost: {}, otherwise: null },
  contact: { id: null, phone: null, code: null },
  partnerOrigins: [],
  captchaOrigins: [],
  testHosts: [],
};

/** The filing number that a host shows. */
export function filingOf({ filing }: SiteFacts, host: string): string | null {
  return filing.byHost[host.toLowerCase()] ?? filing.otherwise;
}

const LOCAL = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** Whether a host is one for tests. */
export function isTestHost({ testHosts }: SiteFacts, host: string): boolean {
  return LOCAL.has(host) || testHosts.includes(host.toLowerCase());
}
