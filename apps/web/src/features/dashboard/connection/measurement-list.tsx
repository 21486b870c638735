import { Fact, FactList } from '@satchel/ui/lists/fact-list';
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
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium">{t('connection.measured')}</h3>
      <FactList>
        <Fact term={t('connection.figures.roundTrip')}>{formatMs(roundTripMs)}</Fact>
        <Fact term={t('connection.figures.protocol')}>{protocolName(protocol)}</Fact>
        <Fact term={t('connection.figures.proxy')}>{proxy || unknown}</Fact>
        <Fact term={t('connection.figures.one')}>{speed(one)}</Fact>
        <Fact term={t('connection.figures.several')}>{speed(several)}</Fact>
        {origins.map(({ origin, isReachable, protocol: spoken }) => (
          <Fact key={origin} term={origin}>
            {isReachable ? protocolName(spoken) : t('connection.silent')}
          </Fact>
        ))}
      </FactList>
    </section>
  );
}
