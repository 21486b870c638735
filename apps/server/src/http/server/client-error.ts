import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@satchel/api-client/errors';
import { errorMessage } from '@satchel/api-client/messages';
import { AppError } from '#errors';

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
};

/** Answers requests that Node cannot parse as HTTP, with the same envelope as every other error. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  // A connection that the client has reset cannot receive an answer.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, status } = new AppError(CODES[error.code ?? ''] ?? 'request.malformed');
  const message = errorMessage(code, 'en');
  const requestId = randomUUID();
  const reply = { success: false, code: status, error: code, message, data: null, requestId };
  const body = JSON.stringify(reply);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\nConnection: close\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
