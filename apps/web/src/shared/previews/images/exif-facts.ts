/** EXIF fields that the preview shows. Cameras omit some of them. */
export interface RawExif {
  readonly Make?: string;
  readonly Model?: string;
  readonly LensModel?: string;
  /** In seconds. */
  readonly ExposureTime?: number;
  readonly FNumber?: number;
  readonly ISO?: number;
  /** In millimetres. */
  readonly FocalLength?: number;
  readonly DateTimeOriginal?: Date;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly Software?: string;
}

/** Formats an exposure as photographers do: `1/250 s · f/2.8 · ISO 400 · 35 mm`. */
export function exposureOf({ ExposureTime, FNumber, ISO, FocalLength }: RawExif): string {
  const parts = [
    ExposureTime && `${timeOf(ExposureTime)} s`,
    FNumber && `f/${round(FNumber)}`,
    ISO && `ISO ${ISO}`,
    FocalLength && `${round(FocalLength)} mm`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Coordinates as maps accept them, such as `48.85837, 2.29448`; '' if unknown. */
export function placeOf({ latitude, longitude }: RawExif): string {
  if (latitude === undefined || longitude === undefined) return '';
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return '';
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

function timeOf(seconds: number): string {
  return seconds >= 0.3 ? String(round(seconds)) : `1/${Math.round(1 / seconds)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
