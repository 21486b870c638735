import { useTranslation } from 'react-i18next';
import { formatMs, formatSpeed } from './connection-verdict.tsx';
import type { Measurement } from './verdict.ts';

/** Names of protocols for people; others are shown as they are. */
const PROTOCOLS: Readonly<Record<string, string>> = {
  'http/1.0': 'HTTP/1.0',
  'http/1.1': 'HTTP/1.1',
  h2: 'HTTP/2',
  h3: 'HTTP/3',
};

/** Figures of a connection test. */
export function MeasurementList({ measurement }: { measurement: Measurement }) {
  const { t } = useTranslation('dashboard');
  const { roundTripMs, protocol, proxy, one, several, origins } = measurement;
  const unknown = t('connection.unknown');
  const protocolName = (name: string) => PROTOCOLS[name] ?? (name || unknown);
  const speed = (bytesPerSecond: number | undefined) =>
    bytesPerSecond === undefined ? unknown : formatSpeed(bytesPerSecond);
  const figures = [
    [t('connection.figures.roundTrip'), formatMs(roundTripMs)],
    [t('connection.figures.protocol'), protocolName(protocol)],
    [t('connection.figures.proxy'), proxy || unknown],
    [t('connection.figures.one'), speed(one)],
    [t('connection.figures.several'), speed(several)],
    ...origins.map(({ origin, isReachable, protocol: spoken }) => [
      origin,
      isReachable ? protocolName(spoken) : t('connection.silent'),
    ]),
  ];
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium">{t('connection.measured')}</h3>
      <dl className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm figures">
        {figures.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted wrap-anywhere">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
