import clsx from 'clsx';
import { Specimens } from './specimens.tsx';

const SURFACES = ['bg-canvas', 'bg-surface', 'bg-raised', 'bg-sunken'] as const;
const TEXTS = [
  'text-ink',
  'text-ink-muted',
  'text-ink-faint',
  'text-accent',
  'text-saddle',
  'text-success',
  'text-warning',
  'text-danger',
] as const;
const ON_TONES = [
  'bg-accent text-on-accent',
  'bg-accent-strong text-on-accent',
  'bg-accent-soft text-accent-strong',
  'bg-saddle text-on-saddle',
  'bg-saddle-strong text-on-saddle',
  'bg-saddle-soft text-saddle-strong',
  'bg-danger text-on-danger',
  'bg-danger-strong text-on-danger',
  'bg-danger-soft text-danger',
  'bg-success-soft text-success',
  'bg-warning-soft text-warning',
  'bg-accent-soft text-ink',
  'bg-saddle-soft text-ink-muted',
  'bg-warning-soft text-ink',
] as const;
const TYPE = [
  ['text-display', 'A page of its own'],
  ['text-title', 'The title of a page'],
  ['text-heading', 'The heading of a section'],
  ['text-body', 'What is read: a sentence that says what happens next, and why.'],
  ['text-label', 'What is pressed, or names a field'],
  ['text-meta text-ink-muted', '2.4 MB · 3 of 10 views · expires in 6 days'],
  ['text-caption text-ink-muted', 'The smallest, for what is beside everything else'],
] as const;
const SPACES = ['w-1', 'w-2', 'w-3', 'w-4', 'w-6', 'w-10'] as const;
const RADII = ['rounded-xs', 'rounded-sm', 'rounded-md', 'rounded-lg', 'rounded-xl'] as const;
const SHADOWS = ['shadow-sm', 'shadow-md', 'shadow-lg'] as const;
const CHARTS = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3'] as const;
const MOTIONS = [
  ['duration-quick', 'quick: answers a pointer'],
  ['duration-calm', 'calm: opens and closes'],
  ['duration-slow', 'slow: crosses the screen'],
] as const;

/** The tokens of `src/theme`, each as it is used. */
export function Language() {
  return (
    <>
      <Specimens name="Type" isStacked>
        {TYPE.map(([className, text]) => (
          <p key={className} className={clsx(className, 'wrap-anywhere')}>
            {text} <span className="text-caption text-ink-faint">{className.split(' ')[0]}</span>
          </p>
        ))}
        <p lang="zh-CN" className="text-body">
          中文与 English 混排，数字 0123456789，“引号”与省略号……
        </p>
      </Specimens>
      <Specimens name="Text on surfaces" isStacked>
        {SURFACES.map((surface) => (
          <p
            key={surface}
            className={clsx(surface, 'flex flex-wrap gap-x-4 rounded-md border p-2.5 text-meta')}
          >
            {TEXTS.map((text) => (
              <span key={text} className={text}>
                {text.slice('text-'.length)}
              </span>
            ))}
            <span className="ml-auto text-ink-faint">{surface.slice('bg-'.length)}</span>
          </p>
        ))}
      </Specimens>
      <Specimens name="Tones: green acts, saddle points out">
        {ON_TONES.map((tone) => (
          <span key={tone} className={clsx(tone, 'rounded-md px-2.5 py-1.5 text-caption')}>
            {tone.replaceAll(/bg-|text-/g, '').replace(' ', ', ')}
          </span>
        ))}
        {CHARTS.map((chart) => (
          <span key={chart} aria-hidden="true" className={clsx(chart, 'size-8 rounded-md')} />
        ))}
      </Specimens>
      <Specimens name="Spacing, in steps of 4 px">
        {SPACES.map((space) => (
          <span
            key={space}
            className="flex flex-col items-center gap-1 text-caption text-ink-muted"
          >
            <span className={clsx(space, 'h-6 rounded-xs bg-saddle')} />
            {space.slice('w-'.length)}
          </span>
        ))}
      </Specimens>
      <Specimens name="Radii and elevation">
        {RADII.map((radius) => (
          <span
            key={radius}
            className={clsx(radius, 'border border-line-strong bg-raised px-3 py-4 text-caption')}
          >
            {radius.slice('rounded-'.length)}
          </span>
        ))}
        {SHADOWS.map((shadow) => (
          <span
            key={shadow}
            className={clsx(shadow, 'rounded-lg bg-raised px-3 py-4 text-caption')}
          >
            {shadow}
          </span>
        ))}
      </Specimens>
      <Specimens name="Motion: hover to see; none where the system asks for less" isStacked>
        {MOTIONS.map(([duration, text]) => (
          <span key={duration} className="group flex items-center gap-3 text-meta text-ink-muted">
            <span className="w-40 shrink-0 rounded-full bg-sunken p-1">
              <span
                className={clsx(
                  duration,
                  'block size-4 rounded-full bg-accent transition-transform ease-enter group-hover:translate-x-34',
                )}
              />
            </span>
            {text}
          </span>
        ))}
      </Specimens>
    </>
  );
}
