import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { changeLanguage, loadTexts, startI18n } from '#shared/i18n/i18n.ts';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { PdfView } from './documents/pdf-view.tsx';
import { ImageView } from './images/image-view.tsx';
import { type PreviewSource, PreviewSourceContext } from './source/preview-source.ts';

const pdf = vi.hoisted(() => ({ error: new Error() }));
vi.mock('pdfjs-dist', () => ({
  GlobalWorkerOptions: {},
  getDocument: () => ({ promise: Promise.reject(pdf.error), destroy: async () => {} }),
}));

const SOURCE = {
  id: 'test',
  rangedUrl: (path) => path,
  rangedHeaders: () => ({}),
} as Partial<PreviewSource> as PreviewSource;

function show(view: ReactNode): HTMLElement {
  return renderHook(() => (
    <QueryClientProvider client={new QueryClient()}>
      <PreviewSourceContext value={SOURCE}>{view}</PreviewSourceContext>
    </QueryClientProvider>
  )).container;
}

beforeAll(async () => {
  await startI18n();
  await changeLanguage('en');
  await loadTexts('entry-preview', 'previews');
});

it('a picture of an unknown format is not said to have an expired link', () => {
  const page = show(<ImageView file={fakeEntry('photo.heic')} url="blob:photo" />);
  act(() => void page.querySelector('img')?.dispatchEvent(new Event('error')));
  expect(page.textContent).toContain('in a format that this browser does not know');
});

it.each([
  ['PasswordException', 'protected with a password'],
  ['InvalidPDFException', 'damaged'],
  ['ResponseException', 'The download link may have expired'],
])('a PDF that fails with %s says why', async (name, words) => {
  pdf.error = Object.assign(new Error(), { name });
  const page = show(<PdfView file={fakeEntry('report.pdf')} />);
  await act(async () => {});
  expect(page.textContent).toContain(words);
});
