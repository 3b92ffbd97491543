import type { Socket } from 'node:net';

import { CODE } from '#core/contract/envelope.ts';
import { translate } from '#core/server/ground/messages.ts';

/**
 * Answers bytes that are not an HTTP request, for which neither route nor language is known, and closes the connection.
 */
export function onBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  const key = 'core:http.bad-request';
  const body = JSON.stringify({
    code: CODE.failure,
    message: translate('zh', key),
    secCode: null,
    data: { error: key, params: {} },
  });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
