import { expect, test } from 'vitest';
import {
  isActiveContent,
  isAskedForAsCode,
  safetyHeaders,
  typeForBrowsers,
} from './content-safety.ts';

test.each([
  'text/html',
  'TEXT/HTML; charset=utf-8',
  ' text/html',
  'application/xhtml+xml',
  'image/svg+xml',
  'text/xml',
  'application/xml',
  'application/rss+xml',
  'text/xsl',
  'text/javascript',
  'application/javascript',
  'application/x-javascript',
  'application/ecmascript',
  'multipart/x-mixed-replace',
  'message/rfc822',
  'application/x-shockwave-flash',
  'application/vnd.mozilla.xul+xml',
  'image/png, text/html',
  'image/png; text/html',
  'text/plain;charset="a,text/html',
  'text',
  '',
  '*/*',
])('%j is active (SECURITY 4)', (type) => {
  expect(isActiveContent(type)).toBe(true);
  expect(safetyHeaders(type, 'inline; filename="a.html"')['content-disposition']).toBe(
    'attachment; filename="a.html"',
  );
  expect(safetyHeaders(type, undefined)['content-disposition']).toBe('attachment');
});

test.each([
  'text/plain',
  'text/plain; charset=utf-8',
  'text/markdown;charset="utf-8"',
  'image/png',
  'image/vnd.microsoft.icon',
  'video/mp4; codecs=avc1.42E01E',
  'audio/mpeg',
  'font/woff2',
  'application/pdf',
  'application/json',
  'application/octet-stream',
  'binary/octet-stream',
])('%j is inert and keeps its disposition', (type) => {
  expect(isActiveContent(type)).toBe(false);
  expect(safetyHeaders(type, 'inline')).not.toHaveProperty('content-disposition');
});

test('everything is sandboxed without sniffing, but for PDF, which no browser shows in a sandbox', () => {
  for (const type of ['text/html', 'image/png', 'application/pdfx', 'application/pdf,text/html']) {
    expect(safetyHeaders(type, undefined)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    });
  }
  const policy = safetyHeaders('application/pdf', undefined)['content-security-policy'];
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy).not.toContain('script');
});

test('a reply is no part of a page, whatever its type (SECURITY 20)', () => {
  const uses = 'script style worker sharedworker serviceworker audioworklet paintworklet manifest';
  for (const destination of `${uses} object embed xslt json report speculationrules Script`.split(
    ' ',
  )) {
    expect(isAskedForAsCode({ 'sec-fetch-dest': destination }), destination).toBe(true);
  }
  for (const destination of 'empty image video audio track font document iframe'.split(' ')) {
    expect(isAskedForAsCode({ 'sec-fetch-dest': destination }), destination).toBe(false);
  }
  expect(isAskedForAsCode({})).toBe(false);
  expect(isAskedForAsCode({ 'service-worker': 'script', 'sec-fetch-dest': 'empty' })).toBe(true);
});

test.each([
  'text/javascript',
  'Application/JavaScript; charset=utf-8',
  'application/x-javascript',
  'text/javascript1.5',
  'text/ecmascript',
  'application/x-ecmascript',
  'text/jscript',
  'text/livescript',
  'text/css',
  'application/importmap+json',
  'application/speculationrules+json',
])('a browser gets %s as text', (type) => {
  expect(typeForBrowsers(type)).toBe('text/plain; charset=utf-8');
});

test.each([
  'application/json',
  'text/html',
  'image/svg+xml',
  'text/csv',
  'text/x-javascript-notes',
])('a browser gets %s as it is', (type) => {
  expect(typeForBrowsers(type)).toBe(type);
});
