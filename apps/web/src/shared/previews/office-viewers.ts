/** The services that show office documents to whoever gives them a link (SPEC 9). */
export const OFFICE_VIEWERS = {
  microsoft: 'https://view.officeapps.live.com/op/embed.aspx?src=',
  google: 'https://docs.google.com/gview?embedded=1&url=',
} as const;

export type OfficeViewer = keyof typeof OFFICE_VIEWERS;

export function viewerUrl(viewer: OfficeViewer, documentUrl: string): string {
  return OFFICE_VIEWERS[viewer] + encodeURIComponent(documentUrl);
}
