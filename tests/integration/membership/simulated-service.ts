import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { ServerResponse } from 'node:http';

// What the simulated payment services have in common.

/** What a payment service knows of an order. */
export interface SimulatedOrder {
  number: string;
  /** In fen. */
  total: number;
  currency: string;
  state: 'open' | 'paid' | 'closed' | 'refunded';
  transaction: string;
}

/** What the simulator does instead of answering well, once: after it has done what was asked, or before. */
export type Mischief = 'lose-answer' | 'lose-request' | 'error-500' | 'wrong-signature' | 'old-signature';

/** News as the service would send them. */
export interface Notice {
  headers: Record<string, string>;
  body: string;
}

/** Answers a request, once it is known in which way it misbehaves. */
export type Answer = (response: ServerResponse, mischief: Mischief | null) => unknown;

/** What the services know together, and the keys of both sides. */
export interface SimulatedService {
  address: string;
  orders: Map<string, SimulatedOrder>;
  /** Requests that were not signed as they have to be. */
  badRequests: number;
  merchant: { publicKey: KeyObject; privateKey: KeyObject };
  platform: { publicKey: KeyObject; privateKey: KeyObject };
  /** Notes an order, unless it is known. */
  add(number: string, total: number, currency: string): void;
}

export const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
export const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => String(key.export({ format: 'pem', type }));
export const rsa = (body: string, key: KeyObject) => sign('sha256', Buffer.from(body), key).toString('base64');

export function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}
