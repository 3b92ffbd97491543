/** A request that a service makes to this server, such as an event or the news of a payment. */
export interface ServiceCall {
  method: 'GET' | 'POST';
  /** The parameters of its address. */
  query: Readonly<Record<string, string>>;
  /** Its headers, named in small letters. */
  headers: Readonly<Record<string, string>>;
  /** The body as it came, because signatures are over its bytes. */
  body: Buffer;
}

/** What the service expects as an answer. */
export interface ServiceAnswer {
  /** 200 by default. */
  status?: number;
  /** A media type; `text/plain` by default. */
  type?: string;
  body: string;
}
